package golden

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A recorder counts the errors of a test that should fail.
type recorder struct {
	testing.TB
	errors int
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.errors++ }

// TestTable requires an error for each fact that changes, and none for fewer plies.
func TestTable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table.txt")
	line := "captured\t1\tmoves-castling wrong castling; moves-piece wrong piece side\t3\n"
	require.NoError(t, os.WriteFile(file, []byte(line), 0o644))
	piece := Bug{Name: "moves-piece", Severity: "wrong", Kinds: []string{"piece", "side"}}
	castling := Bug{Name: "moves-castling", Severity: "wrong", Kinds: []string{"castling"}}
	weak := piece
	weak.Severity = "weak"
	onlyPiece := piece
	onlyPiece.Kinds = []string{"piece"}
	for _, c := range []struct {
		what   string
		row    Row
		errors int
	}{
		{"as it was", Row{"captured", "1", []Bug{piece, castling}, 3}, 0},
		{"in another order", Row{"captured", "1", []Bug{castling, piece}, 3}, 0},
		{"fewer plies", Row{"captured", "1", []Bug{piece, castling}, 2}, 0},
		{"more plies", Row{"captured", "1", []Bug{piece, castling}, 4}, 1},
		{"one bug", Row{"captured", "1", []Bug{piece}, 3}, 1},
		{"one bug twice", Row{"captured", "1", []Bug{piece, castling, castling}, 3}, 1},
		{"another severity", Row{"captured", "1", []Bug{weak, castling}, 3}, 1},
		{"other kinds", Row{"captured", "1", []Bug{onlyPiece, castling}, 3}, 1},
		{"another status", Row{"captured", "0", []Bug{piece, castling}, 3}, 1},
		{"another mode", Row{"promotion", "1", []Bug{piece, castling}, 3}, 1},
	} {
		r := &recorder{TB: t}
		Open(t, file).Add(r, c.row)
		assert.Equal(t, c.errors, r.errors, c.what)
	}
}

// TestKept requires that an update writes the lines of modes that ran, and leaves the others.
func TestKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table.txt")
	text := "captured\t1\tmoves-piece wrong piece\t3\nsound\t0\t\t0\n"
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	table := Open(t, file)
	table.Add(&recorder{TB: t}, Row{"captured", "1", nil, 2})
	assert.Equal(t, []string{"sound\t0\t\t0"}, table.kept(t))
}
