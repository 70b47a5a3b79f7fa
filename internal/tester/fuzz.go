package tester

import (
	"cmp"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist"
)

// The number of games that Fuzz adds as seeds, and their length. go test plays them
// without -fuzz too.
const (
	fuzzGames = 3
	fuzzPlies = 100
)

// Fuzz adds games as seeds and checks those that the fuzzer makes.
func (r *Session) Fuzz(f *testing.F) {
	f.Helper()
	seed, err := r.FirstSeed(0)
	if err == nil {
		err = r.checkStart()
	}
	if err == nil {
		_, err = CheckMethods(r.Methods, r.New())
	}
	if err != nil {
		f.Fatal(err)
	}
	for game := range cmp.Or(r.Games, fuzzGames) {
		f.Add(randomBytes(seed+uint64(game), min(fuzzPlies, r.limits(playoutPlies).plies)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		draw, start := drawBytes(data), 0
		if len(r.Starts) > 0 {
			start = max(0, draw(len(r.Starts)+1))
		}
		p := r.player(newRecord(r.starts()...), r.limits(playoutPlies))
		if p == nil {
			t.Fatal("zobristtest: no game can be made")
		}
		p.limits = r.within(p.limits, 0, walkTime)
		stands := false
		b := p.at(start, func() { stands = true; p.playout(course{draw: draw, plies: p.plies}) })
		if b = cmp.Or(b, p.last()); b != nil {
			t.Fatal(r.judged(b, r.firstState(), p))
		} else if !stands {
			t.Fatalf("zobristtest: Config.Starts: cannot load %q", r.starts()[start])
		}
	})
}

// randomBytes returns enough bytes for the given number of moves.
func randomBytes(seed uint64, plies int) []byte {
	rng := zobrist.NewSplitMix64(seed)
	data := make([]byte, 3*plies)
	for i := range data {
		data[i] = byte(rng.Uint64())
	}
	return data
}

// drawBytes chooses moves by bytes until they run out.
func drawBytes(data []byte) func(n int) int {
	return func(n int) int {
		size := 1
		if n > 256 {
			size = 3
		}
		if len(data) < size {
			return -1
		}
		var x int
		for _, b := range slices.Backward(data[:size]) {
			x = x<<8 | int(b)
		}
		data = data[size:]
		return x % n
	}
}
