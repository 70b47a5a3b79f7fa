// Package gamekeys has the number of each feature of a game, by name: Polyglot's, a
// seed's, or an engine's own. It hashes positions with them.
package gamekeys

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/notation"
)

// SideBlack names a side number that counts when Black is to move.
const SideBlack = "side Black"

// A Set has the numbers of one game.
type Set struct {
	Title   string         // "chess, polyglot"
	Chess   *zobrist.Chess // this library's numbers, with the en passant rule; nil for Othello
	Othello *zobrist.Othello

	named []keycheck.Named       // the numbers, that of the side last
	own   map[string]zobrist.Key // by name, if they are an engine's own
}

// Rules returns the en passant rules, from the one that counts most often to the
// one that counts least often.
func Rules() [3]zobrist.EnPassantRule {
	return [3]zobrist.EnPassantRule{zobrist.EnPassantAlways, zobrist.EnPassantPseudoLegal,
		zobrist.EnPassantLegal}
}

// New returns the numbers that keys names: polyglot, for chess, or a seed. If keys is "", they are
// Polyglot's for chess, and seed 1's for othello. ep is the en passant rule; "" means pseudo-legal.
func New(game, keys, ep string) (*Set, error) {
	if _, err := notation.Start(game); err != nil {
		return nil, err
	}
	s := &Set{Title: "chess, polyglot", Chess: zobrist.Polyglot()}
	if game != "chess" || keys != "" && keys != "polyglot" {
		keys = strings.TrimSpace(cmp.Or(keys, "1"))
		seed, err := parseSeed(keys)
		if err != nil {
			return nil, err
		}
		s.Title = game + ", seed " + keys
		if game == "chess" {
			s.Chess = zobrist.NewChess(seed)
		} else {
			s.Chess = nil
			s.Othello = zobrist.NewOthello(seed)
		}
	}
	if s.Chess == nil {
		if ep != "" {
			return nil, fmt.Errorf("-ep is for chess: Othello has no en passant")
		}
		s.named = keycheck.Collect(s.Othello.Keys())
		return s, nil
	}
	s.named = keycheck.Collect(s.Chess.Keys())
	for _, rule := range Rules() {
		if cmp.Or(ep, zobrist.EnPassantPseudoLegal.String()) == rule.String() {
			s.Chess = s.Chess.WithEnPassant(rule)
			return s, nil
		}
	}
	return nil, fmt.Errorf("unknown en passant rule %q, want pseudo-legal, legal or always", ep)
}

func parseSeed(text string) (uint64, error) {
	digits := strings.TrimSpace(text)
	base := 10
	if hex, ok := strings.CutPrefix(digits, "0x"); ok {
		digits = hex
		base = 16
	}
	seed, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		return 0, fmt.Errorf("unknown keys %q, want a seed from 0 to 2^64-1, "+
			"in decimal or as 0x..., or polyglot for chess", text)
	}
	return seed, nil
}

// IsName reports whether keys is for [New]. Otherwise it names a file.
func IsName(keys string) bool {
	_, err := parseSeed(keys)
	return err == nil || keys == "" || keys == "polyglot"
}

// Own returns s with an engine's own numbers, under the same names. [SideBlack] may replace "side".
func (s *Set) Own(named []keycheck.Named) (*Set, error) {
	with := *s
	with.named = slices.Clone(s.named)
	with.own = make(map[string]zobrist.Key, len(named))
	for _, k := range named {
		if _, twice := with.own[k.Name]; twice {
			return nil, fmt.Errorf("two keys are named %q", k.Name)
		}
		with.own[k.Name] = k.Key
	}
	if _, ok := with.own[SideBlack]; ok {
		with.named[len(with.named)-1].Name = SideBlack
	}
	for i, k := range with.named {
		key, ok := with.own[k.Name]
		if !ok {
			return nil, fmt.Errorf("no key is named %q, want the names that zobrist keys prints",
				k.Name)
		}
		with.named[i].Key = key
	}
	return &with, nil
}

// Keys returns the numbers by name, in the order of [zobrist.Chess.Keys] or [zobrist.Othello.Keys].
func (s *Set) Keys() []keycheck.Named { return slices.Clone(s.named) }

// Side returns the number of the side to move.
func (s *Set) Side() zobrist.Key { return s.named[len(s.named)-1].Key }

// Hash returns the key of a position.
func (s *Set) Hash(p notation.Position) (h zobrist.Key) {
	if s.own != nil {
		for _, name := range s.Features(p) {
			h ^= s.own[name]
		}
		return h
	}
	if p, ok := p.(notation.Chess); ok {
		return p.Hash(s.Chess)
	}
	o := p.(notation.Othello)
	return o.Hash(s.Othello)
}

// HashChess returns the key of a position of chess. Unless the numbers are an engine's own, it does
// not allocate.
func (s *Set) HashChess(p *chess.Position) zobrist.Key {
	if s.own != nil {
		return s.Hash(notation.Chess{Position: *p})
	}
	return p.Hash(s.Chess)
}

// Features returns the names of the numbers that make up a position's key.
func (s *Set) Features(p notation.Position) []string {
	var all []string
	black := false
	switch p := p.(type) {
	case notation.Chess:
		for at, piece := range p.Board {
			if piece != zobrist.NoPiece {
				all = append(all, zobrist.Square(at).String()+" "+piece.String())
			}
		}
		for right := zobrist.WhiteShort; right <= zobrist.BlackLong; right <<= 1 {
			if p.Castling&right != 0 {
				all = append(all, "castling "+right.String())
			}
		}
		if p.Position.EnPassantKey(s.Chess) != 0 {
			all = append(all, "en passant "+p.EnPassant.String()[:1])
		}
		black = p.BlackToMove
	case notation.Othello:
		for at := range zobrist.Square(64) {
			if (p.Black>>at)&1 == 1 {
				all = append(all, at.String()+" "+zobrist.BlackDisc.String())
			}
			if (p.White>>at)&1 == 1 {
				all = append(all, at.String()+" "+zobrist.WhiteDisc.String())
			}
		}
		black = p.Position.ToMove == zobrist.BlackDisc
	}
	side := s.named[len(s.named)-1].Name
	if black == (side == SideBlack) {
		all = append(all, side)
	}
	return all
}
