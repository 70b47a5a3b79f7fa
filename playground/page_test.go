package main

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/othello"
)

// What the page shows, as the tests read it.

func css(format string,
	args ...any) chromedp.CSS {
	return chromedp.CSS(fmt.Sprintf(format, args...))
}

func square(t *testing.T, name string) chromedp.CSS {
	s, err := zobrist.ParseSquare(name)
	require.NoError(t, err)
	return css(`[data-square="%d"]`, s)
}

// tap chooses squares, one after the other, with the mouse.
func (tab *tab) tap(names ...string) {
	tab.t.Helper()
	for _, name := range names {
		tab.do(chromedp.Click(square(tab.t, name)))
	}
}

func (tab *tab) click(selector string) {
	tab.t.Helper()
	tab.do(chromedp.Click(chromedp.CSS(selector)))
}

// enter replaces the text of a field and presses Enter.
func (tab *tab) enter(selector, text string) {
	tab.t.Helper()
	tab.eval(fmt.Sprintf("document.querySelector(%q).value = ''", selector))
	tab.do(chromedp.SendKeys(chromedp.CSS(selector), text+kb.Enter))
}

// wantKey compares the key that the page shows, as text and as bits, with a key.
func (tab *tab) wantKey(want zobrist.Key, msg string) {
	tab.t.Helper()
	eventually(func() bool { return tab.text("#bits .large") == want.String() })
	require.Equal(tab.t, want.String(), tab.text("#bits .large"), msg)
	bits := value[string](tab,
		`[...document.querySelectorAll('#bits i')].map(i => +i.classList.contains('on')).join('')`)
	require.Equal(tab.t, fmt.Sprintf("%064b", uint64(want)), bits, msg)
	heard := strings.ReplaceAll(tab.text("#live"), " ", "")
	require.Contains(tab.t, heard, "Key"+want.String(), msg)
}

// sum returns the lines of the sum: names and keys.
func (tab *tab) sum() (names []string, keys []zobrist.Key) {
	tab.t.Helper()
	for _, line := range value[[]string](tab,
		`[...document.querySelectorAll('#sum .line')].map(l =>
			l.querySelector('b').textContent + '|' + l.querySelector('code').textContent)`) {
		name, text, _ := strings.Cut(line, "|")
		key, err := zobrist.ParseKey(strings.ReplaceAll(text, " ", ""))
		require.NoError(tab.t, err)
		names, keys = append(names, name), append(keys, key)
	}
	return names, keys
}

// wantSum checks that the page XORs the library's keys of these names, and that they
// lead from one key to the other.
func (tab *tab) wantSum(from, to zobrist.Key, all map[string]zobrist.Key, want ...string) {
	tab.t.Helper()
	names, keys := tab.sum()
	require.Equal(tab.t, want, names[1:len(names)-1])
	assert.Equal(tab.t, from, keys[0])
	assert.Equal(tab.t, to, keys[len(keys)-1])
	sum := keys[0]
	for i, name := range want {
		assert.Equal(tab.t, all[name], keys[i+1], name)
		sum ^= keys[i+1]
	}
	assert.Equal(tab.t, to, sum)
}

func fen(t *testing.T, text string, moves ...string) *chess.Position {
	p, err := chess.ParseFEN(text)
	require.NoError(t, err)
	for _, move := range moves {
		m, err := chess.ParseMove(move)
		require.NoError(t, err)
		require.True(t, p.Play(m))
	}
	return &p
}

// TestPage plays on the page like a visitor, and compares every key with the library.
func TestPage(t *testing.T) {
	tab := open(t, "")
	run := func(name string, f func(t *testing.T)) {
		t.Run(name, func(t *testing.T) {
			tab.t = t
			f(t)
		})
	}
	c := zobrist.Polyglot()
	names := maps.Collect(c.Keys())
	start := fen(t, chess.StartFEN).Hash(c)
	afterE4 := fen(t, chess.StartFEN, "e2e4").Hash(c)

	run("start", func(t *testing.T) {
		tab.wantKey(0x463b96181691fc9c, "the published key of the start")
		tab.wantText("#status", "White to move.")
	})
	run("e2e4 by taps, undo and redo", func(t *testing.T) {
		tab.tap("e2")
		wantValue(tab, []string{"e3", "e4"},
			`[...document.querySelectorAll('.target')].map(e => e.ariaLabel.slice(0, 2)).sort()`)
		tab.tap("e5") // not legal: nothing happens
		tab.wantKey(start, "e2e5")
		tab.tap("e2", "e4")
		tab.wantKey(afterE4, "e2e4")
		tab.wantSum(start, afterE4, names, "e2 P", "e4 P", "side")
		tab.click("#undo")
		tab.wantKey(start, "undo")
		tab.wantSum(afterE4, start, names, "e4 P", "e2 P", "side")
		tab.click("#redo")
		tab.wantKey(afterE4, "redo")
		tab.do(chromedp.KeyEvent("z", chromedp.KeyModifiers(kb.ModifierCtrl)))
		tab.wantKey(start, "Ctrl+Z")
	})
	run("e2e4 by dragging", func(t *testing.T) {
		tab.visit("")
		tab.do(chromedp.DragAndDrop(square(t, "e2"), square(t, "e4")))
		tab.wantKey(afterE4, "dragged")
		tab.do(chromedp.DragAndDrop(square(t, "e7"), square(t, "e3")))
		tab.wantKey(afterE4, "dragged to where it cannot go")
	})
	run("e2e4 by keyboard", func(t *testing.T) {
		tab.visit("")
		tab.eval(`document.querySelector('#board [tabindex="0"]').focus()`)
		wantValue(tab, true,
			`document.activeElement.ariaLabel.startsWith('e2, white pawn, can move')`)
		tab.do(chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.ArrowUp),
			chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.Enter))
		tab.wantKey(afterE4, "typed")
		wantValue(tab, true, `document.activeElement.ariaLabel.startsWith('e4, white pawn')`)
		assert.Equal(t, 1, value[int](tab,
			`document.querySelectorAll('#board [tabindex="0"]').length`), "one tab stop")
	})
	run("en passant", func(t *testing.T) {
		tab.visit("")
		tab.enter("#text", "e2e4 a7a6 e4e5 d7d5")
		before := fen(t, chess.StartFEN, "e2e4", "a7a6", "e4e5", "d7d5")
		tab.wantKey(before.Hash(c), "moves pasted")
		tab.tap("e5", "d6")
		after := fen(t, before.FEN(), "e5d6").Hash(c)
		tab.wantKey(after, "captured")
		tab.wantSum(before.Hash(c), after, names, "d5 p", "e5 P", "d6 P", "en passant d", "side")
	})
	run("promotion", func(t *testing.T) {
		before := fen(t, "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1")
		tab.enter("#text", before.FEN())
		tab.tap("a7", "b8")
		tab.do(chromedp.WaitVisible(chromedp.CSS("#promotion")))
		tab.click(`#promotions [value="a7b8n"]`)
		after := fen(t, before.FEN(), "a7b8n").Hash(c)
		tab.wantKey(after, "promoted")
		tab.wantSum(before.Hash(c), after, names, "a7 P", "b8 n", "b8 N", "side")
	})
	run("a wrong FEN", func(t *testing.T) {
		before := tab.text("#bits .large")
		tab.enter("#text", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1")
		tab.wantText("#wrong",
			"FEN: field 1 (board): character 43: rank 1 has only 7 squares, want 8")
		assert.Equal(t, before, tab.text("#bits .large"), "the position stays")
		tab.enter("#text", "e2e4 e7e6 e4e6")
		tab.wantText("#wrong", "move number 1: e2e4 is not legal in ")
	})
	run("three rules", func(t *testing.T) {
		p := fen(t, "8/8/8/8/k2p3Q/8/4P3/3K4 w - - 0 1", "e2e4") // the capturing pawn is pinned
		tab.enter("#text", "8/8/8/8/k2p3Q/8/4P3/3K4 w - - 0 1 moves e2e4")
		for _, r := range []zobrist.EnPassantRule{
			zobrist.EnPassantAlways, zobrist.EnPassantLegal, zobrist.EnPassantPseudoLegal,
		} {
			tab.click(fmt.Sprintf(`#rules [value="%v"]`, r))
			want := p.Hash(c.WithEnPassant(r))
			tab.wantKey(want, r.String())
			script := `document.querySelector('#rules [value="%v"]').closest('.rule').dataset.key`
			assert.Equal(t, want.String(), value[string](tab, fmt.Sprintf(script, r)))
		}
		tab.wantText("#rules-note", "The rules differ here")
	})
	run("my engine says", func(t *testing.T) {
		p := fen(t, chess.StartFEN, "e2e4")
		tab.visit("")
		tab.tap("e2", "e4")
		tab.enter("#says-key", (p.Hash(c) ^ c.Side()).String())
		tab.wantText("#verdict", `It is wrong by "side".`)
		tab.enter("#says-key", p.Hash(c).String())
		tab.wantText("#verdict", "It is right under the en passant rules pseudo-legal and legal")
		tab.enter("#says-key", p.Hash(c.WithEnPassant(zobrist.EnPassantAlways)).String())
		tab.wantText("#verdict", "It is right under the en passant rule always")
		tab.enter("#says-key", "123456789012345678901")
		tab.wantText("#verdict", "21 digits, want 1 to 16")
	})
	run("features on and off", func(t *testing.T) {
		tab.visit("")
		tab.click(`[data-edit="castling k"]`)
		want := fen(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1").Hash(c)
		tab.wantKey(want, "without a right")
		tab.wantSum(start, want, names, "castling k")
		tab.click("#edit")
		tab.click(`#palette label:nth-child(2)`) // a white knight
		tab.tap("e5")
		tab.wantKey(want^names["e5 N"], "put on the board")
		tab.click("#undo")
		tab.click("#undo")
		tab.wantKey(start, "edits undone")
		tab.click("#edit")
	})
	run("keys of a seed", func(t *testing.T) {
		tab.visit("")
		tab.eval(`const keys = document.getElementById('keys');
			keys.value = 'seed';
			keys.dispatchEvent(new Event('change'))`)
		tab.wantKey(fen(t, chess.StartFEN).Hash(zobrist.NewChess(1)), "seed 1")
		tab.enter("#seed", "2026")
		tab.wantKey(fen(t, chess.StartFEN).Hash(zobrist.NewChess(2026)), "seed 2026")
		tab.enter("#seed", "x")
		tab.wantText("#trouble", `unknown keys "x", want a seed from 0 to 2^64-1`)
	})
	run("Othello with a pass", func(t *testing.T) {
		o := zobrist.NewOthello(1)
		tab.visit("")
		tab.click(`#games label:last-child`)
		p := othello.Start()
		tab.wantKey(p.Hash(o), "start")
		for move := range strings.FieldsSeq("f5 f6 d3 g5 h5 h4 f7 h6") {
			at, err := zobrist.ParseSquare(move)
			require.NoError(t, err)
			require.True(t, p.Play(at))
			tab.tap(move)
			tab.wantKey(p.Hash(o), move)
		}
		tab.wantText("#status", "Black has no move and must pass. Black 8, White 4.")
		before := p.Hash(o)
		tab.click("#pass")
		tab.wantKey(before^o.Side(), "passed")
		tab.wantSum(before, before^o.Side(), map[string]zobrist.Key{"side": o.Side()}, "side")
		tab.click("#undo")
		tab.wantKey(before, "pass undone")
	})
	run("a link opened again", func(t *testing.T) {
		tab.visit("")
		tab.enter("#text", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 moves e8c8 e1g1")
		tab.click(`#rules [value="legal"]`)
		tab.click("#undo")
		tab.click("#flip")
		tab.enter("#says-key", "0123456789abcdef")
		wantValue(tab, true, "location.hash.includes('0123456789abcdef')") // the address follows
		hash, key := value[string](tab, "location.hash"), tab.text("#bits .large")
		board := tab.text("#position .fen")
		tab.visit(hash)
		assert.Equal(t, key, tab.text("#bits .large"))
		assert.Equal(t, board, tab.text("#position .fen"))
		tab.do(chromedp.Sleep(300 * time.Millisecond)) // by then the page has written it again
		assert.Equal(t, hash, value[string](tab, "location.hash"))
		assert.Equal(t, "0123456789abcdef",
			value[string](tab, "document.getElementById('says-key').value"))
		assert.Equal(t, "legal",
			value[string](tab, "document.querySelector('[name=rule]:checked').value"))
		tab.click("#redo")
		tab.wantKey(fen(t, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "e1g1").Hash(c),
			"redo from the link")
		tab.visit("#steps=e2e4.e2e4.a7a6")
		tab.wantKey(afterE4, "a link that is wrong keeps what is right")
		tab.wantText("#trouble", "step 2: e2e4 is not legal in ")
		tab.wantSum(start, afterE4, names, "e2 P", "e4 P", "side")
		tab.visit("#game=go")
		tab.wantKey(start, "a link to an unknown game")
		tab.wantText("#trouble", `game "go", want chess or othello`)
	})
	run("nothing from elsewhere", func(t *testing.T) {
		for _, name := range value[[]string](tab,
			`performance.getEntriesByType('resource').map(e => e.name)`) {
			assert.True(t, strings.HasPrefix(name, tab.url), name)
		}
	})
}
