package solve

import (
	"strconv"
	"strings"
)

// Constant names a feature of every position. Its number is the key of an empty board.
const Constant = "constant"

// by it a square's number differs from that of the same file for the other side
const mirrored = ", not mirrored)"

// Features returns the names of the features of a position: so many that every known scheme
// is linear in them.
func Features(p *Position) []string {
	names := make([]string, 1, len(p.Board)+12)
	names[0] = Constant
	for _, man := range p.Board {
		names = append(names, man.Square+" "+man.Letter)
	}
	if p.Black {
		names = append(names, "side")
	}
	for i := range len(p.Castling) {
		names = append(names, "castling "+p.Castling[i:i+1])
	}
	if len(p.Castling) > 1 {
		names = append(names, "castling "+p.Castling)
	}
	if p.EP != "" {
		name := "en passant " + p.EP[:1] + p.epClass()
		names = append(names, name)
		if !p.Black {
			names = append(names, name+" ("+p.EP+mirrored)
		}
	}
	for _, c := range p.Pocket {
		names = append(names, c.Letter+" in hand "+strconv.Itoa(c.N))
	}
	if p.Checks != "" {
		white, black, _ := strings.Cut(strings.TrimPrefix(p.Checks, "+"), "+")
		names = append(names, "white checks "+white, "black checks "+black)
	}
	count := make(map[string]int)
	for _, man := range p.Board {
		count[man.Letter]++
		names = append(names, "number for "+strconv.Itoa(count[man.Letter])+" "+man.Letter)
	}
	if p.check {
		names = append(names, "number for check")
	}
	if p.Black && p.Castling != "" {
		names = append(names, "number for the side with castling "+p.Castling)
	}
	for i, f := range p.Other {
		names = append(names, "field "+strconv.Itoa(i+1)+" "+f)
	}
	return names
}

// besides reports whether most engines have no number for a feature, since others explain
// it: a set of castling rights, or an en passant square of White apart from its file. It is
// zero if the keys do not tell.
func besides(name string) bool {
	return extra(name) || strings.HasSuffix(name, ")") && !idle(name) ||
		strings.HasPrefix(name, "castling ") && len(name) > len("castling K")
}

// extra reports whether a feature is no part of a position: a check, or a count of pieces.
func extra(name string) bool { return strings.HasPrefix(name, "number for ") }

// idle reports whether a feature is an en passant square where no capture is legal.
func idle(name string) bool { return strings.HasSuffix(name, "capture)") }

// epClass returns the class of the en passant square, as a suffix of its name. Only in
// chess is it known which captures are legal. In other games every capture counts as legal.
func (p *Position) epClass() string {
	switch {
	case !p.Capturable():
		return " (no pawn can capture)"
	case p.illegalEP:
		return " (no legal capture)"
	}
	return ""
}
