package tester

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// mostBugs is how many bugs a subtest looks for.
const mostBugs = 5

// bugs are those that a session has found.
type bugs struct {
	found   *Break // the one reported last
	known   []fault
	numbers *solve.Numbers
}

// A fault is one way in which a law is broken: a kind of features that is wrong, and how.
type fault struct{ law, how string }

// faults tells a bug from others.
func (r *Session) faults(b *Break) (all []fault) {
	if !b.isKey() {
		return []fault{{b.Law, fmt.Sprint("no key", b.Got.ending().Call)}}
	}
	if r.numbers == nil {
		r.numbers = solve.Listed(nil)
		if s := r.subject(); s != nil {
			_ = s.contain(func() { r.numbers = solve.Listed(s.keys(&s.games[0])) })
		}
	}
	c := solve.Case{Got: b.A.Key, Want: b.B.Key}
	if st := b.Base.ending(); b.Law == "recompute" && st.forward() {
		c.Move, c.GotBefore, c.WantBefore = st.name(), b.was[0].Key, b.was[1].Key
	}
	v := r.numbers.Judge(c)
	for _, how := range v.Faults() {
		all = append(all, fault{b.Law, how})
	}
	if all == nil {
		all = []fault{{b.Law, "unexplained"}}
	}
	return all
}

// isKnown reports whether a broken law consists of bugs that were reported. A wrong update and a
// wrong undo show in other laws, too.
func (r *Session) isKnown(b *Break) bool {
	for _, f := range r.faults(b) {
		if !slices.ContainsFunc(r.known, func(bug fault) bool {
			same := bug.how == f.how || strings.HasPrefix(bug.how, f.how+" ")
			return same && (bug.law == f.law || bug.law == "recompute" || bug.law == "undo")
		}) {
			return false
		}
	}
	return true
}

// Each looks for one bug after the other, until it finds no further one in half of the time. What
// belongs to a bug that was found is ignored from then on.
func (r *Session) Each(look func() error) error {
	var errs []error
	for len(errs) < mostBugs {
		r.found = nil
		err := look()
		if errs = append(errs, err); err == nil || r.found == nil {
			break
		}
		r.known = append(r.known, r.faults(r.found)...)
	}
	return errors.Join(errs...)
}
