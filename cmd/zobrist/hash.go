package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
)

const hashHelp = `usage: zobrist hash [flags] [POSITION ...]

Prints KEY<TAB>POSITION, or with -k KEY, for each position, in order; without any,
or for -, for each line of standard input, passing over blank lines and lines that
start with #. A line that is no position is reported on standard error, the others
are still hashed, and the exit status is 1. Flags go before positions.

A POSITION of chess (quote it) is a FEN or EPD, of Chess960 too, or what the
position command of UCI takes: startpos moves e2e4 e7e5, or fen FEN moves ...,
where fen may be left out.

A POSITION of Othello is a problem line, 64 of X O - and the side to move, or a
transcript: startpos moves f5d6c3 ... Passes may be left out, or written pa, ps
or --.

flags:
`

// An emitFunc prints the key of a position.
type emitFunc func(key zobrist.Key, position string)

// each returns emit, to be called after every move, and whether it was; or nil
// when that is not wanted.
func (emit emitFunc) each(wanted bool) (visit emitFunc, visited *bool) {
	visited = new(bool)
	if !wanted {
		return nil, visited
	}
	return func(key zobrist.Key, position string) {
		*visited = true
		emit(key, position)
	}, visited
}

// A hashFunc hashes one POSITION: once, or after each of its moves. Its error
// names the place, but not the line.
type hashFunc func(position string, each bool, emit emitFunc) error

func hash(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("hash", flag.ContinueOnError)
	game := flags.String("game", "chess", gameFlag)
	keys := flags.String("keys", "", keysFlag)
	ep := flags.String("ep", "", epFlag)
	each := flags.Bool("each", false, "print the key after every move of a POSITION that has moves")
	alone := flags.Bool("k", false, "print keys alone, without positions")
	if status, ok := parseFlags(flags, hashHelp, endFlags(flags, args), stdout, stderr); !ok {
		return status
	}
	hashLine, err := hasher(*game, *keys, *ep)
	if err != nil {
		return misuse(flags, hashHelp, stderr, err)
	}
	if whole, ok := unquoted(flags.Args(), hashLine); ok {
		return misuse(flags, hashHelp, stderr, fmt.Errorf("%d arguments, which together are one position: quote it, %q", flags.NArg(), whole))
	}

	out := bufio.NewWriter(stdout)
	emit := func(key zobrist.Key, position string) {
		if strings.ContainsAny(position, "\r\n") { // of an argument: one record, one line
			position = strings.Join(strings.Fields(position), " ")
		}
		out.WriteString(key.String())
		if !*alone {
			out.WriteByte('\t')
			out.WriteString(position)
		}
		out.WriteByte('\n')
	}
	status := 0
	report := func(where string, number int, err error) {
		fmt.Fprintf(stderr, "zobrist hash: %s %d: %s\n", where, number, plain(err))
		status = 1
	}
	if flags.NArg() > 0 && !(flags.NArg() == 1 && flags.Arg(0) == "-") {
		for i, position := range flags.Args() {
			if err := hashLine(strings.TrimSpace(position), *each, emit); err != nil {
				report("position", i+1, withHint(err, position))
			}
		}
	} else {
		if !piped(stdin) {
			fmt.Fprintln(stderr, "zobrist hash: reading positions, one a line")
		}
		err := readLines(stdin, out.Flush, func(number int, line string, err error) {
			if line = strings.TrimSpace(line); err == nil && line != "" && line[0] != '#' {
				err = hashLine(line, *each, emit)
			}
			if err != nil {
				report("line", number, err)
			}
		})
		if err != nil {
			fmt.Fprintf(stderr, "zobrist hash: %v\n", err)
			status = 1
		}
	}
	if err := out.Flush(); err != nil {
		fmt.Fprintf(stderr, "zobrist hash: %v\n", err)
		status = 1
	}
	return status
}

// hasher returns the function that the flags ask for.
func hasher(game, keys, ep string) (hashFunc, error) {
	switch game {
	case "chess":
		c, err := chessKeys(keys, ep)
		if err != nil {
			return nil, err
		}
		return func(position string, each bool, emit emitFunc) error {
			return hashChess(c, position, each, emit)
		}, nil
	case "othello":
		if ep != "" {
			return nil, errOthelloEP
		}
		o, err := othelloKeys(keys)
		if err != nil {
			return nil, err
		}
		return func(position string, each bool, emit emitFunc) error {
			return hashOthello(o, position, each, emit)
		}, nil
	}
	return nil, unknownGame(game)
}

// endFlags marks the end of the flags where a position could be taken for one:
// a line of Othello may begin with an empty square, which is a dash, and a key with
// a minus.
func endFlags(flags *flag.FlagSet, args []string) []string {
	for i := 0; i < len(args) && len(args[i]) > 1 && args[i][0] == '-' && args[i] != "--"; i++ {
		if len(args[i]) >= 64 || strings.ContainsAny(args[i], " \t\r\n") || '0' <= args[i][1] && args[i][1] <= '9' {
			return slices.Insert(slices.Clone(args), i, "--")
		}
		if f := flags.Lookup(strings.TrimLeft(args[i], "-")); f != nil {
			if b, ok := f.Value.(interface{ IsBoolFlag() bool }); !ok || !b.IsBoolFlag() {
				i++ // its value, whatever that is
			}
		}
	}
	return args
}

// unquoted returns the position that arguments make together, when each is a
// word and not each is a position.
func unquoted(args []string, hashLine hashFunc) (whole string, ok bool) {
	if len(args) < 2 {
		return "", false
	}
	isPosition := func(s string) bool {
		return hashLine(s, false, func(zobrist.Key, string) {}) == nil
	}
	each := true
	for _, arg := range args {
		if strings.ContainsAny(arg, " \t\r\n") {
			return "", false
		}
		each = each && isPosition(arg)
	}
	whole = strings.Join(args, " ")
	return whole, !each && isPosition(whole)
}

// withHint adds what may have been meant by an argument that is no position.
func withHint(err error, arg string) error {
	if _, statErr := os.Stat(arg); statErr == nil || looksLikeFile(arg) {
		return fmt.Errorf("%w (to read a file: zobrist hash < %s)", err, arg)
	}
	if len(arg) > 1 && arg[0] == '-' && arg[1] != '-' && len(arg) < 64 {
		return fmt.Errorf("%w (flags go before positions)", err)
	}
	return err
}

// looksLikeFile reports whether an argument is a word with the ending that files
// of positions have.
func looksLikeFile(arg string) bool {
	switch strings.ToLower(filepath.Ext(arg)) {
	case ".txt", ".fen", ".epd", ".obf", ".csv", ".pgn", ".uci", ".ggf":
		return !strings.ContainsAny(arg, " \t\r\n")
	}
	return false
}

// parseSeed reads the seed of -keys.
func parseSeed(s string) (uint64, error) {
	digits, base := s, 10
	if hex, ok := strings.CutPrefix(s, "0x"); ok {
		digits, base = hex, 16
	}
	seed, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		return 0, fmt.Errorf("unknown keys %q, want a seed from 0 to 2^64-1, in decimal or as 0x..., or for chess polyglot", s)
	}
	return seed, nil
}

// maxLine is how long a line may be, in bytes: longer than any game.
const maxLine = 1 << 20

var errLongLine = fmt.Errorf("longer than %d bytes", maxLine)

// readLines calls line for each line of r, numbered from 1, and flush whenever
// it is about to wait for more. It keeps one line, of up to maxLine bytes, in
// memory; a longer one is passed over with errLongLine.
func readLines(r io.Reader, flush func() error, line func(number int, text string, err error)) error {
	in := bufio.NewReaderSize(r, maxLine+len("\r\n"))
	for number := 1; ; number++ {
		text, err := in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			comment := text[0] == '#'
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = in.ReadSlice('\n')
			}
			if !comment {
				line(number, "", errLongLine)
			}
		case err != nil && err != io.EOF:
			return fmt.Errorf("line %d: %w", number, err)
		case len(text) > 0:
			line(number, strings.TrimPrefix(string(text), "\ufeff"), nil)
		}
		if err == io.EOF {
			return nil
		}
		if in.Buffered() == 0 {
			if err := flush(); err != nil {
				return err
			}
		}
	}
}
