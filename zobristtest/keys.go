package zobristtest

import (
	"errors"
	"iter"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester"
)

// Explain returns the names of the fewest keys whose XOR is diff, in the order of keys. If diff is
// the XOR of a wrong and a right key, these are the features in which the two differ. If several
// sets of that size match, Explain returns the first. It returns an empty slice if diff is zero,
// and nil if no set of up to four keys matches. It looks for three and four keys among the first
// 3,000 only, which takes half a second and 64 MB; a thousand keys take 30 ms.
func Explain(diff zobrist.Key, keys iter.Seq2[string, zobrist.Key]) []string {
	return keycheck.NewFinder(keycheck.Collect(keys)).Explain(diff, keycheck.MostSize)
}

// CheckKeys finds weaknesses in keys that are combined by XOR. It returns them by
// [errors.Join], or nil. Each error says what it means: a wrong key, or collisions that are
// n times as likely. It finds
//
//   - zero keys, two names with the same key, and two keys with the same name;
//   - bits that at most one key has, that can be computed from other bits, or that are the same in
//     all keys of a square;
//   - bits that are set too often or too rarely for random keys, one bit or all together, and keys
//     with at most seven bits set;
//   - sets of three or four keys whose XOR is zero, among the first 3,000 keys. It ignores sets
//     that no two positions can differ in: three pieces on one square, or three names that begin
//     with "en passant".
//
// Leave out keys that are the XOR of other keys by design, such as those of sets of
// castling rights. A set of up to a thousand random keys fails with a probability below 1
// in 100 million. A stuck bit can be detected with 37 keys or more, and a bit that is the
// XOR of others with 99 or more.
func CheckKeys(keys iter.Seq2[string, zobrist.Key]) error {
	var errs []error
	for _, problem := range tester.KeyProblems(keycheck.Collect(keys)) {
		errs = append(errs, errors.New(problem.Explained()))
	}
	return errors.Join(errs...)
}
