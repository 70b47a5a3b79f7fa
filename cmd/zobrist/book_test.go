package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/book"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// makeBook makes a book of games and returns its path.
func makeBook(t *testing.T, games string, args ...string) string {
	path := filepath.Join(t.TempDir(), "book.bin")
	called(t, 0, games, append([]string{"book", "-make", path, "-min-games", "1"}, args...)...)
	return path
}

const someGames = `[Event "pgn-extract -Wuci writes this"]
[Result "1-0"]

e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 1-0

e2e4 c7c5 1/2-1/2
d2d4 d7d5 1/2-1/2

[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]

e1c1 e8g8 1-0
# a comment
d2d4 *
e2e4 e7e5 0-1
`

func TestBook(t *testing.T) {
	path := makeBook(t, someGames)
	const start = "463b96181691fc9c\tstartpos\n  e2e4      3   75.0%\n  d2d4      1   25.0%\n"
	// table returns the output for a position.
	table := func(position, moves string) string {
		return hashOf(t, position).String() + "\t" + position + "\n" + moves
	}
	const (
		spanish = "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 g8f6"
		lost    = "startpos moves e2e4 e7e5 g1f3" // Black lost, so the reply never scored
		rooks   = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
		absent  = "8/8/8/8/8/8/8/K1k5 w - - 0 1"
	)
	for _, c := range []struct {
		stdin string
		args  []string
		want  string
	}{
		{"", []string{"startpos"}, start},
		{"startpos\n\n# x\n startpos moves e2e4 ", nil, start + "\n" +
			table("startpos moves e2e4", "  e7e5      2   66.7%\n  c7c5      1   33.3%\n")},
		{"startpos", []string{"-"}, start},
		{"", []string{spanish}, table(spanish, "  e1g1      2  100.0%\n")},
		{"", strings.Fields(lost), table(lost, "  not in the book\n")},
		{"", []string{rooks}, table(rooks, "  e1c1      2  100.0%\n")},
		{"", []string{absent, "startpos"}, table(absent, "  not in the book\n") + "\n" + start},
	} {
		out, _ := called(t, 0, c.stdin, append([]string{"book", path}, c.args...)...)
		assert.Equal(t, c.want, out)
	}
	// Without standard input: the start position.
	var out bytes.Buffer
	assert.Zero(t, run([]string{"book", path}, nil, &out, failing{}))
	assert.Equal(t, start, out.String())

	list, _ := called(t, 0, "", "book", "-all", path)
	assert.Contains(t, list, "463b96181691fc9c\te2e4\t3\t0\n463b96181691fc9c\td2d4\t1\t0\n")
	assert.Contains(t, list, "\te1a1\t2\t0\n", "castling as in the file")
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, int(info.Size()/16), strings.Count(list, "\n"))

	// Bad positions are reported, and the others are looked up.
	got, errs := called(t, 1, "startpos\nx\nstartpos", "book", path)
	assert.Equal(t, start+"\n"+start, got)
	assert.Contains(t, errs, "zobrist book: line 2: FEN: field 1")
	_, errs = called(t, 1, "", "book", path, "startpos moves e2e5")
	assert.Contains(t, errs, "zobrist book: position 1: move number 1: e2e5 is not legal")
}

// TestBookOddities has a book with castling as a king's move of two files, a weight of 0, and
// an illegal move.
func TestBookOddities(t *testing.T) {
	const fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	var odd bytes.Buffer
	require.NoError(t, book.Write(&odd, func(yield func(book.Entry) bool) {
		for i, uci := range []string{"e1g1", "e1a1", "e1e5"} {
			m := sample.Must(chess.ParseMove(uci))
			if !yield(book.Entry{Key: hashOf(t, fen), Move: m, Weight: uint16(2 - i)}) {
				return
			}
		}
		yield(book.Entry{Key: 1})
	}))
	out, _ := called(t, 0, "", "book", file(t, "odd.bin", odd.Bytes()), fen)
	assert.Equal(t, hashOf(t, fen).String()+"\t"+fen+"\n  e1g1      2   66.7%\n  e1c1      1   "+
		"33.3%\n  e1e5      0    0.0%  not legal\n", out)
}

func TestBookErrors(t *testing.T) {
	half := file(t, "half.bin", make([]byte, 40))
	bad := file(t, "bad.bin", append(bytes.Repeat([]byte{9}, 8), make([]byte, 24)...))
	refused(t, "no FILE (zobrist book -h says more)\n", "book")
	refused(t, "no FILE", "book", "-all")
	refused(t, "-all and -make exclude each other", "book", "-all", "-make", "x")
	refused(t, `got argument "startpos" after FILE`, "book", "-all", "x", "startpos")
	refused(t, `got argument "startpos" after FILE`, "book", "x", "-all", "startpos")
	refused(t, "-min-games and -max-plies need -make", "book", "-min-games", "2", "x")
	refused(t, "-max-plies -2, want 0 or more", "book", "-make", "x", "-max-plies", "-2")
	refused(t, "unknown flag -x", "book", "-x", "x")
	refused(t, "unknown flag -x", "book", "x", "-x")
	refused(t, "open no/such/book", "book", "no/such/book", "startpos")
	refused(t, "is a directory", "book", t.TempDir(), "startpos")
	refused(t, "half.bin: size of 40 bytes, want entries of 16: 8 bytes are left over after 2 "+
		"entries", "book", half, "startpos")
	refused(t, "entry 2 of 2: key 0000000000000000 after key 0909090909090909, want ascending keys",
		"book", bad, "startpos")
	helped(t, "-min-games N", "book", "-h")
	// The entries before the error are listed.
	out, errs := called(t, 2, "", "book", "-all", bad)
	assert.Equal(t, "0909090909090909\t0000\t0\t0\n", out)
	assert.Contains(t, errs, "bad.bin: entry 2 of 2")
	assert.Equal(t, 2, run([]string{"book", "-all", file(t, "good.bin", make([]byte, 1<<20))}, nil,
		failing{}, failing{}))
}

func TestBookMake(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.bin")
	out, errs := called(t, 1, someGames+"e2e4 e2e4 1-0\ne2e4 e7e5\n", "book", "-make",
		path, "-min-games=2")
	assert.Equal(t, path+": 2 moves from 5 games (games without a result: 1, wrong lines: 2)\n",
		out)
	assert.Equal(t, "zobrist book: line 15: move number 2: e2e4 is not legal in "+
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n"+
		"zobrist book: line 16: \"e7e5\" at the end of the game, want its result: 1-0, 0-1, "+
		"1/2-1/2 or *\n", errs)
	_, list, _ := call("", "book", "-all", path)
	assert.Equal(t, "463b96181691fc9c\te2e4\t3\t0\n823c9b50fd114196\te7e5\t2\t0\n", list)

	// Without anything to write, the file is unchanged and no other file is left.
	for games, want := range map[string]string{
		"":       "no games with a result: " + path + " was not written",
		"e2e4 *": "no games with a result",
		"e2e4 1-0": "no move scored in 3 games or more: " + path +
			" was not written (see -min-games)",
		"e2e4 0-1\ne2e4 0-1\ne2e4 0-1": "no move scored in 3 games or more",
	} {
		out, errs := called(t, 2, games, "book", "-make", path)
		assert.Empty(t, out)
		assert.Contains(t, errs, want)
		_, still, _ := call("", "book", "-all", path)
		assert.Equal(t, list, still)
	}
	files := sample.Must(os.ReadDir(filepath.Dir(path)))
	assert.Len(t, files, 1)

	// A file that is not a book is not replaced, either.
	for name, content := range map[string]string{
		"games.uci": "e2e4 e7e5 1-0\n",
		"16":        "e2e4 1-0\nd2d4 *\nc2c4 1-0\nd2d4 *\n",
	} {
		path := file(t, name, content)
		_, errs := called(t, 2, someGames, "book", "-make", path)
		assert.Equal(t, "zobrist book: "+path+" exists and is not a book: it was not replaced\n",
			errs)
		still := sample.Must(os.ReadFile(path))
		assert.Equal(t, content, string(still))
	}
	out, _ = called(t, 0, strings.Repeat("e2e4 1-0\n", 3), "book", "-make", path)
	assert.Equal(t, path+": 1 move from 3 games (games without a result: 0, wrong lines: 0)\n", out)

	_, errs = called(t, 2, "e2e4 1-0", "book", "-make", "no/such/dir/book.bin", "-min-games", "0")
	assert.Equal(t, "zobrist book: open no/such/dir/book.bin: no such file or directory\n", errs)
	assert.Equal(t, 2, run([]string{"book", "-make", path}, failing{}, failing{}, failing{}))
}
