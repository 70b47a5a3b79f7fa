package planted

import (
	"regexp"
	"strings"
)

// A Bug is a planted bug, or an unusual way to be sound, and how check must judge it.
type Bug struct {
	Exit  int    // status of zobrist check: 0 is sound
	Words string // regular expressions, between blanks-&-blanks, that the report matches
	About string
	Apart bool // only a process shows it
}

// Missing returns the first of b's words that a report lacks, or "".
func (b Bug) Missing(report string) string {
	for _, w := range strings.Split(b.Words, " & ") {
		if !regexp.MustCompile(w).MatchString(report) {
			return w
		}
	}
	return ""
}

// Bugs returns the bugs by name. There is also rare=RATE: that part of all positions has
// a wrong key, the same by moves and from a FEN.
func Bugs() map[string]Bug {
	return map[string]Bug{
		// From scratch.
		"fen-side":           {Exit: 1, Words: `bugs: 1\n & \[missing-from-fen\] & side`, About: "a FEN's side to move is not in the key"},
		"fen-castling":       {Exit: 1, Words: `bugs: 1\n & castling`, About: "a FEN's castling rights are not in the key"},
		"fen-black-castling": {Exit: 1, Words: `bugs: 1\n & castling (k|q|kq)`, About: "a FEN's castling rights of Black are not in the key"},
		"fen-ep":             {Exit: 1, Words: `en passant`, About: "a FEN's en passant square is not in the key"},
		"ep-fen-always":      {Exit: 1, Words: `bugs: 1\n & \[en-passant-rules\] harmless`, About: "en passant counts always in a FEN, and by moves where a pawn can capture"},
		"fen-h8":             {Exit: 1, Words: `h8 r`, About: "the piece on h8 is not in the key of a FEN"},
		"fen-a1-twice":       {Exit: 1, Words: `a1 R`, About: "the piece on a1 is twice in the key of a FEN"},
		"fen-queens":         {Exit: 1, Words: `[a-h][1-8] q`, About: "black queens are not in the key of a FEN"},

		"fen-white-castling":   {Exit: 1, Words: `bugs: 1\n & castling (K|Q|KQ)`, About: "a FEN's castling rights of White are not in the key"},
		"fen-castling-swapped": {Exit: 1, Words: `castling`, About: "a FEN's short and long castling are swapped in the key"},
		"fen-ep-file":          {Exit: 1, Words: `en passant`, About: "a FEN's en passant square puts another file into the key"},
		"fen-kings":            {Exit: 1, Words: `[a-h][1-8] [Kk]`, About: "kings are not in the key of a FEN"},

		// Update.
		"king-from":           {Exit: 1, Words: `[a-h][1-8] [Kk]`, About: "a king that moves stays in the key where it came from"},
		"promotion-from":      {Exit: 1, Words: `[a-h][27] [Pp]`, About: "a pawn that promotes stays in the key where it came from"},
		"h-pawn":              {Exit: 1, Words: `bugs: 1\n & h[2-7] p & captured piece stays`, About: "a black pawn that is captured on the file h stays in the key"},
		"knight-captures":     {Exit: 1, Words: `[a-h][1-8] [PNBRQpnbrq]`, About: "what a knight captures stays in the key"},
		"long-move-side":      {Exit: 1, Words: `bugs: 1\n & side`, About: "a long move of a bishop does not change the side to move in the key"},
		"lag":                 {Exit: 1, Words: `bugs: 1\n & \[lags\]`, About: "the key is that of the position before the last move"},
		"captured":            {Exit: 1, Words: `bugs: 1\n & [a-h][1-8] [PNBRQpnbrq]`, About: "the captured piece stays in the key"},
		"from":                {Exit: 1, Words: `bugs: 1\n & [a-h][27] [Pp]`, About: "after a double push the pawn stays in the key where it came from"},
		"promotion":           {Exit: 1, Words: `bugs: 1\n & [a-h][18] [NBRQnbrq]`, About: "a promoted pawn stays a pawn in the key"},
		"underpromotion":      {Exit: 1, Words: `[a-h][18] [Qq]`, About: "every promotion is one to a queen in the key"},
		"promotion-captured":  {Exit: 1, Words: `[a-h][18] [NBRQnbrq]`, About: "a capture with promotion leaves the captured piece in the key"},
		"ep-victim":           {Exit: 1, Words: `[a-h][45] [Pp]`, About: "a pawn captured en passant stays in the key"},
		"ep-victim-square":    {Exit: 1, Words: `[a-h][36] [Pp]`, About: "a pawn captured en passant is taken out of the key on the wrong square"},
		"ep-victim-colour":    {Exit: 1, Words: `[a-h][45] [Pp]`, About: "a pawn captured en passant is taken out of the key in the wrong colour"},
		"ep-left-in":          {Exit: 1, Words: `en passant`, About: "the en passant square stays in the key"},
		"ep-not-set":          {Exit: 1, Words: `bugs: 1\n & en passant`, About: "a double push does not put the en passant square into the key"},
		"ep-file":             {Exit: 1, Words: `bugs: 1\n & en passant`, About: "a double push puts another file into the key"},
		"ep-moves-always":     {Exit: 1, Words: `bugs: 1\n & \[en-passant-rules\] harmless`, About: "en passant counts always by moves, and from a FEN where a pawn can capture"},
		"castling-rook":       {Exit: 1, Words: `(h1|f1|a1|d1) R|(h8|f8|a8|d8) r`, About: "castling does not move the rook in the key"},
		"castling-long-rook":  {Exit: 1, Words: `[cd]1 R|[cd]8 r`, About: "castling long puts the rook on the wrong square in the key"},
		"right-rook-captured": {Exit: 1, Words: `castling`, About: "the right of a rook captured on its corner stays in the key"},
		"right-king-moves":    {Exit: 1, Words: `castling`, About: "the rights of a king that moves stay in the key"},
		"right-rook-moves":    {Exit: 1, Words: `castling`, About: "the right of a rook that moves stays in the key"},
		"right-castling":      {Exit: 1, Words: `castling`, About: "the rights of a king that castles stay in the key"},
		"side-castling":       {Exit: 1, Words: `bugs: 1\n & side`, About: "castling does not change the side to move in the key"},

		// Undo.
		"undo-capture":   {Exit: 1, Words: `bugs: 1\n & perft`, About: "taking back a capture leaves the captured piece out of the key"},
		"undo-castling":  {Exit: 1, Words: `bugs: 1\n & perft`, About: "taking back a move does not restore castling rights in the key"},
		"undo-ep":        {Exit: 1, Words: `bugs: 1\n & perft`, About: "taking back a move does not restore the en passant square in the key"},
		"undo-ep-victim": {Exit: 1, Words: `bugs: 1\n & perft`, About: "taking back a capture en passant leaves the captured pawn out of the key"},
		"undo-promotion": {Exit: 1, Words: `bugs: 1\n & perft`, About: "taking back a promotion leaves the promoted piece in the key"},
		"undo-side":      {Exit: 1, Words: `bugs: 1\n & perft`, About: "taking back a move does not change the side to move in the key"},

		// Only rare lines show these: see package rare.
		"tenth-man":       {Exit: 1, Words: `a[18] `, About: "a tenth man of a kind is not in the key"},
		"clock-100":       {Exit: 1, Words: `bugs: 1\n & b8c8`, About: "after halfmove 100, a man that moves stays in the key"},
		"ep-castling":     {Exit: 1, Words: `en passant`, About: "castling leaves an old en passant number"},
		"ep-one-capturer": {Exit: 1, Words: `en passant|d4e3`, About: "en passant counts if legal, but by moves only for the left one of two pawns"},
		"ep-rank-two":     {Exit: 1, Words: `en passant|d4e3`, About: "en passant counts if legal, but by moves not where a king stands on the rank of two pawns"},
		"second-game":     {Exit: 1, Words: `second game & ucinewgame`, About: "after ucinewgame, a knight's capture leaves the captured piece in the key"},
		"search-null-ep":  {Exit: 1, Words: `go depth & en passant`, About: "a search's null move keeps the en passant number"},
		"960-inner-rook":  {Exit: 1, Words: `castling|e1h1`, About: "a FEN's castling rights are those of the rooks nearest to the king"},

		// Search.
		"search-null":   {Exit: 1, Words: `search|go depth|go movetime`, About: "a search's null move leaves the side to move in the key"},
		"search-cutoff": {Exit: 1, Words: `search|go depth|go movetime`, About: "a cutoff leaves a move in the key"},

		// Null move.
		"null-ep":   {Exit: 1, Words: `(?i)null|0000 & en passant`, About: "a null move leaves the en passant square in the key"},
		"null-side": {Exit: 1, Words: `(?i)null|0000 & side`, About: "a null move does not change the side to move in the key"},

		// Weak numbers.
		"two-kinds":       {Exit: 1, Words: `[a-h][1-8] b & [a-h][1-8] n`, About: "black bishops and knights have the same numbers"},
		"two-squares":     {Exit: 1, Words: `d6 & e6`, About: "the squares d6 and e6 have the same numbers"},
		"zero":            {Exit: 1, Words: `e4 P`, About: "the number of a white pawn on e4 is zero"},
		"zero-rank":       {Exit: 1, Words: `[a-h]8`, About: "all numbers of the eighth rank are zero"},
		"castling-shared": {Exit: 1, Words: `castling K|castling Q`, About: "White's two castling rights have one number"},
		"ep-shared":       {Exit: 1, Words: `en passant`, About: "two en passant files have one number"},
		"ep-number":       {Exit: 1, Words: `en passant`, About: "en passant numbers are 0 to 7, and that of file a changes nothing"},
		"side-dependent":  {Exit: 1, Words: `side`, About: "the side is the XOR of two other numbers: e2e4 leaves the key as it is"},
		"sparse":          {Exit: 1, Words: `bit`, About: "each number is the AND of two"},
		"counted":         {Exit: 1, Words: `(?i)bit|rank|width`, About: "the numbers are 1, 2, 3 ..."},
		"rand31":          {Exit: 1, Words: `bugs: 1\n & \[31-bits\] weak`, About: "the numbers have 31 bits"},
		"bits32":          {Exit: 1, Words: `bugs: 1\n & \[32-bits\] weak`, About: "the keys have 32 bits"},
		"bits48":          {Exit: 1, Words: `bugs: 1\n & \[48-bits\] weak`, About: "the keys have 48 bits"},
		"no-castling":     {Exit: 1, Words: `castling`, About: "castling rights are in no key"},
		"no-side":         {Exit: 1, Words: `bugs: 1\n & \[no-side\]`, About: "the side to move is in no key"},
		"no-ep":           {Exit: 1, Words: `en passant`, About: "the en passant square is in no key"},

		"zero-castling": {Exit: 1, Words: `castling k`, About: "the number of a castling right is zero"},
		"zero-side":     {Exit: 1, Words: `side`, About: "the side's number is zero"},
		"same-colours":  {Exit: 1, Words: `[a-h][1-8] [pnbrq] & [a-h][1-8] [PNBRQ]`, About: "both colours have the same numbers"},

		// Keys that are not what they are made of.
		"constant":      {Exit: 1, Words: `00000000deadbeef in every position`, About: "the key never changes"},
		"e4-by-side":    {Exit: 1, Words: `not the XOR`, About: "the number of a white pawn on e4 depends on the side to move"},
		"wrong-pair":    {Exit: 1, Words: `not the XOR & f3 N & side`, About: "each key with a white knight on f3 and Black to move is wrong"},
		"uninitialised": {Exit: 1, Words: `second process & e5 p`, About: "the number of a black pawn on e5 is another one in each process"},
		"move-number":   {Exit: 1, Words: `bugs: 1\n & move number`, About: "the move number is in the key"},
		"clock-low":     {Exit: 1, Words: `halfmove clock is in the key from 1 on`, About: "the halfmove clock is in the key from 1 on"},

		// The key depends on the clock where it must not.
		"clock-fen": {Exit: 1, Words: `clock`, About: "a FEN's clock is in the key, and the clock by moves is not"},

		// One cause, and one item.
		"fen-one-key":       {Exit: 1, Words: `bugs: 1\n & each FEN has the same key & \[fen-constant\]`, About: "each FEN has the key of the empty board"},
		"side-new-only":     {Exit: 1, Words: `bugs: 1\n & \[moves-side\] & no feature has`, About: "a move puts in the number of the new side and leaves that of the old side"},
		"castling-assigned": {Exit: 1, Words: `bugs: 1\n & \[moves-castling\] & right that is lost stays`, About: "the new rights are assigned before new ^ old"},
		"ep-none":           {Exit: 1, Words: `bugs: 1\n & \[moves-en-passant\] & old en passant number stays & no feature has`, About: "a king that moves leaves an old en passant number in the key, and that of none goes in"},
		"ep-wraps":          {Exit: 1, Words: `bugs: 1\n & \[en-passant-rules\] harmless & edge`, About: "the test for a capturing pawn wraps round the board"},
		"repetition":        {Exit: 1, Words: `bugs: 1\n & \[repetition-number\] harmless`, About: "there are numbers for the second and third time of a position"},
		"linear":            {Exit: 1, Words: `bugs: 1\n & \[32-bits\] weak & XOR zero`, About: "the numbers come from a state of 32 bits"},
		"joined":            {Exit: 1, Words: `bugs: 1\n & \[62-bits\] weak & bits? 23`, About: "the numbers are bytes that overlap"},
		"side-only":         {Exit: 1, Words: `bugs: 1\n & \[62-bits\] weak & only "side"`, About: "the numbers have 62 bits, and the side's is all ones"},

		"bare":     {Exit: 1, Words: `\[bare-numbers\] weak & castling`, About: "castling rights and en passant squares are in the key as they are"},
		"side-bit": {Exit: 1, Words: `bugs: 1\n & weak & "side" has at most 7 bits set`, About: "the side's number is 1"},

		// Rare positions, and long lines.
		"king-takes-rook": {Exit: 1, Words: `castling`, About: "a king that takes a rook on its corner leaves its right"},
		"fourth-queen":    {Exit: 1, Words: `a[18] [Qq]`, About: "a fourth queen is not in the key"},
		"ep-evasion":      {Exit: 1, Words: `en passant`, About: "a double push that stops a check sets no en passant number"},
		"ep-rank-pin":     {Exit: 1, Words: `en passant`, About: "en passant counts if legal, but a pin on the rank is not seen by moves"},
		"long-line":       {Exit: 1, Words: `bugs: 1\n & does not change with the move & \[moves-unchanged\] & from ply 1\d\d on`, About: "after 100 plies moves do not change the key"},

		// En passant, by different rules or squares.
		"ep-left-rules": {Exit: 1, Words: `bugs: 2\n & \[en-passant-rules\] & \[moves-en-passant\] & old en passant number stays & by a king`, About: "a king that moves leaves an old en passant number in the key, and the en passant rules differ too"},
		"ep-uncovered":  {Exit: 1, Words: `wrongly has "en passant`, About: "en passant counts if legal, which moves test before the push"},
		"fen-ep-pawn":   {Exit: 1, Words: `bugs: 2\n & keys by moves have "side" & \[moves-unknown\] & two squares`, About: "a FEN puts in the pawn's square instead of the one behind it, and no side"},

		// Chess960.
		"960":            {Exit: 0, Words: `ok +moves`, About: "Chess960 without a bug"},
		"960-swap":       {Exit: 1, Words: `swap squares`, About: "castling loses a king and a rook that swap squares"},
		"960-rook-stays": {Exit: 1, Words: `the rook stays`, About: "castling loses a rook that stays"},
		"960-king-stays": {Exit: 1, Words: `the king stays`, About: "castling loses a king that stays"},
		"960-shredder":   {Exit: 1, Words: `bugs: 1\n & Shredder & \[shredder-fen\]`, About: "castling rights in Shredder form are ignored"},

		// The search plays its move.
		"plays":     {Exit: 0, Words: `after the best move`, About: "the best move is played after go"},
		"plays-ep":  {Exit: 1, Words: `bugs: 1\n & \[search-make\] & en passant`, About: "the search's own function to make a move leaves the old en passant number"},
		"no-search": {Exit: 0, Words: `- +search +.*gives no best move`, About: "a search gives no move"},
		"ep-legal":  {Exit: 0, Words: `legal`, About: "en passant counts if the capture is legal"},

		// The key depends on more than the position.
		"startpos-stays":  {Exit: 1, Words: `depends on the commands before & startpos reset`, About: "position startpos does not reset the board"},
		"ep-stays":        {Exit: 1, Words: `depends on the commands before & startpos reset`, About: "position startpos keeps the en passant square of the position before"},
		"position-before": {Exit: 1, Words: `depends on the commands before`, About: "the key depends on the position before"},
		"newgame":         {Exit: 1, Words: `new game changes the keys`, About: "a second ucinewgame changes the keys"},
		"flaky":           {Exit: 1, Words: `not deterministic|called again`, About: "one key in 331 is wrong"},
		"flaky-rare":      {Exit: 1, Words: `not deterministic|called again`, About: "one key in 3,001 is wrong"},
		"threaded":        {Exit: 0, Words: `one key at a time|one at a time`, About: "d answers before the position is set up if more commands wait", Apart: true},
		"loses":           {Exit: 0, Words: `loses commands`, About: "it loses commands when many come at once", Apart: true},

		// It dies.
		"crash":           {Exit: 1, Words: `dies after some commands & 134 & Assertion & moves`, About: "it crashes after a while", Apart: true},
		"crash-at-fen":    {Exit: 1, Words: `dies at this line & 1P4P1`, About: "it crashes at one position", Apart: true},
		"crash-at-move":   {Exit: 1, Words: `dies at this line & moves .*[qrbn]\b & ok +moves`, About: "it crashes in promotions", Apart: true},
		"crash-in-search": {Exit: 1, Words: `dies at this line & out of range & go movetime & ok +moves`, About: "it crashes in a search", Apart: true},
		"hang-in-search":  {Exit: 1, Words: `no answer at this line & go movetime & ok +XOR`, About: "it hangs in a search", Apart: true},
		"hang":            {Exit: 1, Words: `no answer at this line`, About: "it hangs after a while", Apart: true},
		"hang-at-fen":     {Exit: 1, Words: `no answer at this line & 1P4P1`, About: "it hangs at one position", Apart: true},
		"endless":         {Exit: 1, Words: `info depth 1`, About: "it prints without end after a while", Apart: true},

		// It is slower than the limit.
		"slow-search": {Exit: 3, Words: `- +time & -limit 10s & ok +moves & ok +XOR`, About: "each search takes longer than the limit", Apart: true},
		"late":        {Exit: 0, Words: `ok +moves & ok +search`, About: "one answer takes longer than the limit", Apart: true},

		// It cannot be checked.
		"crash-at-start": {Exit: 2, Words: `127 & nnue`, About: "it ends at once", Apart: true},
		"silence":        {Exit: 2, Words: `uci`, About: "it never answers", Apart: true},
		"not-uci":        {Exit: 2, Words: `uci`, About: "it does not know the command uci", Apart: true},
		"no-d":           {Exit: 2, Words: `Unknown command: d & (?i)printf`, About: "it does not know the command d", Apart: true},
		"no-key":         {Exit: 2, Words: `Fen: & (?i)printf`, About: "it prints no key", Apart: true},

		// Sound, each in its way.
		"castling-colour":    {Exit: 0, Words: `rights of a side`, About: "castling has a number for each set of rights of one side"},
		"castling-16":        {Exit: 0, Words: `16`, About: "castling has a number for each set of rights"},
		"hurried":            {Exit: 0, Words: `ok +moves & ok +XOR & \d\d keys were asked again one at a time`, About: "some keys are wrong when more commands wait", Apart: true},
		"ep-always":          {Exit: 0, Words: `always|every double`, About: "en passant counts after every double push"},
		"ep-square":          {Exit: 0, Words: `square`, About: "en passant has a number for each square"},
		"non-pawn":           {Exit: 0, Words: `the key has B, K, N, Q, R`, About: "the key has no pawns, and only pieces", Apart: true},
		"clock":              {Exit: 0, Words: `14 on`, About: "the halfmove clock is in the key"},
		"own-numbers":        {Exit: 0, Words: `process`, About: "every process draws other numbers"},
		"decimal":            {Exit: 0, Words: ``, About: "the key is printed as a decimal number", Apart: true},
		"prefixed":           {Exit: 0, Words: ``, About: "the key is printed as hash = 0x...", Apart: true},
		"no-fen":             {Exit: 0, Words: ``, About: "no FEN is printed"},
		"no-board":           {Exit: 0, Words: ``, About: "no board is printed", Apart: true},
		"fen-no-clocks":      {Exit: 0, Words: ``, About: "FENs have four fields"},
		"fen-castling-order": {Exit: 0, Words: ``, About: "FENs have castling rights in another order"},
		"fen-ep-always":      {Exit: 0, Words: ``, About: "FENs have every en passant square, and keys only some"},
		"no-null":            {Exit: 0, Words: ``, About: "the null move is ignored"},
		"no-perft":           {Exit: 0, Words: ``, About: "there is no perft"},
		"async":              {Exit: 0, Words: ``, About: "perft answers later than isready", Apart: true},
	}
}
