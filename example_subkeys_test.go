package zobrist_test

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
)

const (
	none = iota
	guard
	archer
	ship
)

// The cells of a game with guards, archers and ships: one key for those on land, and one for
// those that shoot.
func newSubKeys() *zobrist.SubKeys[int, int] {
	table := zobrist.NewTable[int, int](4, 4, zobrist.NewSplitMix64(50), none)
	return zobrist.NewSubKeys(table, []int{guard, archer}, []int{archer, ship})
}

// A key of a part of the board looks up what depends only on that part.
func ExampleSubKeys() {
	split := newSubKeys()
	var here, there [2]zobrist.Key
	split.Hash(here[:], []int{guard, archer, none, none})
	split.Hash(there[:], []int{none, archer, none, guard})
	fmt.Println("land:", here[0] == there[0], "shoot:", here[1] == there[1])
	// Output: land: false shoot: true
}

// The keys of groups are those of tables that have only their pieces.
func ExampleNewSubKeys() {
	table := zobrist.NewTable[int, int](4, 4, zobrist.NewSplitMix64(50), none)
	split := zobrist.NewSubKeys(table, []int{guard, archer}, []int{archer, ship})
	board := []int{ship, archer, none, guard}
	var keys [2]zobrist.Key
	split.Hash(keys[:], board)
	fmt.Println(
		keys[0] == table.Only(guard, archer).Hash(board),
		keys[1] == table.Only(archer, ship).Hash(board),
	)
	// Output: true true
}

func ExampleSubKeys_Hash() {
	keys := make([]zobrist.Key, 2)
	newSubKeys().Hash(keys, []int{ship, none, none, none})
	fmt.Println(keys)
	// Output: [0000000000000000 bd870d52e41b4d2f]
}

// A ship sinks, and is taken off the board.
func ExampleSubKeys_Toggle() {
	split, keys := newSubKeys(), make([]zobrist.Key, 2)
	split.Hash(keys, []int{ship, none, none, none})
	split.Toggle(keys, 0, ship)
	fmt.Println(keys)
	// Output: [0000000000000000 0000000000000000]
}

// An archer moves, and captures a guard.
func ExampleSubKeys_Move() {
	split, keys, after := newSubKeys(), make([]zobrist.Key, 2), make([]zobrist.Key, 2)
	split.Hash(keys, []int{archer, guard, none, none})
	split.Move(keys, 0, 1, archer)
	split.Toggle(keys, 1, guard)
	split.Hash(after, []int{none, archer, none, none})
	fmt.Println(keys[0] == after[0], keys[1] == after[1])
	// Output: true true
}

// A guard becomes an archer.
func ExampleSubKeys_Replace() {
	split, keys, after := newSubKeys(), make([]zobrist.Key, 2), make([]zobrist.Key, 2)
	split.Hash(keys, []int{none, guard, none, none})
	split.Replace(keys, 1, guard, archer)
	split.Hash(after, []int{none, archer, none, none})
	fmt.Println(keys[0] == after[0], keys[1] == after[1])
	// Output: true true
}

// A knight takes a bishop. The pawns' key stays. The material key changes by the number of the
// second black bishop: Black has one other left.
func ExampleChess_SubKeys() {
	z := zobrist.NewChess(1)
	split := z.SubKeys()
	subs := make([]zobrist.Key, 5) // pawns, minor pieces, major pieces, White's but pawns, Black's
	split.Toggle(subs, 12, zobrist.WhitePawn)
	pawns, material := subs[0], zobrist.Key(0)

	split.Move(subs, 1, 18, zobrist.WhiteKnight)
	split.Toggle(subs, 18, zobrist.BlackBishop)
	material = z.Table().Toggle(material, 1, zobrist.BlackBishop)
	fmt.Println(
		subs[0] == pawns, subs[1] == subs[3]^subs[4],
		material == z.Table().Key(1, zobrist.BlackBishop),
	)
	// Output: true true true
}
