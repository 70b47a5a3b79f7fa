package recover

import (
	"fmt"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
)

func TestTry(t *testing.T) {
	for _, n := range []int{4000, 8000} {
		positions := games(t, 1, n)
		base := samples(t, positions, zobrist.NewChess(5).Hash)
		for _, kind := range []string{"random", "const", "stale"} {
			for _, rate := range []float64{0.1, 0.2, 0.25, 0.3} {
				wrong := map[int]bool{}
				all := make([]Sample, len(base))
				for i, s := range base {
					all[i] = s
					h := zobrist.NewSplitMix64(uint64(s.Key)).Uint64()
					if float64(h>>11)/(1<<53) < rate {
						wrong[i] = true
						switch kind {
						case "random":
							all[i].Key ^= zobrist.Key(h * h)
						case "const":
							all[i].Key ^= 0x123456789
						case "add":
							all[i].Key += 12345
						case "zero":
							all[i].Key = 0
						case "stale":
							all[i].Key = base[max(0, i-1)].Key
						}
					}
				}
				begin := time.Now()
				s := Find(all, 1)
				d := time.Since(begin)
				missed, false_ := len(wrong), 0
				for _, i := range s.Outside {
					if wrong[i] {
						missed--
					} else {
						false_++
					}
				}
				fmt.Println(n, kind, rate, "wrong", len(wrong), "missed", missed, "false", false_, "unclear", len(s.Unclear), s.Castling, s.EnPassant, s.Rule, s.Suspects, d)
			}
		}
	}
}
