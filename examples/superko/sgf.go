package main

import (
	"bytes"
	"fmt"
)

// A SyntaxError says what is wrong in a game record, and where.
type SyntaxError struct {
	Line, Column int // counted from 1, in bytes
	Message      string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message)
}

// ParseSGF reads a game of Go in the Smart Game Format, versions 1 to 4: the
// main line of the first game in the file. Of the properties it understands
// B, W, AB, AW, AE, PL, SZ and RU, and GM to refuse other games; the rest,
// handicap and komi among them, has no part in what is legal. See
// https://www.red-bean.com/sgf/ for the format.
//
// The error is a *SyntaxError, or nil. No input makes it panic.
func ParseSGF(text []byte) (*Record, error) {
	s := &scanner{text: text}
	nodes, err := s.mainLine()
	if err != nil {
		return nil, err
	}
	return s.interpret(nodes)
}

type scanner struct {
	text []byte
	at   int

	placed           int // place has counted up to here:
	lines, lineStart int // line breaks, and the byte after the last one
}

// A property as the file has it; a node is a list of them.
type property struct {
	name   string
	at     int
	values []value
}

type value struct {
	text string
	at   int // the place of its first byte
}

func (s *scanner) errorf(at int, format string, args ...any) error {
	line, column := s.place(at)
	return &SyntaxError{line, column, fmt.Sprintf(format, args...)}
}

// place returns the line and column of a byte. It counts on from the place it
// was asked about last, so that a large file is not counted over and over.
func (s *scanner) place(at int) (line, column int) {
	if at < s.placed {
		s.placed, s.lines, s.lineStart = 0, 0, 0
	}
	passed := s.text[s.placed:at]
	s.lines += bytes.Count(passed, []byte("\n"))
	if i := bytes.LastIndexByte(passed, '\n'); i >= 0 {
		s.lineStart = s.placed + i + 1
	}
	s.placed = at
	return s.lines + 1, at - s.lineStart + 1
}

// next skips white space and returns the byte that follows, 0 at the end.
func (s *scanner) next() byte {
	for ; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case ' ', '\t', '\n', '\r', '\v', '\f':
		default:
			return s.text[s.at]
		}
	}
	return 0
}

// found describes the byte that next returned, for an error.
func (s *scanner) found() string {
	if s.at >= len(s.text) {
		return "the file ends"
	}
	return fmt.Sprintf("found %q", s.text[s.at])
}

// mainLine reads the first game tree of the file and returns the nodes of its
// main line. What stands before the first "(;" is skipped, as the format
// wants: mail headers, a byte order mark. The first child of every node comes
// first, so the main line is all there is before the first ")"; the variations
// after it are read for their syntax only. There is no recursion that a file
// of a million "(" could drive too deep.
func (s *scanner) mainLine() ([][]property, error) {
	for {
		i := bytes.IndexByte(s.text[s.at:], '(')
		if i < 0 {
			return nil, s.errorf(len(s.text), `no game found, expected "(;"`)
		}
		s.at += i + 1
		if s.next() == ';' {
			break
		}
	}
	var nodes [][]property
	depth, main := 1, true
	canNode := true // a node may stand here: not after a variation
	for depth > 0 {
		switch c := s.next(); {
		case c == ';' && canNode:
			s.at++
			node, err := s.node()
			if err != nil {
				return nil, err
			}
			if main {
				nodes = append(nodes, node)
			}
		case c == '(':
			s.at++
			depth++
			if s.next() != ';' {
				return nil, s.errorf(s.at, `%s where a variation starts, expected ";"`, s.found())
			}
			canNode = true
		case c == ')':
			s.at++
			depth--
			main, canNode = false, false
		case canNode:
			return nil, s.errorf(s.at, `%s, expected a property, ";", "(" or ")"`, s.found())
		default:
			return nil, s.errorf(s.at, `%s after a variation, expected "(" or ")"`, s.found())
		}
	}
	return nodes, nil
}

// node reads the properties that follow a ";".
func (s *scanner) node() ([]property, error) {
	var node []property
	for isLetter(s.next()) {
		p := property{at: s.at}
		start := s.at
		for s.at < len(s.text) && isLetter(s.text[s.at]) {
			// FF[1] to FF[3] let a name have small letters, which do not count.
			if c := s.text[s.at]; c <= 'Z' {
				p.name += string(rune(c))
			}
			if s.at++; s.at-start > 100 {
				return nil, s.errorf(start, "a property name of more than 100 letters")
			}
		}
		if p.name == "" {
			return nil, s.errorf(start, "property name %q has no capital letter", s.text[start:s.at])
		}
		if s.next() != '[' {
			return nil, s.errorf(s.at, `%s after property %s, expected "["`, s.found(), p.name)
		}
		for s.next() == '[' {
			v, err := s.value(p.name)
			if err != nil {
				return nil, err
			}
			p.values = append(p.values, v)
		}
		node = append(node, p)
	}
	return node, nil
}

// value reads one "[...]". A backslash takes away the meaning of the byte
// after it, and disappears itself; with a line break after it both do.
func (s *scanner) value(name string) (value, error) {
	start := s.at
	s.at++
	v := value{at: s.at}
	var text []byte
	for ; s.at < len(s.text); s.at++ {
		c := s.text[s.at]
		switch {
		case c == ']':
			s.at++
			v.text = string(text)
			return v, nil
		case c != '\\':
			text = append(text, c)
		case s.at+1 < len(s.text):
			s.at++
			switch c = s.text[s.at]; {
			case c != '\n' && c != '\r':
				text = append(text, c)
			case s.at+1 < len(s.text) && s.text[s.at+1] != c && (s.text[s.at+1] == '\n' || s.text[s.at+1] == '\r'):
				s.at++ // CR LF, or LF CR
			}
		}
	}
	return v, s.errorf(start, `a value of property %s is not closed, expected "]" before the file ends`, name)
}

func isLetter(c byte) bool { return 'A' <= c&^0x20 && c&^0x20 <= 'Z' }
