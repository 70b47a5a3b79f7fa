// Package block sends small records of one size to the owners of their keys, in
// blocks: a Beam element per record costs twenty times the memory.
//
// Elements are pairs of an int64, the owner, and a byte string, the block, so
// that only coders are needed which every runner knows.
package block

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"iter"

	"github.com/zobrist-go/zobrist"
)

// KeySize is the length of a key in bytes, big-endian, with which every record
// begins.
const KeySize = 8

const (
	target = 64 << 10 // of a block, in bytes: smaller ones cost time, larger ones memory
	slots  = 1 << 18  // of records sent lately
)

// A Sender collects records by the owner of their keys and emits them in blocks.
// It drops what it sent a while ago; what arrives may still be there twice.
//
// A Sender is for one bundle: what it sent before counts only if the runner
// keeps that, too.
type Sender struct {
	Emit func(owner int64, block []byte)

	size, compared int
	blocks         [][]byte
	recent         []byte // by the low bits of the key, as much of a record as is compared
}

// NewSender returns a sender to so many owners of records of size bytes, key
// included. Records are the same if their first compared bytes are; if compared is
// 0, none is dropped.
func NewSender(owners, size, compared int) *Sender {
	s := &Sender{size: size, compared: compared, blocks: make([][]byte, owners), recent: make([]byte, slots*compared)}
	// An empty slot holds zeros, which is no record that belongs there, except
	// in slot 0: there lies the key 0. So slot 0 begins with ones.
	for i := range s.recent[:compared] {
		s.recent[i] = 0xff
	}
	return s
}

// Send sends the record of key k: the key, then the rest.
func (s *Sender) Send(k zobrist.Key, rest []byte) {
	if s.compared > 0 && s.sentLately(k, rest) {
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

// sentLately reports whether the record was sent a while ago, and notes that it
// is sent now.
func (s *Sender) sentLately(k zobrist.Key, rest []byte) bool {
	slot := s.recent[int(k%slots)*s.compared:][:s.compared]
	if k == zobrist.Key(binary.BigEndian.Uint64(slot)) && bytes.Equal(slot[KeySize:], rest[:s.compared-KeySize]) {
		return true
	}
	binary.BigEndian.PutUint64(slot, uint64(k))
	copy(slot[KeySize:], rest)
	return false
}

// Flush emits what is left. Without it, records are lost.
func (s *Sender) Flush() {
	for owner, b := range s.blocks {
		if len(b) > 0 {
			s.flush(owner)
		}
	}
}

// flush emits a block, and lets go of it: the runner may keep it.
func (s *Sender) flush(owner int) {
	s.Emit(int64(owner), s.blocks[owner])
	s.blocks[owner] = nil
}

// Records returns the records of a block, keys and rests. It errs when the
// block is not of whole records.
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
