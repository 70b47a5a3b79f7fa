package observe

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/rare"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

const (
	clockPlaces = 3   // boards for which clocks are asked
	mostClock   = 106 // clocks: above those of all sequences that are asked for

	// laterMoves is how much later the other number of the move is. It is odd, as some keys use
	// the parity.
	laterMoves = 37

	probePlaces = 60 // places whose FENs have their fields changed
	riskyLives  = 20 // of an engine that is asked for positions that its game may not have
)

// askClocks asks for the keys of some boards with each halfmove clock, and with another number of
// the move.
func (g *gatherer) askClocks() {
	withClocks := slices.DeleteFunc(slices.Clone(g.log.Places), func(p *Place) bool {
		return Clockless(p.FEN) == p.FEN
	})
	most := g.pace.count(mostClock, mostClock/4)
	for _, p := range spread(withClocks, g.pace.count(clockPlaces, 1)) {
		scan := ClockScan{FEN: p.FEN, LaterFEN: later(p.FEN)}
		queries := []source.Query{{FEN: scan.FEN}, {FEN: scan.LaterFEN}}
		for clock := range most {
			queries = append(queries, source.Query{FEN: WithClock(p.FEN, clock)})
		}
		answers := g.main.Ask(queries...)
		scan.Number, scan.Later, scan.Clocks = answers[0], answers[1], answers[2:]
		g.log.Clocks = append(g.log.Clocks, scan)
	}
}

// Clockless returns a FEN without its last two fields if these are clocks.
func Clockless(fen string) string {
	fields := strings.Fields(fen)
	for len(fields) > 4 && strings.Trim(fields[len(fields)-1], "0123456789") == "" {
		fields = fields[:len(fields)-1]
	}
	return strings.Join(fields, " ")
}

// WithClock returns a FEN with another halfmove clock, and a number of the move that is possible
// with it.
func WithClock(fen string, clock int) string {
	return fmt.Sprint(Clockless(fen), " ", clock, " ", clock/2+1)
}

// later returns a FEN with a later number of the move.
func later(fen string) string {
	at := strings.LastIndexByte(fen, ' ')
	number, _ := strconv.Atoi(fen[at+1:])
	return fmt.Sprint(fen[:at], " ", number+laterMoves)
}

// askFENs asks for the keys of FENs that have each man on each square, and of pairs that differ in
// one field.
func (g *gatherer) askFENs() {
	client := g.main
	var bases, fens []string
	for _, p := range spread(g.log.Places, probePlaces) {
		if g.comparable(p) {
			bases = append(bases, p.FEN)
		}
	}
	if g.log.Known {
		pushed := pushedFENs()
		bases = append(bases, pushed...)
		fens = append(menFENs(), bases...)
		bases = append(bases, rare.Starts()...)
		bases = append(bases, rightsFENs()...)
	} else {
		client = g.main.Fresh()
		defer client.Close()
		client.harmless, client.lives = true, riskyLives
	}
	var probes []Probe
	for _, fen := range bases {
		probes = append(probes, g.probes(fen)...)
	}
	probes = spread(probes, g.pace.count(len(probes), 30))
	fens = spread(fens, g.pace.count(len(fens), 60))
	for _, p := range probes {
		fens = append(fens, p.FEN, p.Without)
	}
	slices.Sort(fens)
	fens = slices.Compact(fens)
	var queries []source.Query
	for _, fen := range fens {
		queries = append(queries, source.Query{FEN: fen})
	}
	for i, a := range client.Ask(queries...) {
		// Without rules, the FEN that the engine prints shows whether it is a position of the game.
		if Answered(a) && (g.log.Known || Clockless(a.FEN) == Clockless(fens[i])) {
			g.log.FENs[fens[i]] = a.Key
		}
	}
	for _, p := range probes {
		_, with := g.log.FENs[p.FEN]
		_, without := g.log.FENs[p.Without]
		if with && without {
			g.log.Probes = append(g.log.Probes, p)
		}
	}
}

// comparable reports whether FENs of a place mean the same to each engine. Engines of standard
// chess differ in what castling with a rook off its corner means.
func (g *gatherer) comparable(p *Place) bool {
	return !g.log.Known || g.log.About.Chess960 || p.Board.CheckStandard() == nil
}

// sortedFENs returns the single FENs in an order that is the same each time.
func (g *gatherer) sortedFENs() []string { return slices.Sorted(maps.Keys(g.log.FENs)) }

// pushedFENs returns positions after a double push on each file, for each side, with and without a
// legal capture, and one in which two pawns can capture.
func pushedFENs() (fens []string) {
	for _, line := range rare.EnPassant() {
		p, err := chess.ParseFEN(line.FEN)
		if err != nil {
			continue
		}
		push, err := chess.ParseMove(line.Moves[0])
		if err == nil && p.Play(push) {
			fens = append(fens, p.FEN())
		}
	}
	return append(fens, "4k3/8/8/8/pPp5/8/8/4K3 b - b3 0 1")
}

// rightsFENs returns a position with each set of castling rights.
func rightsFENs() (fens []string) {
	const board = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R"
	for rights := zobrist.CastlingRights(1); rights <= 15; rights++ {
		fens = append(fens, board+" w "+rights.String()+" - 0 1")
	}
	return fens
}

// FixedFENs returns positions with each man on each square.
func FixedFENs() []string { return menFENs() }

// menFENs has each man on each square beside two kings, and each king on each square, with several
// squares for the other, so that all numbers of a king are known relative to each other.
func menFENs() (fens []string) {
	kings := [][2]zobrist.Square{{0, 63}, {7, 56}, {4, 60}, {63, 0}}
	for man := zobrist.WhitePawn; man <= zobrist.BlackKing; man++ {
		for s := range zobrist.Square(64) {
			for _, pair := range kings {
				p, ok := withMan(man, s, pair)
				if !ok {
					continue
				}
				fens = append(fens, p.FEN())
				if man.Kind() != zobrist.WhiteKing {
					break
				}
			}
		}
	}
	return fens
}

// withMan returns two kings and a man; of a king, the other king and it. ok is false if there is no
// such position.
func withMan(
	man zobrist.ChessPiece,
	s zobrist.Square,
	kings [2]zobrist.Square,
) (p chess.Position, ok bool) {
	p = chess.Position{BlackToMove: !man.Black(), FullmoveNumber: 1}
	p.Board[kings[0]], p.Board[kings[1]] = zobrist.WhiteKing, zobrist.BlackKing
	switch man {
	case zobrist.WhiteKing:
		p.Board[kings[0]] = zobrist.NoPiece
	case zobrist.BlackKing:
		p.Board[kings[1]] = zobrist.NoPiece
	}
	onLastRank := s.Rank() == 0 || s.Rank() == 7
	if p.Board[s] != zobrist.NoPiece || man.Kind() == zobrist.WhitePawn && onLastRank {
		return p, false
	}
	p.Board[s] = man
	return p, !movegen.KingHangs(&p)
}

// probes returns pairs of a FEN and the same with one field changed.
func (g *gatherer) probes(fen string) (all []Probe) {
	s, err := state.Parse(fen)
	fields := strings.Fields(fen)
	if err != nil || len(fields) < 4 {
		return nil
	}
	if g.log.Known {
		fields = append(
			fields[:4:4],
			"0",
			"1",
		) // whatever the clocks change is no matter of the field
	}
	base := strings.Join(fields, " ")
	without := func(f state.Feature, field int, text string) {
		changed := slices.Clone(fields)
		changed[field] = text
		all = append(all, Probe{Feature: f, FEN: base, Without: strings.Join(changed, " ")})
	}
	for i, right := range s.Castling {
		left := strings.Replace(fields[2], s.RightLetters[i:i+1], "", 1)
		if left == "" {
			left = "-"
		}
		without(state.Castling(string(right)), 2, left)
	}
	if g.log.Known && len(s.Castling) > 1 {
		without(state.Castling(s.Castling), 2, "-")
	}
	switch {
	case s.EP == "" && g.canTurn(base):
		without(state.Feature{Kind: state.Side}, 1, otherSide(fields[1]))
	case g.log.Known && s.LegalEP():
		without(state.Feature{Kind: state.EnPassant, Square: s.EP[:1]}, 3, "-")
	}
	return all
}

// otherSide returns the other side to move in the notation of a game.
func otherSide(side string) string {
	if side == "b" {
		return "w" // red in xiangqi, which engines take as well
	}
	return "b"
}

// canTurn reports whether the other side may be to move. If that gives the same position with the
// colours swapped, keys that are those of the board as the side to move sees it are equal by
// design.
func (g *gatherer) canTurn(fen string) bool {
	if !g.log.Known {
		return true
	}
	p, err := chess.ParseFEN(fen)
	if err != nil {
		return false
	}
	p.BlackToMove = !p.BlackToMove
	return !movegen.KingHangs(&p) && p.FEN() != rare.Mirror(fen)
}
