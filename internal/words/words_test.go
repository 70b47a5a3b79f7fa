package words

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWords(t *testing.T) {
	names := []string{"a", "b", "c"}
	assert.Equal(t, ``, Quoted(nil, 2))
	assert.Equal(t, `"a"`, List(names[:1], 2))
	assert.Equal(t, `"a" and "b"`, List(names[:2], 2))
	assert.Equal(t, `"a", "b" and 1 more`, List(names, 2))
	assert.Equal(t, `"a", "b" and "c"`, List(names, 3))
	assert.Equal(t, `"a", "b", "c"`, Quoted(names, 3))
	assert.Equal(t, `"a", "b" and 1 more`, Quoted(names, 2))
	assert.True(t, AllLetters("aZ") && !AllLetters("a[") && !IsLetter('@'))
}
