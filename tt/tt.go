package tt

import (
	"fmt"
	"iter"
	"reflect"
	"unsafe"

	"github.com/zobrist-go/zobrist"
)

// A Table maps keys to values of type V. It never grows: when it is full, new
// entries replace old ones. Make it with [New].
//
// Any number of goroutines may call the methods at once, except Clear and Close,
// which must run alone. Nothing blocks. After New, only the iterator of All allocates.
// On a zero Table, Probe, ProbeEntry, Store, StoreMax, Prefetch and All panic.
type Table[V any] struct {
	c core
}

// An Entry is a value with its worth and its age: see [Table.ProbeEntry] and [Table.All].
type Entry[V any] struct {
	Value V
	Worth int // as stored, from 0 to 254
	Age   int // calls of NewSearch since it was stored, modulo 64
}

// New makes an empty table of the given size: 64<<20 for 64 MiB. The size is in bytes, so New(64)
// makes a table of only four entries. An entry takes 16 bytes. New rounds the size down to a
// multiple of 64, but to no less than 64. Powers of two have no advantage.
//
// New returns an error when bytes is negative or the system refuses the memory, and on Linux
// also when the machine or the container has less than you ask for. It panics when V takes
// more than 8 bytes or contains pointers, as strings, slices, maps, functions and interfaces
// do.
//
// A table of 2 MiB or more lies outside the Go heap. Neither the garbage collector nor
// GOMEMLIMIT counts it. [Table.Close] frees it. Without Close, the garbage collector frees it
// some time after it becomes unreachable. New runs the collector only if the system refuses
// the memory.
//
// On Linux a table of 2 MiB or more asks for huge pages, and takes memory 2 MiB at a time as
// it fills. On Plan 9, Solaris, AIX and WebAssembly all tables are on the heap, and the
// runtime may end the program when memory is short.
func New[V any](bytes int) (*Table[V], error) {
	t := reflect.TypeFor[V]()
	if hasPointers(t) {
		panic(fmt.Sprintf("tt: New[%v]: a value with pointers, which the garbage collector would "+
			"miss; want numbers, or structs or arrays of numbers", t))
	}
	if t.Size() > 8 {
		panic(fmt.Sprintf("tt: New[%v]: a value of %d bytes, want at most 8; "+
			"an int alone takes 8, so use int16 or int32 fields", t, t.Size()))
	}
	table := new(Table[V])
	if err := table.c.init(bytes, "/"); err != nil {
		return nil, err
	}
	return table, nil
}

// Close gives the table's memory back at once, without a garbage collection. Call it before
// New when a user changes the size. No other method may run meanwhile. On a closed table
// Probe, ProbeEntry, Store, StoreMax, Prefetch, Clear, Used and All panic, but Close does
// nothing. The zero Table may be closed too. The error is always nil.
func (t *Table[V]) Close() error {
	t.c.close()
	return nil
}

// Probe returns the value stored under k, and whether there is one. It never
// writes, so goroutines that look up the same entry do not slow each other down.
func (t *Table[V]) Probe(k zobrist.Key) (v V, ok bool) {
	d, ok := t.c.probe(uint64(k))
	return *(*V)(unsafe.Pointer(&d)), ok
}

// ProbeEntry is Probe, but also returns the worth and the age of the entry. Use it to
// store an old entry again, which makes its age 0. It is a little slower than Probe.
func (t *Table[V]) ProbeEntry(k zobrist.Key) (e Entry[V], ok bool) {
	d, worth, age, ok := t.c.probeEntry(uint64(k))
	return Entry[V]{*(*V)(unsafe.Pointer(&d)), worth, age}, ok
}

// Store stores v under k. It replaces k's own entry whatever its worth, else an empty entry,
// else the entry with the lowest worth of the four in k's bucket. [Table.StoreMax] keeps k's
// own entry if that is worth more.
//
// Worth says how costly it would be to lose v. It is clamped to 0 to 254. An entry's worth counts 8
// less for every NewSearch since it was stored. The search depth works well. We also tried
// twice the binary logarithm of the number of nodes searched: it was better in a Connect Four
// solver with a small table, and equally good in a chess engine.
func (t *Table[V]) Store(k zobrist.Key, v V, worth int) {
	var d uint64
	*(*V)(unsafe.Pointer(&d)) = v
	t.c.store(uint64(k), d, worth, false)
}

// StoreMax is Store, except that it keeps k's own entry if that entry's worth, less 8 for every
// NewSearch since it was stored, is greater than worth. It takes as long as Store. Use it for
// results that are cheap to compute again, such as those of a quiescence search, so that they do
// not replace results that were costly. For the other results of an alpha-beta search, use Store:
// the package Example visits as many nodes with either.
func (t *Table[V]) StoreMax(k zobrist.Key, v V, worth int) {
	var d uint64
	*(*V)(unsafe.Pointer(&d)) = v
	t.c.store(uint64(k), d, worth, true)
}

// Prefetch tells the processor that k will be looked up soon, and returns at once. Call it as
// soon as you know a child's key, before you make the move, so that the move is made while
// memory answers. Prefetch is one instruction on amd64 and arm64, and a load elsewhere.
func (t *Table[V]) Prefetch(k zobrist.Key) { t.c.prefetch(uint64(k)) }

// NewSearch makes all entries one search older, in O(1). Call it at the start of each search.
// Store then replaces old entries sooner: each loses 8 of its worth. Probe still finds them.
// To keep an old entry that is still useful, store it again. Ages wrap at 64: an entry that
// survives 64 searches counts as new again.
func (t *Table[V]) NewSearch() { t.c.generation.Add(1) }

// Clear removes all entries. It writes the whole table once, without atomic operations, so no
// other method may run meanwhile.
func (t *Table[V]) Clear() { t.c.clear() }

// Len returns the number of entries that the table can hold: four for every 64 bytes.
func (t *Table[V]) Len() int { return len(t.c.buckets) * perBucket }

// Used returns the share of the table, from 0 to 1, that holds entries stored since the last
// NewSearch. For UCI's hashfull, multiply by 1000. Used counts in a sample of 1,024 entries, or
// in all of a smaller table, so it takes the same time for any size. Its error is at most a few
// hundredths.
func (t *Table[V]) Used() float64 { return t.c.used() }

// All returns an iterator over the keys and entries of the table, in no particular
// order. Use it to resize, save or inspect a table. It may miss what other goroutines
// store meanwhile. All panics for a table smaller than 1 MiB (2^14 buckets).
//
// The table does not store keys. All computes each key from the number of its bucket
// and the 50 bits stored with the entry. In a smaller table these bits are too few.
//
// Two goroutines that store in the same place at the same time may leave a mixed pair of
// words. Probe rejects it. All has no key to compare it with, so it may return it under a random
// key: always if the table has 1 MiB, and in one case of 1,024 if it has 1 GiB.
func (t *Table[V]) All() iter.Seq2[zobrist.Key, Entry[V]] {
	t.c.mustBeOpen("All")
	if len(t.c.buckets) < reversible {
		panic(fmt.Sprintf("tt: Table.All: a table of %d bytes is too small to recover its keys, "+
			"want at least %d", len(t.c.buckets)*bucketBytes, reversible*bucketBytes))
	}
	return func(yield func(zobrist.Key, Entry[V]) bool) {
		t.c.mustBeOpen("All")
		now := t.c.generation.Load()
		for i := range t.c.buckets {
			for slot := range perBucket {
				k, d, worth, age, ok := t.c.at(i, slot, now)
				if !ok {
					continue
				}
				e := Entry[V]{Value: *(*V)(unsafe.Pointer(&d)), Worth: worth, Age: age}
				if !yield(zobrist.Key(k), e) {
					return
				}
			}
		}
	}
}

// hasPointers reports whether the garbage collector follows pointers in values of type t.
func hasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() > 0 && hasPointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if hasPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	default:
		// The kinds from Bool to Complex128 are the booleans and numbers.
		return t.Kind() < reflect.Bool || t.Kind() > reflect.Complex128
	}
}
