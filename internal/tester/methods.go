package tester

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// A Method is an optional interface of package zobristtest, and what it lets the tester
// check.
type Method struct {
	Kind   reflect.Type
	Checks string
	See    string // where Kind is documented, if not there
}

// CheckMethods says which of the optional methods a game has. It finds methods that the tester
// would otherwise ignore: they have the name of an optional method but a different
// signature, or the other method of a pair is missing. Those that an embedded field
// promotes are no error.
func CheckMethods(optional []Method, g any) (said string, err error) {
	lines := []string{fmt.Sprintf("optional methods of %T:", g)}
	var promoted []string
	game := reflect.TypeOf(g)
	all := game // with the methods of the pointer type
	if game.Kind() != reflect.Pointer {
		all = reflect.PointerTo(game)
	}
	var errs []error
	for _, o := range optional {
		found, has := "no   ", game.Implements(o.Kind)
		if has {
			found = "found"
		}
		var names, right, missing []string
		wrong := func(method, format string, args ...any) {
			err := fmt.Errorf("%v has "+format+": see %v", append(append([]any{game}, args...), cmp.Or(o.See, o.Kind.String()))...)
			if field := promotes(all.Elem(), method); field != "" {
				promoted = append(promoted, fmt.Sprintf("ignored, because the embedded %s has it: %v", field, err))
			} else {
				errs = append(errs, err)
			}
		}
		for i := range o.Kind.NumMethod() {
			want := o.Kind.Method(i)
			names = append(names, want.Name)
			name, got := method(all, want.Name)
			_, direct := game.MethodByName(want.Name)
			switch {
			case has:
			case got == nil:
				missing = append(missing, want.Name)
			case name != want.Name:
				wrong(name, "a method %s, want %s", name, want.Name)
			case got != want.Type:
				wrong(name, "a method %s%s, want %[2]s%[4]s", name, signature(got), signature(want.Type))
			case !direct:
				wrong(name, "the method %s only on its pointer type, but newGame returns no pointer", name)
			default:
				right = append(right, name)
			}
		}
		if right != nil && missing != nil {
			wrong(right[0], "the method %s but no %s", right[0], missing[0])
		}
		lines = append(lines, fmt.Sprintf("%s %-14s %s", found, strings.Join(names, ", "), o.Checks))
	}
	return strings.Join(append(lines, promoted...), "\n"), errors.Join(errs...)
}

// method returns the type, without its receiver, of the method that has a name, except perhaps for
// upper and lower case, or nil.
func method(t reflect.Type, name string) (is string, _ reflect.Type) {
	for i := range t.NumMethod() {
		switch is = t.Method(i).Name; {
		case !strings.EqualFold(is, name):
		case t.Kind() == reflect.Interface:
			return is, t.Method(i).Type
		default:
			return is, reflect.Zero(t).Method(i).Type()
		}
	}
	return "", nil
}

// promotes returns the name of the embedded field of a type that has the method with
// the signature that the type itself has, or "".
func promotes(t reflect.Type, name string) string {
	_, own := method(reflect.PointerTo(t), name)
	for i := 0; t.Kind() == reflect.Struct && i < t.NumField(); i++ {
		f := t.Field(i)
		from := f.Type
		if from.Kind() != reflect.Interface && from.Kind() != reflect.Pointer {
			from = reflect.PointerTo(from)
		}
		if _, its := method(from, name); f.Anonymous && its != nil && its == own {
			return f.Name
		}
	}
	return ""
}

// signature formats the type of a function. reflect writes type arguments with their full
// path.
func signature(f reflect.Type) string {
	s := strings.TrimPrefix(f.String(), "func")
	return strings.ReplaceAll(s, ",github.com/zobrist-go/zobrist.Key", ", zobrist.Key")
}
