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
	in := iotest.HalfReader(strings.NewReader("\ufeffa\r\n\n#" + long + "xxx\n" + long + "xxx\n" + long + "\nend"))
	err := Each(in, func() error { return nil }, func(number int, text string, err error) {
		assert.Len(t, got, number-1-min(1, max(0, number-3)), "the long comment is skipped")
		if err != nil {
			assert.Equal(t, ErrLong, err)
			text = "long"
		}
		got = append(got, text)
	})
	require.NoError(t, err)
	assert.True(t, slices.Equal([]string{"a\r\n", "\n", "long", long + "\n", "end"}, got))
}

func TestEachErrors(t *testing.T) {
	wrong := errors.New("wrong")
	none := func(int, string, error) {}
	err := Each(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(wrong)), func() error { return nil }, none)
	assert.ErrorIs(t, err, wrong)
	assert.ErrorContains(t, err, "line 2: ")
	assert.Equal(t, wrong, Each(io.MultiReader(strings.NewReader("a\n"), strings.NewReader("b")), func() error { return wrong }, none))
}

func TestExcerpt(t *testing.T) {
	assert.Equal(t, "short", Excerpt("short"))
	assert.Equal(t, strings.Repeat("x", 39)+"...", Excerpt(strings.Repeat("x", 39)+"äx"))
}
