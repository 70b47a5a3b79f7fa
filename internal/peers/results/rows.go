package results

import "fmt"

// A Row is a job that cmd/bench measures: the library against a peer.
type Row struct {
	ID       string // cmd/bench measures the rows with the same word before the slash together
	Job      string
	Peer     string   // empty: the row has no peer
	Code     []string // the folders of the measured package, relative to the module
	Limit    float64  // the highest ratio of times that the library promises, or 0
	Optional bool     // needs a program that a machine may not have
	Unlisted bool     // measured, for its limit or for one who changes the code, but not on the page
}

var (
	root  = []string{"."}
	table = []string{"tt"}
	books = []string{".", "book"}
	kit   = []string{".", "zobristtest"}
	check = []string{"cmd/zobrist", "internal/check", "internal/tester/subject", "internal/movegen"}
)

// Speed says a ratio of times as the page and cmd/bench do: "1.27× as fast", or
// "1.10× as long".
func Speed(ratio float64) string {
	switch {
	case ratio > 1.004:
		return fmt.Sprintf("%.2f× as long", ratio)
	case ratio > 0.1:
		return fmt.Sprintf("%.2f× as fast", 1/ratio)
	}
	return fmt.Sprintf("%.1f× as fast", 1/ratio)
}

// Rows are all rows, in the order of BENCHMARKS.md.
var Rows = []Row{
	{ID: "engine/table", Job: "an engine's search, keys from `Toggle` and `Move`", Peer: "keys from arrays", Code: root, Limit: 1},
	{ID: "engine/profile", Job: "the same search, built with a profile", Peer: "keys from arrays", Code: root, Unlisted: true},
	{ID: "engine/history-10", Job: "search with `History`, game of 10 plies", Peer: "scan of a stack", Code: root, Unlisted: true},
	{ID: "engine/history-100", Job: "search with `History`, game of 100 plies", Peer: "scan of a stack", Code: root},
	{ID: "engine/history-300", Job: "search with `History`, game of 300 plies", Peer: "scan of a stack", Code: root, Unlisted: true},

	{ID: "table/toggle", Job: "`Table.Toggle`, nothing else", Peer: "array", Code: root, Unlisted: true},
	{ID: "table/move", Job: "`Table.Move`, nothing else", Peer: "array", Code: root, Limit: 1.1, Unlisted: true},
	{ID: "table/bits", Job: "`Table.ToggleBits`, a piece", Peer: "bit loop over arrays", Code: root},
	{ID: "table/hash", Job: "`Table.Hash`, chess board", Peer: "loop that skips empty squares", Code: root},
	{ID: "table/hash-plain", Job: "`Table.Hash`, chess board", Peer: "loop without a branch", Code: root},

	{ID: "chess/after", Job: "`Chess.After`", Peer: "`Play`, `Hash`", Code: root},
	{ID: "library/after", Job: "`Chess.After`, en passant pseudo-legal", Peer: "chess-library, -O3", Code: root, Limit: 1, Optional: true},
	{ID: "library/after-legal", Job: "`Chess.After`, en passant legal", Peer: "chess-library, -O3", Code: root, Optional: true},
	{ID: "native/after", Job: "`Chess.After`, en passant pseudo-legal", Peer: "chess-library, -march=native", Code: root, Limit: 1, Optional: true, Unlisted: true},
	{ID: "native/after-legal", Job: "`Chess.After`, en passant legal", Peer: "chess-library, -march=native", Code: root, Optional: true, Unlisted: true},
	{ID: "chess/hash", Job: "`Chess.Hash`, warm L1", Peer: "loop over an array", Code: root},
	{ID: "chess/hash-cold", Job: "`Chess.Hash`, cold L1", Peer: "loop over an array", Code: root, Unlisted: true},
	{ID: "library/hash", Job: "`Chess.Hash`, warm L1", Peer: "chess-library, -O3", Code: root, Optional: true},
	{ID: "native/hash", Job: "`Chess.Hash`, warm L1", Peer: "chess-library, -march=native", Code: root, Optional: true, Unlisted: true},
	{ID: "chess/fen", Job: "FEN to key: `ParseFEN`, `Chess.Hash`", Peer: "corentings/chess", Code: root, Limit: 0.25},
	{ID: "othello/after", Job: "`Othello.After`", Peer: "disc by disc", Code: root, Limit: 0.4},
	{ID: "othello/hash", Job: "`Othello.Hash`", Peer: "loop over two bitboards", Code: root},

	{ID: "l2/hit", Job: "`tt`, 256 KiB, hit", Peer: "racy table", Code: table},
	{ID: "l2/miss", Job: "`tt`, 256 KiB, miss", Peer: "racy table", Code: table, Unlisted: true},
	{ID: "l2/store", Job: "`tt`, 256 KiB, store", Peer: "racy table", Code: table, Unlisted: true},
	{ID: "l2/node", Job: "`tt`, 256 KiB, node", Peer: "racy table", Code: table, Limit: 1.05},
	{ID: "tt/small-hit", Job: "`tt`, 1 GiB, small pages, hit", Peer: "racy table, small pages", Code: table, Unlisted: true},
	{ID: "tt/small-miss", Job: "`tt`, 1 GiB, small pages, miss", Peer: "racy table, small pages", Code: table, Unlisted: true},
	{ID: "tt/small-store", Job: "`tt`, 1 GiB, small pages, store", Peer: "racy table, small pages", Code: table, Unlisted: true},
	{ID: "tt/small-node", Job: "`tt`, 1 GiB, small pages, node", Peer: "racy table, small pages", Code: table},
	{ID: "tt/huge-hit", Job: "`tt`, 1 GiB, huge pages, hit", Peer: "racy table, huge pages", Code: table, Optional: true, Unlisted: true},
	{ID: "tt/huge-miss", Job: "`tt`, 1 GiB, huge pages, miss", Peer: "racy table, huge pages", Code: table, Optional: true, Unlisted: true},
	{ID: "tt/huge-store", Job: "`tt`, 1 GiB, huge pages, store", Peer: "racy table, huge pages", Code: table, Optional: true, Unlisted: true},
	{ID: "tt/huge-node", Job: "`tt`, 1 GiB, huge pages, node", Peer: "racy table, huge pages", Code: table, Optional: true},
	{ID: "tt/pages-node", Job: "`tt`, 1 GiB, huge pages, node", Peer: "`tt`, small pages", Code: table, Optional: true},
	{ID: "prefetch/50", Job: "`Prefetch`, 50 ns of work, `Probe`, 1 GiB", Peer: "without `Prefetch`", Code: table},
	{ID: "prefetch/200", Job: "`Prefetch`, 200 ns of work, `Probe`, 1 GiB", Peer: "without `Prefetch`", Code: table},

	{ID: "book/file", Job: "`book.Find`, file on disk, found", Peer: "binary search of entries", Code: books},
	{ID: "book/file-missing", Job: "`book.Find`, file on disk, not found", Peer: "binary search of entries", Code: books, Unlisted: true},
	{ID: "book/memory", Job: "`book.Find`, file in memory, found", Peer: "corentings/chess", Code: books},
	{ID: "book/memory-missing", Job: "`book.Find`, file in memory, not found", Peer: "corentings/chess", Code: books, Unlisted: true},

	{ID: "kit/walk", Job: "`zobristtest.Walk`, a position", Peer: "perft of the game alone", Code: kit},
	{ID: "check/keys", Job: "`zobrist check`: keys per second of CPU time", Code: check},
}
