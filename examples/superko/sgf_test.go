package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// moves writes the moves of a record in a line: B for Black, then the point's
// number.
func moves(rec *Record) string {
	b := NewBoard(rec.Size, NewKeys(rec.Size, 1))
	var words []string
	for _, s := range rec.Steps {
		switch {
		case s.Color == Empty:
			words = append(words, "setup")
		case s.Point == OffBoard:
			words = append(words, "off")
		default:
			words = append(words, s.Color.String()[:1]+b.Name(s.Point))
		}
	}
	return strings.Join(words, " ")
}

func TestParseSGF(t *testing.T) {
	for _, c := range []struct{ name, sgf, moves string }{
		{"main line", "(;SZ[9];B[aa];W[bb](;B[cc];W[dd](;B[ee])(;B[ff]))(;B[gg](;W[hh])))", "BA9 WB8 BC7 WD6 BE5"},
		{"variations at the root", "(;SZ[9](;B[aa])(;B[bb]))", "BA9"},
		{"first game of a collection", "(;SZ[9];B[aa])\n(;SZ[13];B[bb])", "BA9"},
		{"no size is 19", "(;B[aa];W[ss])", "BA19 WT1"},
		{"passes", "(;SZ[19];B[];W[tt];B[ ])", "Bpass Wpass Bpass"},
		{"tt is a point of a large board", "(;SZ[20];B[tt];W[])", "BU1 Wpass"},
		{"tt is a pass on a small one", "(;SZ[9];B[tt])", "Bpass"},
		{"25", "(;SZ[25];B[yy];W[zz];B[ya])", "BZ1 off BZ25"},
		{"capital letters are columns from 27 on", "(;SZ[19];B[AA];W[Aa])", "off off"},
		{"square", "(;SZ[ 9 : 9 ];B[aa])", "BA9"},
		{"white space", " (\r\n; SZ\n[9]\t;\n B\n [aa]\n ; W[bb] ) ", "BA9 WB8"},
		{"text before the game", "\xef\xbb\xbfFrom: a (b)\n(;SZ[9];B[aa])", "BA9"},
		{"escapes", `(;C[a\]b\\]SZ[9];B[aa]C[;W[bb\]\\\]];W[cc])`, "BA9 WC7"},
		{"brackets in a value", "(;C[(;B[cc\\])];SZ[9]GC[[[];B[dd])", "BD16"},
		{"small letters in names", "(;GaMe[1]SiZe[9]SZ[9];Black[aa];White[bb])", "BA9 WB8"},
		{"the size after the stones", "(;AB[cc]SZ[5];B[aa])", "setup BA5"},
		{"setup before the move of its node", "(;SZ[5]B[aa]AB[bb])", "setup BA5"},
		{"other properties", "(;FF[4]KM[6.5]HA[2]ZZ[x][y]SZ[5];B[aa]BL[3.1]N[x])", "BA5"},
		{"empty nodes", "(;;;SZ[9];;B[aa];)", "BA19"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec, err := ParseSGF([]byte(c.sgf))
			require.NoError(t, err)
			assert.Equal(t, c.moves, moves(rec))
		})
	}
}

func TestParseSetup(t *testing.T) {
	rec, err := ParseSGF([]byte("(;SZ[5]RU[ J\\apanese ]AB[aa:bc][ee]AW[dd]AB[]AE[bc:ab]PL[w];PL[Black])"))
	require.NoError(t, err)
	assert.Equal(t, "Japanese", rec.Rules)
	require.Len(t, rec.Steps, 2)
	assert.Equal(t, White, rec.Steps[0].Player)
	assert.Equal(t, Black, rec.Steps[1].Player)
	assert.Equal(t, []Area{{0, 11, Black}, {24, 24, Black}, {18, 18, White}, {5, 11, Empty}}, rec.Steps[0].Area)
	assert.Equal(t, 1, rec.Steps[0].Line)
	assert.Equal(t, 23, rec.Steps[0].Column)

	r := &replay{Game: NewGame(5, Rules{})}
	r.setup(rec.Steps[0], White)
	assert.Equal(t, "    A B C D E\n  5 X X . . .\n  4 . . . . .\n  3 . . . . .\n  2 . . . O .\n  1 . . . . X\n", r.Draw(Pass, Empty))
	assert.Equal(t, r.keys.Stones.Hash(r.Stones), r.Key)
	assert.Equal(t, White, r.ToMove)
}

func TestParseErrors(t *testing.T) {
	for sgf, want := range map[string]string{
		"":                       `1:1: no game found, expected "(;"`,
		"hello\n(world)":         `2:8: no game found, expected "(;"`,
		"(;B[aa]":                `1:8: the file ends, expected a property, ";", "(" or ")"`,
		"(;B[aa](;W[bb])":        `1:16: the file ends after a variation, expected "(" or ")"`,
		"(;B[aa](;W[bb]);B[cc])": `1:16: found ';' after a variation, expected "(" or ")"`,
		"(;B[aa](W[bb]))":        `1:9: found 'W' where a variation starts, expected ";"`,
		"(;B[aa]\n ;W 3[bb])":    `2:5: found '3' after property W, expected "["`,
		"(;B[aa]\n ;W[bb)":       `2:4: a value of property W is not closed, expected "]" before the file ends`,
		`(;C[bb\]`:               `1:4: a value of property C is not closed, expected "]" before the file ends`,
		`(;C[bb\`:                `1:4: a value of property C is not closed, expected "]" before the file ends`,
		"(;B[aa]\n;black[bb])":   `2:2: property name "black" has no capital letter`,
		"(;B[aa];W[b])":          `1:11: property W: point "b", expected two letters`,
		"(;B[aa];W[b1])":         `1:11: property W: point "b1", expected two letters`,
		"(;B[aa][bb])":           `1:8: property B has 2 values, expected one move`,
		"(;SZ[0])":               `1:6: property SZ: size "0", expected a number from 1 to 25`,
		"(;SZ[26])":              `1:6: property SZ: size "26", expected a number from 1 to 25`,
		"(;SZ[big])":             `1:6: property SZ: size "big", expected a number from 1 to 25`,
		"(;SZ[9:7])":             `1:6: property SZ: size "9:7", expected a square board`,
		"(;SZ[9:])":              `1:6: property SZ: size "9:", expected a square board`,
		"(;GM[2])":               `1:6: property GM: game "2", expected 1, which is Go`,
		"(;PL[R])":               `1:6: property PL: player "R", expected B or W`,
		"(;SZ[9]AB[aa:jj])":      `1:11: property AB: point "aa:jj" is not on a board of 9 by 9`,
		"(;SZ[9]AW[aa][bA])":     `1:15: property AW: point "bA" is not on a board of 9 by 9`,
		"(;SZ[9]AE[aa:])":        `1:11: property AE: point "", expected two letters`,
	} {
		rec, err := ParseSGF([]byte(sgf))
		assert.Nil(t, rec, sgf)
		var syntax *SyntaxError
		if assert.ErrorAs(t, err, &syntax, sgf) {
			assert.Equal(t, want, err.Error(), sgf)
		}
	}
}

// A backslash joins lines, whatever ends them.
func TestLineBreaks(t *testing.T) {
	for text, want := range map[string]string{
		"Japa\\\nnese":       "Japanese",
		"Japa\\\r\nnese":     "Japanese",
		"Japa\\\n\rnese":     "Japanese",
		"Japa\\\n\nnese":     "Japa\nnese",
		"Japa\nnese":         "Japa\nnese",
		"\\[Japanese\\\\\\]": "[Japanese\\]",
	} {
		rec, err := ParseSGF([]byte("(;RU[" + text + "])"))
		require.NoError(t, err)
		assert.Equal(t, want, rec.Rules)
	}
}

// Files made to exhaust a reader are read, or refused, at once.
func TestHostileSGF(t *testing.T) {
	const n = 5000
	for _, text := range []string{
		strings.Repeat("(", n),
		strings.Repeat("(;", n),
		"(;" + strings.Repeat("A", n) + "[]",
		"(;SZ[25]" + strings.Repeat(";AB[aa:yy]", n) + ")",
		"(;SZ[25]AB" + strings.Repeat("[aa:yy]", n) + ")",
		"(;SZ[19]" + strings.Repeat(";B[]", n) + ")",
		"(;SZ[1]RU[NZ]" + strings.Repeat(";B[aa];W[aa]", n) + ")",
		"(;SZ[19]C[" + strings.Repeat("\n", n) + "]" + strings.Repeat("\n;PL[B]", n) + ")",
	} {
		if rec, err := ParseSGF([]byte(text)); err == nil {
			Replay("x", rec, nil)
		}
	}
}

// FuzzSGF holds that no input makes the program panic, that errors point into
// the text, and that a game which positional superko accepts is legal by
// situational superko too, and by simple ko.
func FuzzSGF(f *testing.F) {
	names, err := filepath.Glob("testdata/*.sgf")
	require.NoError(f, err)
	require.NotEmpty(f, names)
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(text)
	}
	f.Add([]byte(`(;C[a\]]SZ[2]RU[NZ]AB[aa:bb]AE[bb](;B[bb];W[];B[tt])(;W[aa]))`))
	f.Fuzz(func(t *testing.T, text []byte) {
		rec, err := ParseSGF(text)
		if err != nil {
			var syntax *SyntaxError
			require.ErrorAs(t, err, &syntax)
			lines := strings.Split(string(text), "\n")
			require.LessOrEqual(t, syntax.Line, len(lines))
			require.LessOrEqual(t, syntax.Column, len(lines[syntax.Line-1])+1)
			return
		}
		Replay("x", rec, nil)
		legal := false
		for _, rule := range []Rule{Positional, Situational, Ko} {
			_, ok := Replay("x", rec, &rule)
			require.True(t, ok || !legal, rule)
			legal = ok
		}
	})
}
