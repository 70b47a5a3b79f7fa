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

// methodNames joins the names of the methods of an interface.
func methodNames(kind reflect.Type) string {
	names := make([]string, kind.NumMethod())
	for i := range names {
		names[i] = kind.Method(i).Name
	}
	return strings.Join(names, ", ")
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
		found := "no   "
		if game.Implements(o.Kind) {
			found = "found"
		}
		lines = append(lines, fmt.Sprintf("%s %-14s %s", found, methodNames(o.Kind), o.Checks))
		if game.Implements(o.Kind) {
			continue
		}
		wrong := func(method, format string, args ...any) {
			err := fmt.Errorf("%v has "+format+": see %v", append(append([]any{game}, args...), cmp.Or(o.See, o.Kind.String()))...)
			if field := promotes(all.Elem(), method); field != "" {
				promoted = append(promoted, fmt.Sprintf("ignored, because the embedded %s has it: %v", field, err))
			} else {
				errs = append(errs, err)
			}
		}
		var right, missing []string
		for i := range o.Kind.NumMethod() {
			want := o.Kind.Method(i)
			got := methodType(all, want.Name)
			_, direct := game.MethodByName(want.Name)
			like := foldedName(all, want.Name)
			switch {
			case got == nil && like == "":
				missing = append(missing, want.Name)
			case got == nil:
				wrong(like, "a method %s, want %s", like, want.Name)
			case got != want.Type:
				wrong(want.Name, "a method %s%s, want %[2]s%[4]s", want.Name, signature(got), signature(want.Type))
			case !direct:
				wrong(want.Name, "the method %s only on its pointer type, but newGame returns no pointer", want.Name)
			default:
				right = append(right, want.Name)
			}
		}
		if right != nil && missing != nil {
			wrong(right[0], "the method %s but no %s", right[0], missing[0])
		}
	}
	return strings.Join(append(lines, promoted...), "\n"), errors.Join(errs...)
}

// promotes returns the name of the embedded field of a type that has the method with
// the signature that the type itself has, or "".
func promotes(t reflect.Type, method string) string {
	own := methodType(reflect.PointerTo(t), method)
	for i := 0; own != nil && t.Kind() == reflect.Struct && i < t.NumField(); i++ {
		f := t.Field(i)
		from := f.Type
		if from.Kind() != reflect.Interface && from.Kind() != reflect.Pointer {
			from = reflect.PointerTo(from)
		}
		if f.Anonymous && methodType(from, method) == own {
			return f.Name
		}
	}
	return ""
}

// methodType returns the type of a method, without its receiver, or nil.
func methodType(t reflect.Type, name string) reflect.Type {
	m, ok := t.MethodByName(name)
	switch {
	case !ok:
		return nil
	case t.Kind() == reflect.Interface:
		return m.Type
	}
	return reflect.Zero(t).Method(m.Index).Type()
}

// signature formats the type of a function. reflect writes type arguments with their full
// path.
func signature(f reflect.Type) string {
	s := strings.TrimPrefix(f.String(), "func")
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
