package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// hashOf returns the key that zobrist hash prints.
func hashOf(t *testing.T, args ...string) zobrist.Key {
	out, _ := called(t, 0, "", append([]string{"hash", "-k"}, args...)...)
	key, err := zobrist.ParseKey(strings.TrimSpace(out))
	require.NoError(t, err)
	return key
}

// TestExplain has typical mistakes of engines.
func TestExplain(t *testing.T) {
	c := zobrist.Polyglot()
	const corner = "fen r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1 moves g2h1"
	const pinned = "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
	five := c.EnPassant(16) ^ c.EnPassant(17) ^ c.EnPassant(18) ^ c.EnPassant(19) ^ c.EnPassant(20)
	for name, tt := range map[string]struct {
		position string
		wrongBy  zobrist.Key
		want     string
	}{
		// en passant: hashed when nobody can capture; one key by FEN, another by moves
		"en passant only by moves": {
			"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", c.EnPassant(21),
			"it lacks \"en passant f\"\n"},
		"en passant that is pinned": {pinned, c.EnPassant(19),
			"it is right under the en passant rule legal\nit lacks \"en passant d\"\n"},
		"the file before": {"startpos moves e2e4 d7d5 e4e5 f7f5", c.EnPassant(21) ^ c.EnPassant(19),
			"it lacks \"en passant f\"\nit wrongly has \"en passant d\"\n"},
		// castling: rights missing from the update, rights that share a key, a captured rook
		"rights kept by a rook that was captured": {corner, c.Castling(zobrist.WhiteShort),
			"it wrongly has \"castling K\"\n"},
		// others
		"side to move": {"startpos moves e2e4", c.Side(),
			"it is right with White to move instead of Black\nit is wrong by \"side\"\n"},
		"side and rule": {"startpos moves e2e4", c.Side() ^ c.EnPassant(20),
			"it is right under the en passant rule always with White to move instead of Black\n" +
				"it wrongly has \"en passant e\"\n" +
				"it is wrong by \"side\"\n"},
		"promotion to a pawn": {"fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8q",
			c.Table().Key(56, zobrist.WhitePawn) ^ c.Table().Key(56, zobrist.WhiteQueen),
			"it lacks \"a8 Q\"\nit wrongly has \"a8 P\"\n"},
		"five keys": {"startpos", five,
			"no small set of the named keys explains the difference\n" +
				"perhaps: different numbers, a different position, " +
				"or squares, pieces or files in a different order\n" +
				"this is about the numbers of chess, polyglot: " +
				"if the engine has its own, name them with -keys FILE\n"},
	} {
		key := hashOf(t, tt.position)
		out, errs := called(t, 1, "", "explain", tt.position, (key ^ tt.wrongBy).String())
		assert.Empty(t, errs, name)
		want := fmt.Sprintf("%v is wrong: the key of the position is %v\n%s",
			key^tt.wrongBy, key, tt.want)
		assert.Equal(t, want, out, name)

		out, _ = called(t, 0, "", "explain", tt.position, key.String())
		assert.Equal(t, key.String()+" is the key of the position\n", out)
	}
}

func TestExplainForms(t *testing.T) {
	for _, args := range [][]string{
		{"startpos", "463b96181691fc9c"},
		{"startpos", "0x463B96181691FC9CULL"},
		{"startpos", fmt.Sprint(uint64(0x463b96181691fc9c))},
		{"startpos", "463b96181691fc9cULL"},
		{"startpos", "moves", "e2e4", "823c9b50fd114196"},
		{"startpos moves e2e4", "-9062197578030825066"},
		{"-ep", "always", "startpos moves e2e4", "4d0dde8ef7cc031f"},
		{"-keys", "1", "startpos", "c06c4fd0ef8a6652"},
		{"-game", "othello", "startpos", "85dbfbcd638ac03e"},
		{"-game", "othello",
			"---------------------------OX------XO--------------------------- X",
			"85dbfbcd638ac03e"},
	} {
		called(t, 0, "", append([]string{"explain"}, args...)...)
	}
	const start zobrist.Key = 0x463b96181691fc9c
	for key, want := range map[zobrist.Key]string{
		start ^ 1<<60: "they differ in 1 bit\nperhaps: a copying error\n",
	} {
		out, _ := called(t, 1, "", "explain", "startpos", key.String())
		assert.Contains(t, out, want)
	}
	o := zobrist.NewOthello(1)
	wrong := hashOf(t, "-game", "othello", "startpos f5") ^ o.Side()
	wrong ^= o.Table().Key(36, zobrist.BlackDisc) ^ o.Table().Key(36, zobrist.WhiteDisc) // on e5
	_, out, _ := call("", "explain", "-game", "othello", "startpos f5", wrong.String())
	assert.Contains(t, out,
		"it lacks \"e5 Black\"\nit wrongly has \"e5 White\"\nit is wrong by \"side\"\n")
	wrong = 0x85dbfbcd638ac03e ^ o.Side()
	_, out, _ = call("", "explain", "-game", "othello", "startpos", wrong.String())
	assert.Contains(t, out,
		"it is right with White to move instead of Black\nit is wrong by \"side\"\n")
}

func TestExplainErrors(t *testing.T) {
	refused(t, "0 arguments, want a position and a key (zobrist explain -h says more)\n", "explain")
	refused(t, "1 argument, want a position and a key", "explain", "startpos")
	refused(t, `zobrist explain: key "xyz": character 1 is 'x'`, "explain", "startpos", "xyz")
	refused(t, "the position comes first, then the key (",
		"explain", "463b96181691fc9c", "startpos")
	refused(t, "the position comes first, then the key (",
		"explain", "463b96181691fc9c", "no position")
	refused(t, "the position comes first, then the key (",
		"explain", "-9062197578030825066", "startpos", "moves", "e2e4")
	refused(t, "character 1 is '-'", "explain", "startpos", "-9223372036854775809")
	refused(t, "zobrist explain: FEN: field 1", "explain", "nothing", "0")
	refused(t, "move number 1: e2e5 is not legal", "explain", "startpos moves e2e5", "0")
	refused(t, `unknown game "go"`, "explain", "-game", "go", "startpos", "0")
	refused(t, "-ep is for chess", "explain", "-game", "othello", "-ep", "legal", "startpos", "0")
	refused(t, "move number 1: ", "explain", "-game", "othello", "startpos a1", "0")
	refused(t, `unknown keys "x"`, "explain", "-keys", "x", "startpos", "0")
	assert.Equal(t, 2, run([]string{"explain", "startpos", "0"}, nil, failing{}, failing{}))
}

func TestKeys(t *testing.T) {
	out, _ := called(t, 0, "", "keys")
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	require.Len(t, lines, 781)
	i := 0
	for name, key := range zobrist.Polyglot().Keys() {
		require.Equal(t, key.String()+"\t"+name, lines[i])
		i++
	}
	assert.Equal(t, "f8d626aaaf278509\tside", lines[780])
	_, seed, _ := call("", "keys", "-keys", "1")
	assert.NotEqual(t, out, seed)
	_, out, _ = call("", "keys", "-game", "othello")
	assert.Equal(t, 129, strings.Count(out, "\n"))
	for _, args := range [][]string{{"x"}, {"-game", "go"}, {"-keys", "x"}, {"-x"}} {
		refused(t, "(zobrist keys -h says more)\n", append([]string{"keys"}, args...)...)
	}
	assert.Equal(t, 2, run([]string{"keys"}, nil, failing{}, failing{}))
}

func TestExplainOwnKeysErrors(t *testing.T) {
	for text, want := range map[string]string{
		"9d39247e33776d41\ta1 P\n": `keys.txt: no key is named "a1 N", ` +
			`want the names that zobrist keys prints`,
		"x\n":                  `keys.txt: no keys, want lines of KEY<TAB>NAME`,
		"0x1 a1 P\n0x2 a1 P\n": `keys.txt: two keys are named "a1 P"`,
	} {
		refused(t, want, "explain", "-keys", file(t, "keys.txt", text), "startpos", "0")
	}
	refused(t, "in decimal or as 0x..., or polyglot for chess, or a FILE that exists (",
		"explain", "-keys", "no/such/file", "startpos", "0")
	refused(t, `unknown game "go"`,
		"explain", "-game", "go", "-keys", file(t, "keys.txt", "1"), "startpos", "0")
}
