package main

import (
	"bytes"
	"fmt"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/gamekeys"
	"github.com/zobrist-go/zobrist/internal/lines"
	"github.com/zobrist-go/zobrist/internal/notation"
)

const hashHelp = `usage: zobrist hash [flags] [POSITION ...]

Prints KEY<TAB>POSITION for each position, in order. Without a POSITION, or with -,
it reads standard input, one position per line. It skips blank lines and lines that
begin with #. It reports a wrong line on standard error and goes on with the next, and
the exit status is then 1. Put flags before positions.

In chess, a POSITION is a FEN or an EPD, also of Chess960, or what follows the word
position in UCI, such as startpos moves e2e4 e7e5 or fen FEN moves ... You may leave out
the word fen. Quote each POSITION.

In Othello, a POSITION is a problem line (64 characters X, O or -, then the side to
move) or a transcript, such as startpos moves f5d6c3. Passes may be omitted, or
written pa, ps or --.

With -keys FILE, the keys consist of your engine's own random numbers. Write one number
per line, as KEY<TAB>NAME, with the names that zobrist keys prints. If the number of the
side is in your engine's keys when Black is to move, name it "side Black", not "side".

  $ zobrist hash startpos
  463b96181691fc9c	startpos
  $ zobrist hash -each -k "startpos moves e2e4 d7d5"
  823c9b50fd114196
  0756b94461c50fb0

flags:
`

func hash(c *cli, args []string) error {
	game, numbers := c.numberFlags(true)
	each := c.Bool("each", false,
		"for a POSITION with moves, print the key and the FEN or problem line after each move")
	alone := c.Bool("k", false, "print only the keys")
	if err := c.parse(args); err != nil {
		return err
	}
	set, err := numbers()
	if err != nil {
		return misuse{err}
	}
	if whole, ok := notation.Unquoted(*game, c.Args()); ok {
		return misuse{fmt.Errorf("%d arguments make one position together: quote them, %q",
			c.NArg(), whole)}
	}
	if c.NArg() == 0 && isTerminal(c.stdin) {
		fmt.Fprintln(c.stderr, "zobrist hash: reading positions from the terminal, one per line")
	}
	h := hasher{game: *game, set: set, each: *each, alone: *alone}
	if readsLines(c.Args()) {
		return h.hashLines(c)
	}
	return c.eachPosition(c.Args(), func(position string) error {
		var out bytes.Buffer
		err := h.hash(&out, position)
		c.out.Write(out.Bytes())
		return err
	})
}

// A hasher prints the keys of positions. Goroutines may share it.
type hasher struct {
	game        string
	set         *gamekeys.Set
	each, alone bool // the flags -each and -k
}

// hash prints the lines of one position.
func (h *hasher) hash(out *bytes.Buffer, position string) error {
	if h.game == "chess" && !strings.Contains(position, "moves") {
		// Most positions are a FEN alone, which takes no memory this way.
		p, err := chess.ParseFEN(position)
		if err == nil {
			h.print(out, h.set.HashChess(&p), oneLine(position))
			return nil
		}
	}
	g, err := notation.Parse(h.game, position, nil)
	if err != nil {
		return err
	}
	p := g.Start
	for step, err := range g.Steps() {
		if err != nil {
			return err
		}
		p = step.After
		if h.each && !step.Implied {
			h.print(out, h.set.Hash(p), p.String())
		}
	}
	if h.each && len(g.Moves) > 0 {
		return nil // its last line has been printed
	}
	h.print(out, h.set.Hash(p), oneLine(position))
	return nil
}

// oneLine returns a position without the newlines that an argument may have.
func oneLine(position string) string {
	if strings.ContainsAny(position, "\r\n") {
		return strings.Join(strings.Fields(position), " ")
	}
	return position
}

func (h *hasher) print(out *bytes.Buffer, key zobrist.Key, position string) {
	text, _ := key.AppendText(out.AvailableBuffer())
	out.Write(text)
	if !h.alone {
		out.WriteByte('\t')
		out.WriteString(position)
	}
	out.WriteByte('\n')
}

// hashed is what a chunk of lines prints.
type hashed struct {
	out   bytes.Buffer
	wrong []error // with the numbers of their lines
}

// hashLines prints the keys of the positions in standard input.
func (h *hasher) hashLines(c *cli) error {
	buffers := sync.Pool{New: func() any { return new(hashed) }}
	asIs := func(chunk lines.Chunk) lines.Chunk { return chunk }
	work := func(chunk lines.Chunk) *hashed {
		result := buffers.Get().(*hashed)
		chunk.Each(func(number int, line string, err error) {
			if err == nil {
				err = h.hash(&result.out, line)
			}
			if err != nil {
				err = fmt.Errorf("line %d: %s", number, plain(err))
				result.wrong = append(result.wrong, err)
			}
		})
		return result
	}
	wrong := 0
	err := inChunks(c, asIs, work, func(result *hashed) {
		c.out.Write(result.out.Bytes())
		for _, err := range result.wrong {
			c.warn(err)
		}
		wrong += len(result.wrong)
		result.out.Reset()
		result.wrong = nil
		buffers.Put(result)
	})
	if err != nil {
		return err
	}
	if wrong > 0 {
		return exit(1)
	}
	return nil
}

// readsLines reports whether a command reads its positions from standard input, if these are
// its arguments.
func readsLines(args []string) bool {
	return len(args) == 0 || len(args) == 1 && args[0] == "-"
}
