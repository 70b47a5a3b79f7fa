package block

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
)

type record struct {
	key  zobrist.Key
	rest [4]byte
}

// TestSend: every record arrives at its owner, some of them more than once, compared
// whole or by key.
func TestSend(t *testing.T) {
	const owners, size = 5, KeySize + 4
	for _, compared := range []int{KeySize, size} {
		rng := rand.New(rand.NewPCG(14, 0))
		sent, got := map[record]int{}, map[record]int{}
		blocks, sends, arrived := 0, 0, 0
		s := NewSender(owners, size, compared)
		s.Emit = func(owner int64, b []byte) {
			blocks++
			require.LessOrEqual(t, len(b), target)
			records, err := Records(b, size)
			require.NoError(t, err)
			for k, rest := range records {
				arrived++
				require.Equal(t, int(owner), k.Owner(owners))
				got[record{k, [4]byte(rest)}]++
			}
		}
		send := func(k zobrist.Key, rest uint32) {
			r := record{key: k}
			binary.BigEndian.PutUint32(r.rest[:], rest)
			s.Send(r.key, r.rest[:])
			sent[r]++
			sends++
		}
		send(0, 0) // the key in an empty slot
		send(^zobrist.Key(0), ^uint32(0))
		for range 100_000 {
			k := zobrist.Key(rng.Uint64())
			if rng.IntN(2) == 0 {
				k = zobrist.Key(rng.Uint64N(1000))
			}
			rest := uint32(k) // the same for each key ...
			if compared == size {
				rest = uint32(rng.IntN(2)) // ... unless keys collide
			}
			send(k, rest)
		}
		s.Flush()
		s.Flush() // has nothing left
		require.Len(t, got, len(sent))
		for r, n := range got {
			require.LessOrEqual(t, n, sent[r], r)
			require.NotZero(t, sent[r], r)
		}
		require.Less(t, arrived, sends-20_000, "few are dropped")
		require.Less(t, blocks, 40)
	}
}

func TestRecordsOfABrokenBlock(t *testing.T) {
	_, err := Records(make([]byte, 35), 34)
	require.EqualError(t, err, "block: 35 bytes, want a multiple of 34")
}
