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

// usualNames are other names that programs have for an optional method.
var usualNames = map[string][]string{
	"Undo":       {"Unmake", "UnmakeMove", "UndoMove", "Unmove", "TakeBack"},
	"Null":       {"NullMove", "MakeNull", "MakeNullMove", "DoNull"},
	"UndoNull":   {"UnmakeNull", "UnmakeNullMove", "UndoNullMove"},
	"Try":        {"TryMove"},
	"After":      {"KeyAfter", "HashAfter"},
	"Clone":      {"Copy"},
	"FEN":        {"ToFEN", "GetFEN"},
	"Position":   {"PositionString"},
	"Load":       {"SetPosition"},
	"MoveString": {"MoveName"},
}

// CheckMethods says which of the optional methods a game or an engine has. It finds methods
// that the tester would otherwise ignore. They have
//   - the name of an optional method, but a different signature;
//   - the signature of an optional method that is missing, but another usual name, such as
//     Unmake for Undo;
//   - or only one method of a pair.
//
// Those that an embedded field promotes are no error.
func CheckMethods(optional []Method, g any) (said string, err error) {
	lines := []string{fmt.Sprintf("optional methods of %T:", g)}
	var errs []error
	for _, o := range optional {
		found := "found"
		if !reflect.TypeOf(g).Implements(o.Kind) {
			found = "no   "
			errs = append(errs, o.ignored(g)...)
		}
		var names []string
		for i := range o.Kind.NumMethod() {
			names = append(names, o.Kind.Method(i).Name)
		}
		lines = append(lines,
			fmt.Sprintf("%s %-14s %s", found, strings.Join(names, ", "), o.Checks))
	}
	return strings.Join(lines, "\n"), errors.Join(errs...)
}

// ignored returns an error for each method of a game that looks like one of an optional
// interface that the game does not implement.
func (o Method) ignored(g any) (errs []error) {
	see := cmp.Or(o.See, o.Kind.String())
	var right, missing []string
	for i := range o.Kind.NumMethod() {
		want := o.Kind.Method(i)
		wants := want.Name + signature(want.Type)
		is := method(reflect.TypeOf(g), want.Name)
		if is == "" {
			is = otherwiseNamed(reflect.TypeOf(g), want)
		}
		switch is {
		case "":
			missing = append(missing, "no "+want.Name)
		case wants:
			right = append(right, "the method "+want.Name)
		default:
			errs = append(
				errs, fmt.Errorf("%T has a method %s, want %s: see %s", g, is, wants, see),
			)
		}
	}
	if right != nil && missing != nil {
		errs = append(errs, fmt.Errorf("%T has %s but %s: see %s", g, right[0], missing[0], see))
	}
	return errs
}

// otherwiseNamed returns a type's own method that has another usual name of an optional
// method, and its signature, or "". A method with another signature may be anything.
func otherwiseNamed(t reflect.Type, want reflect.Method) string {
	for _, name := range usualNames[want.Name] {
		is := method(t, name)
		if strings.HasSuffix(is, signature(want.Type)) {
			return is
		}
	}
	return ""
}

// method returns a type's own method that has a name, in upper or lower case, with its
// signature, or "".
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
