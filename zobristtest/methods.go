package zobristtest

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// optional lists the interfaces that a Game may have, and what the kit checks
// of a game that has one.
var optional = []struct {
	kind   reflect.Type
	checks string
}{
	{reflect.TypeFor[Positioner](), "equal positions have equal keys, different ones different keys"},
	{reflect.TypeFor[Afterer](), "the key is told without making the move"},
	{reflect.TypeFor[Nuller](), "null moves"},
	{reflect.TypeFor[Keyer](), "the keys themselves; messages name what is wrong"},
	{reflect.TypeFor[MoveStringer](), "moves keep their order; messages name them"},
	{reflect.TypeFor[Featurer](), "messages name what is wrong"},
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

// checkMethods looks for methods that the kit would pass over in silence: with
// the name of an optional one and another signature, or one of a pair.
func checkMethods(g Game) error {
	game := reflect.TypeOf(g)
	all := game // and the methods of a pointer to it
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
				wrong("the method %s only by a pointer to it, and newGame returns none", want.Name)
			default:
				right = append(right, want.Name)
			}
		}
		if right != nil && missing != nil {
			wrong("the method %s and no %s", right[0], missing[0])
		}
	}
	return errors.Join(errs...)
}

// signature writes the type of a function without its first parameters.
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
	// What types are made of has its path with it.
	return strings.ReplaceAll(s, ",github.com/zobrist-go/zobrist.Key", ", zobrist.Key")
}

// foldedName returns the method whose name is that but for upper and lower
// case, or "".
func foldedName(t reflect.Type, name string) string {
	for i := range t.NumMethod() {
		if m := t.Method(i).Name; strings.EqualFold(m, name) {
			return m
		}
	}
	return ""
}
