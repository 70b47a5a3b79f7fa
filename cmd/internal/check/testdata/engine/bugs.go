package main

// A bug is a planted mistake, or a way to be sound that is not the usual one.
type bug struct {
	name  string
	exit  int    // of zobrist check
	words string // regular expressions, between blanks-&-blanks, that the report matches
	about string
}

// The mistakes, and how each is to be judged: 0 is no mistake.
var bugs = []bug{
	// From scratch.
	{"fen-side", 1, `side`, "a FEN's side to move is not in the key"},
	{"fen-castling", 1, `castling`, "a FEN's castling rights are not in the key"},
	{"fen-black-castling", 1, `castling (k|q|kq)`, "a FEN's castling rights of Black are not in the key"},
	{"fen-ep", 1, `en passant`, "a FEN's en passant square is not in the key"},
	{"ep-fen-always", 1, `en passant`, "en passant counts always in a FEN, and by moves where a pawn can capture"},
	{"fen-h8", 1, `h8 r`, "the piece on h8 is not in the key of a FEN"},
	{"fen-a1-twice", 1, `a1 R`, "the piece on a1 is twice in the key of a FEN"},
	{"fen-queens", 1, `[a-h][1-8] q`, "black queens are not in the key of a FEN"},

	// Update.
	{"captured", 1, `[a-h][1-8] [PNBRQpnbrq]`, "the captured piece stays in the key"},
	{"from", 1, `[a-h][27] [Pp]`, "after a double push the pawn stays in the key where it came from"},
	{"promotion", 1, `[a-h][18] [NBRQnbrq]`, "a promoted pawn stays a pawn in the key"},
	{"underpromotion", 1, `[a-h][18] [Qq]`, "every promotion is one to a queen in the key"},
	{"promotion-captured", 1, `[a-h][18] [NBRQnbrq]`, "a capture with promotion leaves the captured piece in the key"},
	{"ep-victim", 1, `[a-h][45] [Pp]`, "a pawn captured en passant stays in the key"},
	{"ep-victim-square", 1, `[a-h][36] [Pp]`, "a pawn captured en passant is taken out of the key on the wrong square"},
	{"ep-victim-colour", 1, `[a-h][45] [Pp]`, "a pawn captured en passant is taken out of the key in the wrong colour"},
	{"ep-left-in", 1, `en passant`, "the en passant square stays in the key"},
	{"ep-not-set", 1, `en passant`, "a double push does not put the en passant square into the key"},
	{"ep-file", 1, `en passant`, "a double push puts another file into the key"},
	{"ep-moves-always", 1, `en passant`, "en passant counts always by moves, and from a FEN where a pawn can capture"},
	{"castling-rook", 1, `(h1|f1|a1|d1) R|(h8|f8|a8|d8) r`, "castling does not move the rook in the key"},
	{"castling-long-rook", 1, `[cd]1 R|[cd]8 r`, "castling long puts the rook on the wrong square in the key"},
	{"right-rook-captured", 1, `castling`, "the right of a rook captured on its corner stays in the key"},
	{"right-king-moves", 1, `castling`, "the rights of a king that moves stay in the key"},
	{"right-rook-moves", 1, `castling`, "the right of a rook that moves stays in the key"},
	{"right-castling", 1, `castling`, "the rights of a king that castles stay in the key"},
	{"side-castling", 1, `side`, "castling does not change the side to move in the key"},

	// Undo.
	{"undo-capture", 1, `perft`, "taking back a capture leaves the captured piece out of the key"},
	{"undo-castling", 1, `perft`, "taking back a move does not restore castling rights in the key"},
	{"undo-ep", 1, `perft`, "taking back a move does not restore the en passant square in the key"},
	{"undo-ep-victim", 1, `perft`, "taking back a capture en passant leaves the captured pawn out of the key"},
	{"undo-promotion", 1, `perft`, "taking back a promotion leaves the promoted piece in the key"},
	{"undo-side", 1, `perft`, "taking back a move does not change the side to move in the key"},

	// Search.
	{"search-null", 1, `search|go depth`, "a search's null move leaves the side to move in the key"},
	{"search-cutoff", 1, `search|go depth`, "a cutoff leaves a move in the key"},

	// Null move.
	{"null-ep", 1, `(?i)null|0000 & en passant`, "a null move leaves the en passant square in the key"},
	{"null-side", 1, `(?i)null|0000 & side`, "a null move does not change the side to move in the key"},

	// Wrong keys by moves and from the FEN.
	{"wrong-1-in-1000", 1, `not the XOR`, "one key in 1,000 is wrong"},
	{"wrong-1-in-33", 1, `not the XOR`, "one key in 33 is wrong"},
	{"wrong-1-in-5", 1, `not the XOR`, "one key in five is wrong"},
	{"wrong-pair", 1, `not the XOR & f3 N & side`, "each key with a white knight on f3 and Black to move is wrong"},

	// Weak numbers.
	{"two-kinds", 1, `[a-h][1-8] b & [a-h][1-8] n`, "black bishops and knights have the same numbers"},
	{"two-squares", 1, `d6 & e6`, "the squares d6 and e6 have the same numbers"},
	{"zero", 1, `e4 P`, "the number of a white pawn on e4 is zero"},
	{"zero-rank", 1, `[a-h]8`, "all numbers of the eighth rank are zero"},
	{"castling-shared", 1, `castling K|castling Q`, "White's two castling rights have one number"},
	{"ep-shared", 1, `en passant`, "two en passant files have one number"},
	{"ep-number", 1, `en passant`, "en passant numbers are 0 to 7, and that of file a changes nothing"},
	{"side-dependent", 1, `side`, "the side is the XOR of two other numbers: e2e4 leaves the key as it is"},
	{"sparse", 1, `bit`, "each number is the AND of two"},
	{"counted", 1, `(?i)bit|rank|width`, "the numbers are 1, 2, 3 ..."},
	{"rand31", 1, `31|bits? `, "the numbers have 31 bits"},
	{"bits32", 1, `32`, "the keys have 32 bits"},
	{"bits48", 1, `48|bits`, "the keys have 48 bits"},
	{"no-castling", 1, `castling`, "castling rights are in no key"},
	{"no-side", 1, `side`, "the side to move is in no key"},
	{"no-ep", 1, `en passant`, "the en passant square is in no key"},

	// The key depends on the clock where it must not.
	{"clock-fen", 1, `clock`, "a FEN's clock is in the key, and the clock by moves is not"},

	// It cannot be checked.
	{"crash-at-start", 2, `127 & nnue`, "it ends at once"},
	{"crash", 2, `134 & Assertion`, "it crashes after a while"},
	{"crash-in-search", 2, `exit status 2 & out of range`, "it crashes in a search"},
	{"hang", 2, `answer`, "it hangs after a while"},
	{"silence", 2, `uci`, "it never answers"},
	{"not-uci", 2, `uci`, "it does not know the command uci"},
	{"endless", 2, `info depth 1`, "it prints without end after a while"},
	{"no-d", 2, `Unknown command: d & printf`, "it does not know the command d"},
	{"no-key", 2, `Fen: & printf`, "it prints no key"},

	// Sound, each in its way.
	{"castling-16", 0, `16`, "castling has a number for each set of rights"},
	{"hurried", 0, `ok +moves & ok +XOR & \d\d keys were asked again one at a time`, "some keys are wrong when more commands wait"},
	{"ep-always", 0, `always|every double`, "en passant counts after every double push"},
	{"ep-square", 0, `square`, "en passant has a number for each square"},
	{"clock", 0, `14 on`, "the halfmove clock is in the key"},
	{"own-numbers", 0, `process`, "every process draws other numbers"},
	{"decimal", 0, ``, "the key is printed as a decimal number"},
	{"prefixed", 0, ``, "the key is printed as hash = 0x..."},
	{"no-fen", 0, ``, "no FEN is printed"},
	{"no-board", 0, ``, "no board is printed"},
	{"fen-no-clocks", 0, ``, "FENs have four fields"},
	{"fen-castling-order", 0, ``, "FENs have castling rights in another order"},
	{"fen-ep-always", 0, ``, "FENs have every en passant square, and keys only some"},
	{"no-null", 0, ``, "the null move is ignored"},
	{"no-perft", 0, ``, "there is no perft"},
	{"async", 0, ``, "perft answers later than isready"},
}
