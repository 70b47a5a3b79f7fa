package lines

import (
	"errors"
	"io"
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
