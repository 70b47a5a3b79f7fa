// Package block sends small records of equal size to the owners of their keys, in
// blocks. One Beam element for each record would cost twenty times the memory.
//
// An element is a pair of an int64, the owner, and a byte string, the block. Every
// runner has coders for these.
package block

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"iter"

	"github.com/zobrist-go/zobrist"
)

// KeySize is the length of a key in bytes. Every record begins with its key,
// big-endian.
const KeySize = 8

const (
	target = 64 << 10 // bytes of a block: smaller blocks cost time, larger ones memory
	slots  = 1 << 18  // for recently sent records
)

// A Sender collects records by the owner of their keys and emits them in blocks. It
// drops most records that it has sent recently, so a record may still arrive twice.
//
// Use a Sender for one bundle only. The runner may discard and repeat a bundle, so an
// older bundle's records may never have arrived.
type Sender struct {
	Emit func(owner int64, block []byte)

	size, compared int
	blocks         [][]byte
	recent         []byte // by the low bits of the key: the compared bytes of a record
}

// NewSender returns a sender of records of size bytes, including the key. Records are
// equal if their first compared bytes, at least the key, are equal.
func NewSender(owners, size, compared int) *Sender {
	s := &Sender{size: size, compared: compared, blocks: make([][]byte, owners), recent: make([]byte, slots*compared)}
	// An empty slot holds key 0, which belongs only in slot 0. So an empty slot 0 holds
	// ones instead.
	for i := range s.recent[:compared] {
		s.recent[i] = 0xff
	}
	return s
}

// Send sends the record of key k: the key, then the rest.
func (s *Sender) Send(k zobrist.Key, rest []byte) {
	if s.sentLately(k, rest) {
		return
	}
	owner := k.Owner(len(s.blocks))
	b := s.blocks[owner]
	if b == nil {
		b = make([]byte, 0, target/s.size*s.size)
	}
	b = binary.BigEndian.AppendUint64(b, uint64(k))
	b = append(b, rest...)
	s.blocks[owner] = b
	if len(b) == cap(b) {
		s.flush(owner)
	}
}

// sentLately reports whether the record was sent recently, and remembers it.
func (s *Sender) sentLately(k zobrist.Key, rest []byte) bool {
	slot := s.recent[int(k%slots)*s.compared:][:s.compared]
	if k == zobrist.Key(binary.BigEndian.Uint64(slot)) && bytes.Equal(slot[KeySize:], rest[:s.compared-KeySize]) {
		return true
	}
	binary.BigEndian.PutUint64(slot, uint64(k))
	copy(slot[KeySize:], rest)
	return false
}

// Flush emits the remaining records. Without it they are lost.
func (s *Sender) Flush() {
	for owner, b := range s.blocks {
		if len(b) > 0 {
			s.flush(owner)
		}
	}
}

// flush emits a block and drops the reference, because the runner may keep the block.
func (s *Sender) flush(owner int) {
	s.Emit(int64(owner), s.blocks[owner])
	s.blocks[owner] = nil
}

// Records yields the key and the rest of each record in a block. It returns an error
// unless the block consists of whole records.
func Records(block []byte, size int) (iter.Seq2[zobrist.Key, []byte], error) {
	if len(block)%size != 0 {
		return nil, fmt.Errorf("block: %d bytes, want a multiple of %d", len(block), size)
	}
	return func(yield func(zobrist.Key, []byte) bool) {
		for ; len(block) > 0; block = block[size:] {
			if !yield(zobrist.Key(binary.BigEndian.Uint64(block)), block[KeySize:size]) {
				return
			}
		}
	}, nil
}
