package lines

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEach(t *testing.T) {
	long := strings.Repeat("x", Max)
	var got []string
	in := iotest.HalfReader(strings.NewReader("\ufeffa\r\n \n#" + long + "xxx\n" + long + "xxx\n" +
		long + "\n # b\n end"))
	var numbers []int
	err := Each(in, nil, func(number int, text string, err error) {
		numbers = append(numbers, number)
		if err != nil {
			assert.Equal(t, ErrLong, err)
			text = "long"
		}
		got = append(got, text)
	})
	require.NoError(t, err)
	assert.True(t, slices.Equal([]string{"a", "long", long, "end"}, got))
	assert.Equal(t, []int{1, 4, 5, 7}, numbers, "the comments and the blank line are skipped")
}

// However a reader divides a text, its lines are the same, and so are their numbers.
func TestChunks(t *testing.T) {
	rng := rand.New(rand.NewPCG(68, 4))
	for range 20 {
		var text strings.Builder
		var want []string
		for number := 1; number <= 3000; number++ {
			line := strings.Repeat("x", rng.IntN(100))
			switch rng.IntN(500) {
			case 0:
				line = strings.Repeat("y", chunkBytes+rng.IntN(2*chunkBytes))
			case 1:
				line = strings.Repeat(" ", rng.IntN(10))
			case 2:
				line = "#" + line
			}
			text.WriteString(line + "\n")
			if strings.Trim(line, " ") != "" && line[0] != '#' {
				want = append(want, fmt.Sprintf("%d %s", number, line))
			}
		}
		var got []string
		in := &pieces{text: text.String(), rng: rng}
		err := Chunks(in, func(c Chunk) error {
			c.Each(func(number int, text string, err error) {
				require.NoError(t, err)
				got = append(got, fmt.Sprintf("%d %s", number, text))
			})
			return nil
		})
		require.NoError(t, err)
		require.True(t, slices.Equal(want, got), "%d lines, want %d", len(got), len(want))
	}
}

// pieces gives pieces of a text of all lengths.
type pieces struct {
	text string
	rng  *rand.Rand
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.text == "" {
		return 0, io.EOF
	}
	n := copy(b[:min(len(b), 1+p.rng.IntN(1<<p.rng.IntN(18)))], p.text)
	p.text = p.text[n:]
	return n, nil
}

// A line longer than any allowed one takes no memory for the rest of it.
func TestChunksOfALongLine(t *testing.T) {
	var numbers []int
	line := func(number int, text string, err error) {
		assert.Equal(t, ErrLong, err)
		numbers = append(numbers, number)
	}
	endless := io.LimitReader(zeros{}, 100<<20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	require.NoError(t, Each(io.MultiReader(strings.NewReader("#\n"), endless), nil, line))
	runtime.ReadMemStats(&after)
	assert.Equal(t, []int{2}, numbers)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8<<20))
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

func TestEachErrors(t *testing.T) {
	wrong := errors.New("wrong")
	none := func(int, string, error) {}
	err := Each(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(wrong)), nil, none)
	assert.ErrorIs(t, err, wrong)
	assert.ErrorContains(t, err, "line 2: ")
	assert.Equal(t, wrong, Each(io.MultiReader(strings.NewReader("a\n"), strings.NewReader("b")),
		func() error { return wrong }, none))
}

func TestExcerpt(t *testing.T) {
	assert.Equal(t, "short", Excerpt("short"))
	assert.Equal(t, strings.Repeat("x", 39)+"...", Excerpt(strings.Repeat("x", 39)+"äx"))
}

func TestPrintable(t *testing.T) {
	for line, want := range map[string]string{
		"":                "",
		"Key: 1\té":       "Key: 1\té",
		"\x1b[31mred\a\r": `\x1b[31mred\a\r`,
		"\xff\u200b":      `\xff\u200b`,
		"it's \"":         `it's "`,
		"0123456789":      "0123456789",
		"01234567890":     "0123456789...",
		"\x80éééééééééé":  `\x80ééééééééé...`,
	} {
		most := 10
		if len(want) > 13 || len(line) < 10 {
			most = 20
		}
		if strings.HasSuffix(want, "...") {
			most = 10
		}
		assert.Equal(t, want, Printable(line, most), "%q", line)
	}
}
