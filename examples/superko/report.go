package main

import (
	"fmt"
	"strings"
)

// Replay plays a record over by the rules of its RU property, or by another
// rule about repetition when override is not nil, and writes for a person to
// read what it finds: the first illegal move, or that there is none. It
// reports whether all moves are legal.
func Replay(name string, rec *Record, override *Rule) (report string, legal bool) {
	rules := RulesOf(rec.Rules)
	if override != nil {
		rules.Repeat, rules.Remark = *override, ""
	}
	r := &replay{Game: NewGame(rec.Size, rules)}
	turn := turns(rec.Steps)
	r.Start(turn[0], "at the start")

	suicide := "suicide forbidden"
	if rules.Suicide {
		suicide = "suicide allowed"
	}
	r.printf("%s: %dx%d, %s rules: %v, %s\n", name, rec.Size, rec.Size, rules.Name, rules.Repeat, suicide)
	r.note(rules.Remark)
	for i, step := range rec.Steps {
		if step.Color == Empty {
			r.setup(step, turn[i])
			continue
		}
		if err := r.move(step); err != nil {
			r.refuse(step, err)
			return r.text.String(), false
		}
	}
	r.passesNote()
	switch {
	case r.moves == 0:
		r.printf("  no moves\n")
	case r.repetition:
		r.printf("  all moves are legal (%d)\n", r.moves)
	default:
		r.printf("  all moves are legal (%d), and no play repeats a position\n", r.moves)
	}
	return r.text.String(), true
}

type replay struct {
	*Game
	text       strings.Builder
	moves      int  // so far
	repetition bool // one has been noted
	passes     int  // taken as read, because a player moved twice running
	firstPass  int  // the number of the move after the first of them
}

func (r *replay) printf(format string, args ...any) { fmt.Fprintf(&r.text, format, args...) }

func (r *replay) note(text string) {
	if text != "" {
		r.printf("  note: %s\n", text)
	}
}

// turns returns who is to move before each step, and after the last: the player
// whom a setup names, else the one who moves next (in handicap games White).
func turns(steps []Step) []Color {
	turn := make([]Color, len(steps)+1)
	turn[len(steps)] = Black
	for i := len(steps) - 1; i >= 0; i-- {
		switch turn[i] = turn[i+1]; {
		case steps[i].Color != Empty:
			turn[i] = steps[i].Color
		case steps[i].Player != Empty:
			turn[i] = steps[i].Player
		}
	}
	return turn
}

func (r *replay) setup(step Step, toMove Color) {
	if step.Area == nil {
		return // PL alone: the next move tells the same
	}
	for _, a := range step.Area {
		width := int(a.To)%r.Size - int(a.From)%r.Size
		for row := a.From; row <= a.To; row += Point(r.Size) {
			for p := row; p <= row+Point(width); p++ {
				r.Set(p, a.Color)
			}
		}
	}
	if r.moves == 0 {
		r.Start(toMove, "at the start")
		return
	}
	r.note(fmt.Sprintf("the record changes the position after move %d: repetition is counted from there", r.moves))
	r.Start(toMove, fmt.Sprintf("set up after move %d", r.moves))
}

func (r *replay) move(step Step) error {
	r.moves++
	if step.Color != r.ToMove {
		if r.passes++; r.passes == 1 {
			r.firstPass = r.moves
		}
		_ = r.Play(Pass, fmt.Sprintf("before move %d", r.moves)) // a pass is never illegal
	}
	if step.Point == OffBoard {
		return &Illegal{Why: fmt.Sprintf("not a point of a board of %d by %d", r.Size, r.Size)}
	}
	if err := r.Play(step.Point, fmt.Sprintf("after move %d", r.moves)); err != nil {
		return err
	}
	if step.Point != Pass && !r.repetition {
		if when, same := r.Repeats(); when != "" {
			r.repetition = true
			who := "other"
			if same {
				who = "same"
			}
			r.note(fmt.Sprintf("move %d, %v %s, repeats the position %s, with the %s player to move: %v allows that",
				r.moves, step.Color, r.Name(step.Point), when, who, r.Rules.Repeat))
		}
	}
	return nil
}

func (r *replay) refuse(step Step, err error) {
	r.passesNote()
	point := fmt.Sprintf("%.10q", step.Text)
	if step.Point != OffBoard {
		point = r.Name(step.Point)
	}
	r.printf("  move %d, %v %s (line %d, column %d of the file) is illegal:\n  %v\n\n", r.moves, step.Color, point, step.Line, step.Column, err)
	at := step.Point
	legend := fmt.Sprintf("before move %d; X is Black, O is White", r.moves)
	switch {
	case at == OffBoard:
		at = Pass
	case r.Stones[at] != Empty:
		legend += ", the point in parentheses"
		step.Color = r.Stones[at]
	default:
		legend += ", the refused stone in parentheses"
	}
	r.printf("%s  %s\n", indent(r.Draw(at, step.Color)), legend)
}

func (r *replay) passesNote() {
	switch {
	case r.passes == 1:
		r.note(fmt.Sprintf("the player of move %d moves twice running: the opponent is taken to have passed", r.firstPass))
	case r.passes > 1:
		r.note(fmt.Sprintf("players move twice running %d times, first at move %d: their opponents are taken to have passed", r.passes, r.firstPass))
	}
}

func indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ") + "\n"
}
