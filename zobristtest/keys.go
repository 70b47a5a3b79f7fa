package zobristtest

import (
	"errors"
	"iter"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// Explain returns the names of the fewest keys whose XOR is diff: the features
// by which a wrong key differs from the right one. Of several such sets it
// returns the one whose keys come first, in the order in which they come. It
// returns an empty slice when diff is zero, and nil when no set of up to four
// keys makes the difference.
//
// That a difference that has nothing to do with them is explained by some set
// of a thousand keys happens once in 450 million times. It takes about 30 ms
// for a thousand keys. Three keys are sought among the first 10,000 only, and
// four among the first 3,000, which takes half a second and 64 MB.
func Explain(diff zobrist.Key, keys iter.Seq2[string, zobrist.Key]) []string {
	return keycheck.Explain(diff, keycheck.Collect(keys))
}

// CheckKeys judges keys that are combined by XOR, and returns an error for
// each thing that is wrong with them, combined by [errors.Join]. Each says what
// it means in play: that some positions have a wrong key, that collisions are so
// many times as likely, or no matter. It looks at
//
//   - keys that are zero, and names that share one key;
//   - the rank over GF(2), of all 64 bits and of the low and the high 16 and
//     32, when it is lower than chance allows: keys of which some bits can be
//     told from others, or keys of 32 bits;
//   - bits that are set in more or fewer of the keys than chance allows;
//   - sets of three or four keys whose XOR is zero, exactly, among the first
//     10,000 and the first 3,000 keys. Such a set does no harm when no two
//     positions can differ in just these: CheckKeys knows that of three pieces
//     on one square, and of three names that begin with "en passant".
//
// Random keys fail by chance less than once in a hundred million sets of up to
// a thousand keys. There must be 37 keys before a bit that is always set is
// out of chance's reach, and 99 before one of the 64 that is the XOR of others
// is. How many bits two keys have in common does not tell good ones from bad,
// and is not looked at.
//
// A key that is the XOR of others by design, such as that of a set of castling
// rights, is no key of its own: leave it out. It takes about 25 ms for a
// thousand keys, and a quarter of a second and 64 MB for 3,000 and more. The
// command zobrist audit prints the numbers behind it.
func CheckKeys(keys iter.Seq2[string, zobrist.Key]) error {
	var errs []error
	for _, problem := range keycheck.Analyse(keycheck.Collect(keys)).Problems() {
		errs = append(errs, errors.New(problem.Explained()))
	}
	return errors.Join(errs...)
}

// ChessKeys yields the keys of a chess program by the names that [Explain] and
// the messages of [Run] know best, those of [zobrist.Chess.Keys], and in that
// order: "e4 P", "castling K", "en passant e", "side".
//
// piece returns the key of a piece on a square, from a1 to h8; castling has the
// keys of the four rights, in the order KQkq; enPassant those of the files, from
// a to h; and side is what changes with the side to move. Where a program has a
// table of the sixteen sets of rights, made of the four, give the four; where
// the sixteen are drawn apart, no four keys make them, and it yields them itself.
func ChessKeys(piece func(zobrist.Square, zobrist.ChessPiece) zobrist.Key, castling [4]zobrist.Key, enPassant [8]zobrist.Key, side zobrist.Key) iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		for s := range zobrist.Square(64) {
			for p := zobrist.WhitePawn; p <= zobrist.BlackKing; p++ {
				if !yield(s.String()+" "+p.String(), piece(s, p)) {
					return
				}
			}
		}
		for i, key := range castling {
			if !yield("castling "+"KQkq"[i:i+1], key) {
				return
			}
		}
		for i, key := range enPassant {
			if !yield("en passant "+"abcdefgh"[i:i+1], key) {
				return
			}
		}
		yield("side", side)
	}
}
