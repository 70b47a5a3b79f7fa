package tester

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// A Method is an optional interface of package zobristtest, and what it lets the tester check.
type Method struct {
	Kind   reflect.Type
	Checks string
	See    string // where Kind is documented, if not there
}

// CheckMethods says which of the optional methods a game has. It finds methods that the tester
// would otherwise ignore: they have the name of an optional method but a different signature, or
// the other method of a pair is missing. Those that an embedded field promotes are no error.
func CheckMethods(optional []Method, g any) (said string, err error) {
	lines := []string{fmt.Sprintf("optional methods of %T:", g)}
	var errs []error
	for _, o := range optional {
		found, has := "no   ", reflect.TypeOf(g).Implements(o.Kind)
		if has {
			found = "found"
		}
		var names, right, missing []string
		for i := range o.Kind.NumMethod() {
			want := o.Kind.Method(i)
			names = append(names, want.Name)
			is := method(reflect.TypeOf(g), want.Name)
			switch wants := want.Name + signature(want.Type); {
			case has:
			case is == "":
				missing = append(missing, "no "+want.Name)
			case is == wants:
				right = append(right, "the method "+want.Name)
			default:
				errs = append(errs, fmt.Errorf("%T has a method %s, want %s: see %v", g, is, wants,
					cmp.Or(o.See, o.Kind.String())))
			}
		}
		if right != nil && missing != nil {
			errs = append(errs, fmt.Errorf("%T has %s but %s: see %v", g, right[0], missing[0],
				cmp.Or(o.See, o.Kind.String())))
		}
		lines = append(lines,
			fmt.Sprintf("%s %-14s %s", found, strings.Join(names, ", "), o.Checks))
	}
	return strings.Join(lines, "\n"), errors.Join(errs...)
}

// method returns a type's own method that has a name, in upper or lower
// case, with its signature, or "".
func method(t reflect.Type, name string) string {
	all := t // with the methods of the pointer type
	if t.Kind() != reflect.Pointer {
		all = reflect.PointerTo(t)
	}
	for i := range all.NumMethod() {
		m := all.Method(i)
		if !strings.EqualFold(m.Name, name) || embeds(all.Elem(), m.Name) {
			continue
		}
		is := m.Name + signature(reflect.Zero(all).Method(i).Type())
		if _, direct := t.MethodByName(m.Name); !direct {
			is += " on its pointer type, which newGame does not return"
		}
		return is
	}
	return ""
}

// embeds reports whether an embedded field of a type has a method.
func embeds(t reflect.Type, name string) bool {
	return t.Kind() == reflect.Struct &&
		slices.ContainsFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool {
			from := f.Type
			if from.Kind() != reflect.Interface && from.Kind() != reflect.Pointer {
				from = reflect.PointerTo(from)
			}
			_, has := from.MethodByName(name)
			return f.Anonymous && has
		})
}

// signature formats the type of a function. reflect writes type arguments with their full path.
func signature(f reflect.Type) string {
	s := strings.TrimPrefix(f.String(), "func")
	return strings.ReplaceAll(s, ",github.com/zobrist-go/zobrist.Key", ", zobrist.Key")
}
