package engine

import "testing"

func TestKeysArePinned(t *testing.T) {
	if got, want := newGame().Key().String(), "0a997c5a61c78331"; got != want { // yours
		t.Errorf("the key of the first position is %s, was %s: "+
			"stored keys are no longer valid", got, want)
	}
}
