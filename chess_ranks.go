package zobrist

// rankKeys looks up two neighbouring squares at once, for the four pairs of a
// rank. keys[i][p|q<<4] combines piece p on the left square of pair i and q on
// the right one. The key of a rank is then four look-ups instead of eight.
type rankKeys [4][256]Key

// fill copies the keys of the rank that starts at first from the table.
func (k *rankKeys) fill(table *Table[Square, ChessPiece], first Square) {
	for i := range k {
		var left, right [16]Key
		for p := range BlackKing + 1 {
			left[p], right[p] = table.Key(first+2*Square(i), p), table.Key(first+2*Square(i)+1, p)
		}
		for pq := range k[i] {
			k[i][pq] = left[pq&15] ^ right[pq>>4]
		}
	}
}

// key returns the key of a rank whose pieces eight has packed.
func (k *rankKeys) key(rank uint64) Key {
	x := rank | rank>>4
	return k[0][uint8(x)] ^ k[1][uint8(x>>16)] ^ k[2][uint8(x>>32)] ^ k[3][uint8(x>>48)]
}

const ones = 0x0101010101010101

// eight packs the pieces on eight squares, the first in the lowest byte. The
// compiler turns it into one load.
func eight(board *[64]ChessPiece, first int) uint64 {
	b := (*[8]ChessPiece)(board[first:])
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// tooLarge sets the high bit of each byte that isn't a piece. A byte above 127
// has the bit already. The sum sets it in a smaller byte that exceeds
// BlackKing.
func tooLarge(rank uint64) uint64 {
	return rank | (rank + (0x7f-uint64(BlackKing))*ones)
}
