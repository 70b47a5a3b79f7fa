package board

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/notation"
	"github.com/zobrist-go/zobrist/othello"
)

func showOthello(v *View, k keys, q notation.Othello) {
	p := q.Position
	v.Cells = strings.ReplaceAll(p.String()[:64], "-", ".")
	moves := p.Moves()
	for set := moves; set != 0; set &= set - 1 {
		at := bits.TrailingZeros64(set)
		v.Moves = append(v.Moves, Move{-1, at, zobrist.Square(at).String()})
	}
	_, err := q.Next(notation.Pass)
	v.Pass = err == nil
	status := fmt.Sprintf("%v to move", p.ToMove)
	switch {
	case v.Pass:
		status = fmt.Sprintf("%v has no move and must pass", p.ToMove)
	case moves == 0:
		status = "The game is over"
	}
	v.Status = fmt.Sprintf("%s. Black %d, White %d",
		status, bits.OnesCount64(p.Black), bits.OnesCount64(p.White))
	v.Switches = []Switch{sideSwitch(k, q)}
}

// editOthello returns the text of p with one thing changed: "side", or a disc on a square,
// "e4 X", "e4 O" or "e4 ." for none.
func editOthello(p othello.Position, edit string) (string, error) {
	if edit == "side" {
		p.Pass()
		return p.String(), nil
	}
	what, disc, _ := strings.Cut(edit, " ")
	at, err := zobrist.ParseSquare(what)
	if err != nil {
		return "", err
	}
	p.Black &^= 1 << at
	p.White &^= 1 << at
	switch disc {
	case "X":
		p.Black |= 1 << at
	case "O":
		p.White |= 1 << at
	case ".":
	default:
		return "", fmt.Errorf("disc %q, want X, O or . for none", disc)
	}
	return p.String(), nil
}
