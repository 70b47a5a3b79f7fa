// Package state says what a position is: a FEN of any game as typed features, and what each
// feature is called.
//
// A key is the XOR of one number for each feature of a state. So whatever else the tester knows
// about a key, it knows in terms of features: which it has, which it lacks, and which a move
// changes.
package state

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/lines"
	"github.com/zobrist-go/zobrist/internal/words"
)

// A State is the content of a FEN of any game: letters on squares, and fields.
type State struct {
	FEN    string
	Men    []Man   // from the highest rank, file by file
	Pocket []Stock // pieces in hand, sorted by letter
	Black  bool    // the second player moves
	// Castling is the letters of the rights, sorted; "" for none. In chess they are letters
	// of KQkq, also if the FEN names the files of rooks.
	Castling string
	// RightLetters is the letters that the FEN has for the rights of Castling, in that order.
	RightLetters string
	EP           string // the en passant square, or ""
	Checks       string // check counters such as "3+3", or ""
	Other        []string
	Clock        int // the halfmove clock; 0 without one

	files     int
	rooks     []Feature // of kind RookSquare
	illegalEP bool      // it is known that the en passant capture is illegal
	check     bool      // it is known that the side to move is in check
}

// A Man is a piece on a square. A promoted piece has '+' before the letter in shogi, and '~' after
// it elsewhere.
type Man struct {
	Square string // "e4"
	Piece  string // "P", "+r", "Q~"
}

// A Stock is a number of pieces in hand.
type Stock struct {
	Piece string
	N     int
}

// Parse reads a FEN: a board of any size, perhaps with a pocket, the side to move, and the fields
// of the game. Only the board is required.
func Parse(fen string) (*State, error) {
	fields := strings.Fields(fen)
	if len(fields) == 0 {
		return nil, fmt.Errorf("no board in an empty position")
	}
	s := &State{FEN: fen}
	if err := s.parseBoard(fields[0]); err != nil {
		return nil, err
	}
	if len(fields) == 1 {
		return s, nil
	}
	switch fields[1] {
	case "w", "r": // red moves first in xiangqi
	case "b":
		s.Black = true
	default:
		return nil, fmt.Errorf("side to move %q: want w, r or b", fields[1])
	}
	s.parseFields(fields[2:])
	board, err := chess.ParseFEN(fen)
	if err == nil {
		s.readRights(&board)
		s.check = board.InCheck()
		s.illegalEP = s.CanCapture() && !board.EnPassantCounts(zobrist.EnPassantLegal)
	}
	return s, nil
}

// parseBoard reads the first field: ranks from the highest one, and perhaps a pocket.
func (s *State) parseBoard(text string) error {
	const mostRanks = 32
	board, pocket, hasPocket := strings.Cut(text, "[")
	ranks := strings.Split(board, "/")
	if len(ranks) < 2 || len(ranks) > mostRanks {
		return fmt.Errorf(
			"board %q has %d ranks, want 2 to %d",
			lines.Excerpt(text),
			len(ranks),
			mostRanks,
		)
	}
	for i, rank := range ranks {
		if err := s.parseRank(rank, len(ranks)-i); err != nil {
			return err
		}
	}
	if hasPocket {
		return s.parsePocket(pocket)
	}
	return nil
}

// parseRank reads one rank, whose number counts from the bottom.
func (s *State) parseRank(rank string, number int) error {
	const mostFiles = 26 // as many as there are letters
	file := 0
	for rank != "" {
		man, empty, length := nextInRank(rank)
		if length == 0 {
			return fmt.Errorf("rank %d of the board has %q", number, rank[0])
		}
		if man != "" {
			s.Men = append(s.Men, Man{squareName(file, number), man})
			file++
		}
		file += empty
		rank = rank[length:]
		if file > mostFiles {
			return fmt.Errorf("rank %d of the board has more than %d squares", number, mostFiles)
		}
	}
	if s.files != 0 && file != s.files {
		return fmt.Errorf(
			"rank %d of the board has %d squares, but another rank has %d",
			number,
			file,
			s.files,
		)
	}
	s.files = file
	return nil
}

// nextInRank reads a man or a count of empty squares at the start of a rank. length is 0 if there
// is neither.
func nextInRank(rank string) (man string, empty, length int) {
	const mostEmpty = 100 // more than a rank may have, so that no count overflows
	for length < len(rank) && '0' <= rank[length] && rank[length] <= '9' {
		length++
	}
	if length > 0 {
		empty, _ = strconv.Atoi(rank[:length])
		return "", min(empty, mostEmpty), length
	}
	if rank[0] == '+' && len(rank) > 1 {
		length = 1
	}
	if !words.IsLetter(rank[length]) {
		return "", 0, 0
	}
	length++
	if length < len(rank) && rank[length] == '~' {
		length++
	}
	return rank[:length], 0, length
}

// parsePocket reads pieces in hand: "QPp", or with counts, "2Pp".
func (s *State) parsePocket(text string) error {
	const mostInHand = 1000 // more than any game has, so that no count overflows
	counts := make(map[string]int)
	n := 0
	text = strings.TrimSuffix(strings.TrimSuffix(text, "]"), "-")
	for _, c := range text {
		switch {
		case '0' <= c && c <= '9':
			n = min(10*n+int(c-'0'), mostInHand)
		case c < 0x80 && words.IsLetter(byte(c)):
			counts[string(c)] += max(n, 1)
			n = 0
		default:
			return fmt.Errorf("pieces in hand %q: want letters", text)
		}
	}
	for _, piece := range slices.Sorted(maps.Keys(counts)) {
		s.Pocket = append(s.Pocket, Stock{piece, counts[piece]})
	}
	return nil
}

// parseFields reads the fields after the side to move: castling, en passant and others. The first
// number is the halfmove clock. Other numbers are no part of a state.
func (s *State) parseFields(fields []string) {
	numbers := 0
	for i, field := range fields {
		n, err := strconv.Atoi(field)
		isNumber := err == nil && field[0] != '+' && field[0] != '-'
		switch {
		case isNumber:
			numbers++
			if numbers == 1 {
				s.Clock = n
			}
		case field == "-":
		case strings.Contains(field, "+") && strings.Trim(field, "+0123456789") == "":
			s.Checks = field
		case i == 0 && words.AllLetters(field):
			letters := []byte(field)
			slices.Sort(letters)
			s.Castling = string(letters)
			s.RightLetters = s.Castling
		case isSquare(field):
			s.EP = field
		default:
			s.Other = append(s.Other, field)
		}
	}
}

// readRights replaces the letters of rights by those of KQkq, and finds the rooks that are not in
// the corners. Of two rooks on one side of the king, the letter is for the outer one (X-FEN), and
// the inner one is named by its file, so that the move of one rook may change the letter of
// another's right. The right and the rook's square stay.
func (s *State) readRights(board *chess.Position) {
	field := s.Castling
	s.Castling, s.RightLetters = "", ""
	for i, letter := range "KQkq" {
		right := zobrist.WhiteShort << i
		if board.Castling&right == 0 {
			continue
		}
		text := string(letter)
		square := board.Rook(right).String()
		if square != corner(text) {
			s.rooks = append(s.rooks, Feature{Kind: RookSquare, Text: text, Square: square})
		}
		s.Castling += text
		if !strings.Contains(field, text) {
			text = square[:1] // its file, in upper case for White
			if letter < 'a' {
				text = strings.ToUpper(text)
			}
		}
		s.RightLetters += text
	}
}

// isSquare reports whether a field names a square: a letter and a number.
func isSquare(text string) bool {
	if len(text) < 2 || text[0] < 'a' || text[0] > 'z' {
		return false
	}
	return strings.Trim(text[1:], "0123456789") == ""
}

// CanCapture reports whether a pawn of the side to move stands beside the pawn that made a double
// push, so that it can capture en passant, legally or not.
func (s *State) CanCapture() bool {
	if s.EP == "" {
		return false
	}
	file := int(s.EP[0] - 'a')
	passed, _ := strconv.Atoi(s.EP[1:])
	pawn, rank := "P", passed-1
	if s.Black {
		pawn, rank = "p", passed+1
	}
	left := Man{squareName(file-1, rank), pawn}
	right := Man{squareName(file+1, rank), pawn}
	return slices.Contains(s.Men, left) || slices.Contains(s.Men, right)
}

// LegalEP reports whether a pawn can capture en passant, as far as that is known. In games whose
// rules are not known, each capture counts as legal.
func (s *State) LegalEP() bool { return s.CanCapture() && !s.illegalEP }

// UnsureEP reports whether a pawn stands beside, but its capture would be illegal. Engines follow
// all sorts of rules there, and some none.
func (s *State) UnsureEP() bool { return s.illegalEP }

// Capture says whether a pawn can capture on the en passant square.
func (s *State) Capture() Capture {
	switch {
	case !s.CanCapture():
		return NoCapture
	case s.illegalEP:
		return NoLegalCapture
	}
	return LegalCapture
}

// squareName returns a name such as "e4". Files count from 0, and ranks from 1.
func squareName(file, rank int) string {
	return string(rune('a'+file)) + strconv.Itoa(rank)
}

// Features returns the features of the state: so many that the keys of every known engine are an
// XOR of numbers of some of them. The constant one comes first, and then the men.
func (s *State) Features() []Feature {
	all := make([]Feature, 1, 2*len(s.Men)+12)
	all[0] = Feature{Kind: Constant}
	for _, man := range s.Men {
		all = append(all, Feature{Kind: Piece, Square: man.Square, Piece: man.Piece})
	}
	if s.Black {
		all = append(all, Feature{Kind: Side})
	}
	for _, right := range s.Castling {
		all = append(all, Castling(string(right)))
	}
	if len(s.Castling) > 1 {
		all = append(all, Castling(s.Castling))
	}
	all = append(all, s.rooks...)
	all = append(all, s.enPassant()...)
	for _, stock := range s.Pocket {
		all = append(all, Feature{Kind: Hand, Piece: stock.Piece, N: stock.N})
	}
	if s.Checks != "" {
		white, black, _ := strings.Cut(strings.TrimPrefix(s.Checks, "+"), "+")
		all = append(all, Feature{Kind: Checks, Text: "white checks " + white})
		all = append(all, Feature{Kind: Checks, Text: "black checks " + black})
	}
	all = append(all, s.extras()...)
	for i, field := range s.Other {
		all = append(all, Feature{Kind: Field, N: i + 1, Text: field})
	}
	return all
}

// enPassant returns the features of the en passant square. Engines have a number for each file, or
// one for each square. So the first player's squares have a feature of their own beside the file.
func (s *State) enPassant() []Feature {
	if s.EP == "" {
		return nil
	}
	file := Feature{Kind: EnPassant, Square: s.EP[:1], Capture: s.Capture()}
	if s.Black {
		return []Feature{file}
	}
	return []Feature{file, {Kind: EnPassantSquare, Square: s.EP, Capture: file.Capture}}
}

// extras returns the features that are no part of a position by themselves.
func (s *State) extras() (all []Feature) {
	count := make(map[string]int)
	for _, man := range s.Men {
		count[man.Piece]++
		all = append(all, Feature{Kind: Count, Piece: man.Piece, N: count[man.Piece]})
	}
	if s.check {
		all = append(all, Feature{Kind: InCheck})
	}
	if s.Black && s.Castling != "" {
		all = append(all, Feature{Kind: SideRights, Text: s.Castling})
	}
	return all
}

// KindsOf returns the names of the kinds of some features, sorted, each once.
func KindsOf(features []Feature) (kinds []string) {
	for _, f := range features {
		kinds = append(kinds, f.Kind.String())
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// Names returns the names of features.
func Names(features []Feature) (names []string) {
	for _, f := range features {
		names = append(names, f.String())
	}
	return names
}
