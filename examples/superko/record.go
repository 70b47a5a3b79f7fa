package main

import (
	"strconv"
	"strings"
)

// A Record is the main line of a game record: what superko needs of it.
type Record struct {
	Size  int
	Rules string // RU
	Steps []Step
}

// A Step is a setup, when Color is Empty, or a move.
type Step struct {
	Color Color
	Point Point  // of a move; Pass; OffBoard
	Text  string // the move as the record has it

	Area   []Area // of a setup, in their order
	Player Color  // whose turn PL says it is; Empty when it does not say

	Line, Column int // of the property, counted from 1, in bytes
}

// An Area is a rectangle of points set up alike, most often a single point.
// The color is Empty to take stones away. It is not kept point by point, lest
// a small file fill the memory.
type Area struct {
	From, To Point // upper left, lower right
	Color    Color
}

// OffBoard is the point of a move that is well written but not on the board.
const OffBoard Point = -2

// interpret turns nodes into steps.
func (s *scanner) interpret(nodes [][]property) (*Record, error) {
	rec := &Record{Size: 19}
	for _, p := range nodes[0] { // the size first: every point depends on it
		var err error
		switch text := strings.TrimSpace(p.values[0].text); p.name {
		case "SZ":
			rec.Size, err = s.size(text, p.values[0].at)
		case "GM":
			if n, e := strconv.Atoi(text); e != nil || n != 1 {
				err = s.errorf(p.values[0].at, "property GM: game %.20q, expected 1, which is Go", text)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	for _, node := range nodes {
		for _, p := range node {
			if p.name == "RU" && rec.Rules == "" {
				rec.Rules = strings.TrimSpace(p.values[0].text)
			}
		}
		setup, moves, err := s.steps(node, rec.Size)
		if err != nil {
			return nil, err
		}
		if setup != nil {
			rec.Steps = append(rec.Steps, *setup)
		}
		rec.Steps = append(rec.Steps, moves...)
	}
	return rec, nil
}

// steps returns the setup of a node, nil when it has none, and its moves. The
// format forbids to have both in one node; where a file does, setup is first.
func (s *scanner) steps(node []property, size int) (setup *Step, moves []Step, err error) {
	for _, p := range node {
		var color Color
		switch p.name {
		case "B", "AB":
			color = Black
		case "W", "AW":
			color = White
		case "AE", "PL":
		default:
			continue
		}
		line, column := s.place(p.at)
		if p.name == "B" || p.name == "W" {
			if len(p.values) > 1 {
				return nil, nil, s.errorf(p.values[1].at-1, "property %s has %d values, expected one move", p.name, len(p.values))
			}
			move := Step{Color: color, Text: p.values[0].text, Line: line, Column: column}
			if move.Point, err = s.move(p.name, p.values[0], size); err != nil {
				return nil, nil, err
			}
			moves = append(moves, move)
			continue
		}
		if setup == nil {
			setup = &Step{Line: line, Column: column}
		}
		if p.name == "PL" {
			setup.Player, err = s.player(p.values[0])
		} else {
			err = s.stones(setup, p, color, size)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return setup, moves, nil
}

// size reads the value of SZ: "19", or "19:19".
func (s *scanner) size(text string, at int) (int, error) {
	width, height, two := strings.Cut(text, ":")
	n, err := strconv.Atoi(strings.TrimSpace(width))
	if err != nil || n < 1 || n > maxSize {
		return 0, s.errorf(at, "property SZ: size %.20q, expected a number from 1 to %d", text, maxSize)
	}
	if m, err := strconv.Atoi(strings.TrimSpace(height)); two && (err != nil || m != n) {
		return 0, s.errorf(at, "property SZ: size %.20q, expected a square board", text)
	}
	return n, nil
}

// player reads the value of PL. The words are of older versions.
func (s *scanner) player(v value) (Color, error) {
	switch strings.ToLower(strings.TrimSpace(v.text)) {
	case "b", "black", "1":
		return Black, nil
	case "w", "white", "2":
		return White, nil
	}
	return Empty, s.errorf(v.at, "property PL: player %.20q, expected B or W", v.text)
}

// move reads the value of B or W: a point, nothing for a pass, or tt for a
// pass, where that is no point of the board.
func (s *scanner) move(name string, v value, size int) (Point, error) {
	text := strings.TrimSpace(v.text)
	if text == "" || text == "tt" && size <= 19 {
		return Pass, nil
	}
	x, y, err := s.letters(name, text, v.at)
	if err != nil {
		return 0, err
	}
	if x >= size || y >= size {
		return OffBoard, nil
	}
	return Point(y*size + x), nil
}

// letters reads two letters, the column and the row: a to z are 0 to 25, and A
// to Z 26 to 51, the column counted from the left and the row from the top.
func (s *scanner) letters(name, text string, at int) (x, y int, err error) {
	if len(text) != 2 || !isLetter(text[0]) || !isLetter(text[1]) {
		return 0, 0, s.errorf(at, "property %s: point %.20q, expected two letters", name, text)
	}
	index := func(c byte) int {
		if c >= 'a' {
			return int(c - 'a')
		}
		return int(c-'A') + 26
	}
	return index(text[0]), index(text[1]), nil
}

// stones reads the value of AB, AW or AE: points, and rectangles of points
// written as two opposite corners, aa:cc.
func (s *scanner) stones(setup *Step, p property, color Color, size int) error {
	for _, v := range p.values {
		text := strings.TrimSpace(v.text)
		if text == "" {
			continue // AB[]: a list of nothing, which some programs write
		}
		first, last, two := strings.Cut(text, ":")
		if !two {
			last = first
		}
		x0, y0, err := s.letters(p.name, strings.TrimSpace(first), v.at)
		if err != nil {
			return err
		}
		x1, y1, err := s.letters(p.name, strings.TrimSpace(last), v.at)
		if err != nil {
			return err
		}
		if max(x0, y0, x1, y1) >= size {
			return s.errorf(v.at, "property %s: point %.20q is not on a board of %d by %d", p.name, text, size, size)
		}
		setup.Area = append(setup.Area, Area{
			From:  Point(min(y0, y1)*size + min(x0, x1)),
			To:    Point(max(y0, y1)*size + max(x0, x1)),
			Color: color,
		})
	}
	return nil
}
