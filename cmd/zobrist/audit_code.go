package main

import (
	"fmt"
	"regexp"
	"strings"
)

// isCode reports whether a line looks like source code.
func isCode(line string) bool {
	return strings.ContainsAny(line, "{}") || strings.HasSuffix(line, ";") || strings.HasSuffix(line, "[") || strings.HasPrefix(line, "#define")
}

// A bracket is an open one of source code.
type bracket struct {
	c     byte
	array *array // that it opens, or of which it is a row
}

// An array is one of source code, with its rows.
type array struct {
	name   string
	line   int
	long   bool // it has keys of 9 digits or more
	passed bool // it has numbers, which were passed over
}

// openBracket takes a bracket that follows head in its line.
func (r *keyReader) openBracket(c byte, head string) {
	if n := len(r.open); n > 0 && r.open[n-1].c != '(' && strings.IndexByte("{[,", r.last) >= 0 {
		r.open = append(r.open, bracket{c, r.open[n-1].array}) // a row
		return
	}
	a := &array{name: arrayName(head), line: r.number}
	r.arrays = append(r.arrays, a)
	r.open = append(r.open, bracket{c, a})
}

// maxDeclaration is how far an array's name may be from its bracket, in bytes: a
// line may hold many arrays.
const maxDeclaration = 200

var dimension = regexp.MustCompile(`\[[^\]]*\]`)

// arrayName returns the name of what is declared or assigned after head, or "".
func arrayName(head string) string {
	head = head[max(0, len(head)-maxDeclaration):]
	head = dimension.ReplaceAllString(head, " ")
	head = head[strings.LastIndexAny(head, "{(,;")+1:]
	i := strings.IndexAny(head, ":=")
	if i < 0 {
		return ""
	}
	words := strings.FieldsFunc(head[:i], func(c rune) bool { return c < 0x80 && !isWordByte(byte(c)) })
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// element reports whether a word between these bytes is an element of an array, by
// itself or as the argument of a call such as UINT64_C(1), and in which.
func (r *keyReader) element(before, after byte) (ok bool, in *array) {
	open := r.open
	if n := len(open); n > 0 && open[n-1].c == '(' && before == '(' && after == ')' {
		open, before, after = open[:n-1], ',', ','
	}
	n := len(open)
	if n == 0 {
		return false, nil
	}
	ok = open[n-1].c != '(' && strings.IndexByte("\x00{[,", before) >= 0 && strings.IndexByte("\x00}],", after) >= 0 && !(before == '[' && after == ']')
	return ok, open[n-1].array
}

// passOver reports whether a word is a number that is no key, as source code has
// many: a short one outside of the arrays that have long ones.
func (r *keyReader) passOver(w word, text string) bool {
	if !r.code || !r.long || w.long || w.kind == badKey || w.element && w.array.long {
		return false
	}
	if w.element && strings.IndexByte("-0123456789", text[0]) >= 0 {
		w.array.passed = true
	}
	return true
}

// passedOver names the arrays that were passed over, or is "".
func (r *keyReader) passedOver() string {
	var names []string
	for _, a := range r.arrays {
		switch {
		case !a.passed:
		case a.name == "":
			names = append(names, fmt.Sprint("line ", a.line))
		default:
			names = append(names, shortened(a.name))
		}
	}
	if len(names) == 0 {
		return ""
	}
	count := plural(len(names), "table")
	if len(names) > 5 {
		names = append(names[:5], "...")
	}
	return fmt.Sprintf("passed over: %s of small numbers (%s)", count, strings.Join(names, ", "))
}
