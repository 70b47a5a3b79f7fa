package tt

import (
	"fmt"
	"iter"
	"reflect"
	"unsafe"

	"github.com/zobrist-go/zobrist"
)

// A Table maps keys to values of type V and forgets when it is full. It is made
// by [New], and never grows.
//
// Probe, Store, Prefetch, NewSearch, Used and All may run in any number of
// goroutines at once; only Clear runs alone. Nothing blocks, and after New nothing
// allocates but the iterator of All. Probe and Store of a zero Table panic.
type Table[V any] struct {
	c core
}

// An Entry is what the table keeps of a key: see [Table.ProbeEntry] and [Table.All].
type Entry[V any] struct {
	Value V
	Worth int // as stored, 0 to 254
	Age   int // calls of NewSearch since it was stored, modulo 64
}

// New makes an empty table of that many bytes (not MiB: 64<<20 for 64 MiB), of
// which an entry takes 16. They are rounded down to a multiple of 64, and one
// bucket of 64 is the least. Any size will do, powers of two are no better. On
// Linux it asks for huge pages from 2 MiB on: the nodes of a search then take a
// fifth to a third less time in a large table, and memory is taken by 2 MiB at a
// time as the table fills.
//
// The table lies on the heap, and with GOGC at 100 the garbage of the rest of
// the program may grow to the table's size before it is collected: see
// [runtime/debug.SetGCPercent]. To change the size, let go of the old table
// before making the new one, or keep its content as [Table.All] shows.
//
// It panics when V has pointers in it (strings, slices, maps, functions and
// interfaces have) or takes more than 8 bytes, when bytes is negative, and on
// Linux when the machine or the container does not have that much memory;
// elsewhere the runtime ends the program then. Where the size is a user's, make
// the panic an error by recover.
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
// writes, so that goroutines that look up the same entry do not slow each other
// down.
func (t *Table[V]) Probe(k zobrist.Key) (v V, ok bool) {
	d, ok := t.c.probe(uint64(k))
	return *(*V)(unsafe.Pointer(&d)), ok
}

// ProbeEntry is Probe with the worth and the age of the entry. Use it to keep an
// entry that is worth more than the new one, or to store an old one again so that
// it counts as new. It takes slightly longer than Probe.
func (t *Table[V]) ProbeEntry(k zobrist.Key) (e Entry[V], ok bool) {
	d, worth, age, ok := t.c.probeEntry(uint64(k))
	return Entry[V]{*(*V)(unsafe.Pointer(&d)), worth, age}, ok
}

// Store keeps v under k, in place of the value that k has, else of an empty
// entry, else of the one of the four in its bucket that is worth least. Worth is
// what it would cost to lose v, from 0 to 254; what is beyond is taken for the
// nearer of these. The depth of a search will do; twice the binary logarithm of
// the number of nodes below is better. An entry loses 8 of its worth with each
// NewSearch.
//
// A value of k is replaced whatever its worth. To keep a deeper one, ask
// [Table.ProbeEntry] and don't store.
func (t *Table[V]) Store(k zobrist.Key, v V, worth int) {
	var d uint64
	*(*V)(unsafe.Pointer(&d)) = v
	t.c.store(uint64(k), d, worth)
}

// Prefetch tells the processor that k will be looked up soon, and returns at
// once. Call it as soon as the key of a child is known, before the move is made:
// what is done until the look-up then overlaps with the cache miss. It is one
// instruction on amd64 and arm64, and a load elsewhere.
func (t *Table[V]) Prefetch(k zobrist.Key) {
	t.c.prefetch(uint64(k))
}

// NewSearch ages all entries, in no time: each counts for 8 less than it did
// when it comes to replacing one. Call it when the position at the root has
// changed. Entries are as good as ever to Probe. To keep an old entry that is
// still of use, store it again. Ages are kept modulo 64: what has not been
// replaced in 64 searches counts as new again.
func (t *Table[V]) NewSearch() {
	t.c.generation.Add(1)
}

// Clear empties the table, as if it were new, at the speed of memory: 15 to 30
// ms a GiB. No other method may run meanwhile.
func (t *Table[V]) Clear() {
	t.c.clear()
}

// Len returns the number of entries that the table can hold: four for every 64
// bytes.
func (t *Table[V]) Len() int {
	return len(t.c.buckets) * perBucket
}

// Used returns the share of the table, from 0 to 1, that holds entries stored
// since the last NewSearch: the hashfull of UCI is 1000 of it. It looks at 1,024
// entries spread over the table, or all of a smaller one, which takes some
// microseconds, and is good to some hundredths.
func (t *Table[V]) Used() float64 {
	return t.c.used()
}

// All returns an iterator over the keys and entries of the table, in no order
// that means anything: to change its size and keep its content, to save it, to
// look into it. What other goroutines store meanwhile is seen or not.
//
// Keys are not stored, but found again from the place and the check, which
// together determine them from 1 MiB (2^14 buckets) on. All panics for a smaller
// table. Two goroutines that stored in one place at the same time may have left a
// torn pair, which Probe does not find: in a table of 1 MiB it comes up here with
// a random key, in one of 1 GiB once in 1,024 times, otherwise not at all.
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
