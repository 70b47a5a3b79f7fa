package book

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, content []byte) string {
		name = filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(name, content, 0o644))
		return name
	}
	name := file("good.bin", raw(0o1434, 1, 2, 2))
	b, err := Open(name)
	require.NoError(t, err)
	assert.Equal(t, 3, b.Len())
	found, err := b.Find(2)
	assert.NoError(t, err)
	assert.Len(t, found, 2)
	all, err := list(b)
	assert.NoError(t, err)
	assert.Len(t, all, 3)
	require.NoError(t, b.Close())
	_, err = b.Find(2)
	assert.ErrorIs(t, err, os.ErrClosed)
	assert.ErrorIs(t, b.Close(), os.ErrClosed)

	b, err = Open(file("empty.bin", nil))
	require.NoError(t, err)
	assert.Zero(t, b.Len())
	require.NoError(t, b.Close())

	// Errors name the file.
	_, err = Open(filepath.Join(dir, "none.bin"))
	assert.ErrorIs(t, err, os.ErrNotExist)
	assert.ErrorContains(t, err, "book: open "+filepath.Join(dir, "none.bin"))
	_, err = Open(dir)
	assert.ErrorContains(t, err, "book: "+dir+" is a directory")
	name = file("short.bin", make([]byte, 40))
	_, err = Open(name)
	assert.EqualError(t, err, "book: "+name+": size of 40 bytes, want entries of 16: 8 bytes are left over after 2 entries")
	name = file("wrong.bin", raw(1, 2, 1))
	b, err = Open(name)
	require.NoError(t, err)
	defer b.Close()
	_, err = list(b)
	assert.EqualError(t, err, "book: "+name+": entry 2 of 2: key 0000000000000001 after key 0000000000000002, want ascending keys")
}
