package rare

import (
	"fmt"
	"strings"
)

// doublePushes has boards for a double push on the files a to h, one file a line. In some the capture is
// legal, in some it would expose the king, and in some no pawn can capture.
const doublePushes = `4k3/8/8/8/8/8/P7/2K5 4k3/8/8/8/1p6/8/P7/2K5 1k6/8/8/8/1p6/8/P7/1RK5
5k2/8/8/8/p7/8/1P6/3K4 k7/8/8/8/p7/8/1P6/R2K4 8/8/8/4k3/p7/8/1P6/B2K4 5k2/8/8/8/8/8/1P6/3K4 5k2/8/8/8/2p5/8/1P6/3K4 2k5/8/8/8/2p5/8/1P6/2RK4 8/8/8/4k3/2p5/8/1P6/B2K4
6k1/8/8/8/1p6/8/2P5/4K3 1k6/8/8/8/1p6/8/2P5/1R2K3 8/8/8/5k2/1p6/8/2P5/1B2K3 6k1/8/8/8/8/8/2P5/4K3 6k1/8/8/8/3p4/8/2P5/4K3 3k4/8/8/8/3p4/8/2P5/3RK3 8/8/8/5k2/3p4/8/2P5/1B2K3
7k/8/8/8/2p5/8/3P4/5K2 2k5/8/8/8/2p5/8/3P4/2R2K2 8/8/8/6k1/2p5/8/3P4/2B2K2 7k/8/8/8/8/8/3P4/5K2 7k/8/8/8/4p3/8/3P4/5K2 4k3/8/8/8/4p3/8/3P4/4RK2 8/8/8/6k1/4p3/8/3P4/2B2K2
k7/8/8/8/3p4/8/4P3/6K1 3k4/8/8/8/3p4/8/4P3/3R2K1 8/8/8/1k6/3p4/8/4P3/5BK1 k7/8/8/8/8/8/4P3/6K1 k7/8/8/8/5p2/8/4P3/6K1 5k2/8/8/8/5p2/8/4P3/5RK1 8/8/8/1k6/5p2/8/4P3/5BK1
1k6/8/8/8/4p3/8/5P2/7K 4k3/8/8/8/4p3/8/5P2/4R2K 8/8/8/2k5/4p3/8/5P2/6BK 1k6/8/8/8/8/8/5P2/7K 1k6/8/8/8/6p1/8/5P2/7K 6k1/8/8/8/6p1/8/5P2/6RK 8/8/8/2k5/6p1/8/5P2/6BK
2k5/8/8/8/5p2/8/6P1/K7 5k2/8/8/8/5p2/8/6P1/K4R2 8/8/8/3k4/5p2/8/6P1/K6B 2k5/8/8/8/8/8/6P1/K7 2k5/8/8/8/7p/8/6P1/K7 7k/8/8/8/7p/8/6P1/K6R 8/8/8/3k4/7p/8/6P1/K6B
3k4/8/8/8/6p1/8/7P/1K6 6k1/8/8/8/6p1/8/7P/1K4R1 3k4/8/8/8/8/8/7P/1K6`

// EnPassant returns a double push on each file, for each side.
func EnPassant() (all []Line) {
	for file, boards := range strings.Split(doublePushes, "\n") {
		for _, board := range strings.Fields(boards) {
			move := fmt.Sprintf("%c2%[1]c4", 'a'+file)
			all = append(all, both(Line{board + " w - - 0 1", []string{move}, "the en passant number of one file, or one rule by moves and another from a FEN"})...)
		}
	}
	return all
}
