package zobristtest

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// optional lists the optional interfaces of a Game, and what each lets the kit
// check.
var optional = []struct {
	kind   reflect.Type
	checks string
}{
	{reflect.TypeFor[Positioner](), "positions have equal keys if they are equal, and only then"},
	{reflect.TypeFor[Afterer](), "the key before the move is made"},
	{reflect.TypeFor[Nuller](), "null moves"},
	{reflect.TypeFor[Keyer](), "the keys themselves; messages name the wrong features"},
	{reflect.TypeFor[MoveStringer](), "moves keep their order; messages name them"},
	{reflect.TypeFor[Featurer](), "messages name the wrong features"},
	{reflect.TypeFor[Cloner](), "a copy and the game do not change each other"},
	{reflect.TypeFor[Loader](), "the key of a loaded position"},
	{reflect.TypeFor[Failer](), "the game's own errors"},
}

// methodNames joins the names of the methods of an interface.
func methodNames(kind reflect.Type) string {
	names := make([]string, kind.NumMethod())
	for i := range names {
		names[i] = kind.Method(i).Name
	}
	return strings.Join(names, ", ")
}

// describeMethods says which of the optional methods a game has.
func describeMethods(g Game) string {
	var b strings.Builder
	for _, o := range optional {
		found := "no   "
		if reflect.TypeOf(g).Implements(o.kind) {
			found = "found"
		}
		fmt.Fprintf(&b, "\n%s %-14s %s", found, methodNames(o.kind), o.checks)
	}
	return b.String()
}

// checkMethods finds methods that the kit would otherwise ignore: they have the name
// of an optional method but a different signature, or the other method of a pair is
// missing.
func checkMethods(g Game) error {
	game := reflect.TypeOf(g)
	all := game // with the methods of the pointer type
	if game.Kind() != reflect.Pointer {
		all = reflect.PointerTo(game)
	}
	var errs []error
	for _, o := range optional {
		if game.Implements(o.kind) {
			continue
		}
		wrong := func(format string, args ...any) {
			errs = append(errs, fmt.Errorf("%v has "+format+": see %v", append(append([]any{game}, args...), o.kind)...))
		}
		var right, missing []string
		for i := range o.kind.NumMethod() {
			want := o.kind.Method(i)
			due := want.Name + signature(want.Type, 0)
			got, ok := all.MethodByName(want.Name)
			_, direct := game.MethodByName(want.Name)
			switch {
			case !ok:
				if like := foldedName(all, want.Name); like != "" {
					wrong("a method %s, want %s", like, want.Name)
				} else {
					missing = append(missing, want.Name)
				}
			case want.Name+signature(got.Type, 1) != due:
				wrong("a method %s%s, want %s", want.Name, signature(got.Type, 1), due)
			case !direct:
				wrong("the method %s only on its pointer type, but newGame returns no pointer", want.Name)
			default:
				right = append(right, want.Name)
			}
		}
		if right != nil && missing != nil {
			wrong("the method %s but no %s", right[0], missing[0])
		}
	}
	return errors.Join(errs...)
}

// signature formats the type of a function, without its first skip parameters.
func signature(f reflect.Type, skip int) string {
	var in, out []string
	for i := skip; i < f.NumIn(); i++ {
		in = append(in, f.In(i).String())
	}
	for i := range f.NumOut() {
		out = append(out, f.Out(i).String())
	}
	s := "(" + strings.Join(in, ", ") + ")"
	switch len(out) {
	case 0:
	case 1:
		s += " " + out[0]
	default:
		s += " (" + strings.Join(out, ", ") + ")"
	}
	// reflect writes type arguments with their full path.
	return strings.ReplaceAll(s, ",github.com/zobrist-go/zobrist.Key", ", zobrist.Key")
}

// foldedName returns the name of the method that equals name except for upper and
// lower case, or "".
func foldedName(t reflect.Type, name string) string {
	for i := range t.NumMethod() {
		if m := t.Method(i).Name; strings.EqualFold(m, name) {
			return m
		}
	}
	return ""
}
