package tt

import (
	"fmt"
	"iter"
	"reflect"
	"unsafe"

	"github.com/zobrist-go/zobrist"
)

// A Table maps keys to values of type V and forgets when it is full. Make it with
// [New]; it never grows.
//
// Only Clear must run alone. All other methods may run in any number of goroutines
// at once. Nothing blocks, and after New only the iterator of All allocates. Probe,
// ProbeEntry, Store and Prefetch of a zero Table panic.
type Table[V any] struct {
	c core
}

// An Entry is what the table keeps of a key: see [Table.ProbeEntry] and [Table.All].
type Entry[V any] struct {
	Value V
	Worth int // as stored, 0 to 254
	Age   int // calls of NewSearch since it was stored, modulo 64
}

// New makes an empty table of so many bytes: 64<<20 for 64 MiB. (Not 64: that is a
// table of four entries.) An entry takes 16 bytes. The size is rounded down to a
// multiple of 64, but is at least 64. Powers of two are no better than other sizes.
//
// It returns an error when bytes is negative, or more than the machine can give;
// on Linux also when it is more than the memory of the machine or the container.
// It panics when V contains pointers (strings, slices, maps, functions and
// interfaces do) or takes more than 8 bytes.
//
// A table of 2 MiB or more lies outside the Go heap: the garbage collector does
// not count it, and neither does GOMEMLIMIT. It goes back to the system when the
// garbage collector finds that the program has dropped the table. New collects
// garbage first, because such tables would otherwise wait for the next collection.
// On Linux such a table asks for huge pages, and the system gives
// memory 2 MiB at a time as the table fills. Plan 9, Solaris, AIX and WebAssembly
// have all tables on the heap; there the runtime may end the program if memory is
// short.
func New[V any](bytes int) (*Table[V], error) {
	if t := reflect.TypeFor[V](); hasPointers(t) {
		panic(fmt.Sprintf("tt: New[%v]: a value with pointers in it, which the garbage collector would not see; want numbers, or structs or arrays of them", t))
	} else if t.Size() > 8 {
		panic(fmt.Sprintf("tt: New[%v]: a value of %d bytes, want at most 8; int is 8 bytes alone, so use int16 or int32 fields", t, t.Size()))
	}
	t := new(Table[V])
	if err := t.c.init(bytes, "/"); err != nil {
		return nil, err
	}
	return t, nil
}

// Probe returns the value stored under k, and whether there is one. It never
// writes, so goroutines that look up the same entry do not slow each other down.
func (t *Table[V]) Probe(k zobrist.Key) (v V, ok bool) {
	d, ok := t.c.probe(uint64(k))
	return *(*V)(unsafe.Pointer(&d)), ok
}

// ProbeEntry is Probe with the worth and the age of the entry. Ask it before Store
// to keep an entry that is worth more than the new one, or to store an old entry
// again so that it counts as new. It is a little slower than Probe.
func (t *Table[V]) ProbeEntry(k zobrist.Key) (e Entry[V], ok bool) {
	d, worth, age, ok := t.c.probeEntry(uint64(k))
	return Entry[V]{*(*V)(unsafe.Pointer(&d)), worth, age}, ok
}

// Store keeps v under k. It replaces the value that k has, else an empty entry,
// else the entry that is worth least of the four in k's bucket. Worth says what it
// would cost to lose v, and is clamped to 0 to 254. The depth of a search will do.
// In a solver of Connect Four twice the binary logarithm of the nodes below was
// better; in a chess engine it was the same. An entry loses 8 of its worth with
// each NewSearch.
//
// Store replaces a value of k whatever its worth. To keep a deeper one, ask
// [Table.ProbeEntry] first.
func (t *Table[V]) Store(k zobrist.Key, v V, worth int) {
	var d uint64
	*(*V)(unsafe.Pointer(&d)) = v
	t.c.store(uint64(k), d, worth)
}

// Prefetch tells the processor that k will be looked up soon, and returns at
// once. Call it as soon as the key of a child is known, before the move is made:
// the work until the look-up then overlaps with the cache miss. It pays from some
// 50 ns of work on. It is one instruction on amd64 and arm64, and a load elsewhere.
func (t *Table[V]) Prefetch(k zobrist.Key) {
	t.c.prefetch(uint64(k))
}

// NewSearch ages all entries, in O(1). Each then counts for 8 less when Store looks
// for an entry to replace. Call it when the position at the root has changed. Probe
// finds old entries as before. To keep an old entry that is still of use, store it
// again. Ages are kept modulo 64: an entry that has not been replaced in 64 searches
// counts as new again.
func (t *Table[V]) NewSearch() {
	t.c.generation.Add(1)
}

// Clear empties the table, as if it were new. It takes 15 to 30 ms a GiB. No other
// method may run meanwhile.
func (t *Table[V]) Clear() {
	t.c.clear()
}

// Len returns the number of entries that the table can hold: four for every 64
// bytes.
func (t *Table[V]) Len() int {
	return len(t.c.buckets) * perBucket
}

// Used returns the share of the table, from 0 to 1, that holds entries stored
// since the last NewSearch. UCI's hashfull is 1000 times that. It looks at 1,024
// entries spread over the table, or all of a smaller one, which takes some
// microseconds and is good to some hundredths.
func (t *Table[V]) Used() float64 {
	return t.c.used()
}

// All returns an iterator over the keys and entries of the table, in no particular
// order. Use it to change the size and keep the content, to save the table, or to
// inspect it. It may miss what other goroutines store meanwhile.
//
// The table does not store keys. From 1 MiB (2^14 buckets) on, the place and the
// check determine the key together. All panics for a smaller table. Two goroutines
// that stored in one place at the same time may have left a torn pair, which Probe
// does not find. All may return it under a random key: always in a table of 1 MiB,
// once in 1,024 times in one of 1 GiB.
func (t *Table[V]) All() iter.Seq2[zobrist.Key, Entry[V]] {
	if len(t.c.buckets) < reversible {
		panic(fmt.Sprintf("tt: All: a table of %d bytes does not keep all bits of its keys, want at least %d", len(t.c.buckets)*bucketBytes, reversible*bucketBytes))
	}
	return func(yield func(zobrist.Key, Entry[V]) bool) {
		now := t.c.generation.Load()
		for i := range t.c.buckets {
			for slot := range perBucket {
				k, d, worth, age, ok := t.c.at(i, slot, now)
				if ok && !yield(zobrist.Key(k), Entry[V]{*(*V)(unsafe.Pointer(&d)), worth, age}) {
					return
				}
			}
		}
	}
}

// hasPointers reports whether values of type t have pointers that the garbage
// collector follows.
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
		return t.Kind() < reflect.Bool || t.Kind() > reflect.Complex128
	}
}
