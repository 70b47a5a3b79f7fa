package subject

// A protocol is what differs between the languages that engines speak. To add one, write a
// file such as usi.go, and name it in protocols.
type protocol struct {
	hello, ok string // the first command, and the line that ends its answer
	option    string // begins a line that names an option
	set       string // the command that sets an option, with its name and value
	newGame   string
	variant   string // the game; "" is chess
	usual     string // first moves, to see how an engine prints keys
	search    string // a short search, if the engine searches to no depth
	position  func(q Query) string
	// fenIn returns the position in a line, as a FEN, and the word before it.
	fenIn func(line string) (label, fen string)
	// written returns a FEN as the protocol has it.
	written func(fen string) string
}

func protocols() []protocol { return []protocol{uci(), usi(), ucci()} }

func uci() protocol {
	return protocol{
		hello: "uci", ok: "uciok", option: "option name ", set: "setoption name %s value %s", newGame: "ucinewgame",
		usual: "e2e4 d2d4 g1f3 b1c3 a2a3", search: "go movetime 80",
		position: Query.Command, fenIn: fenIn, written: func(fen string) string { return fen },
	}
}

// ucci is the protocol of xiangqi engines.
func ucci() protocol {
	p := uci()
	p.hello, p.ok, p.option, p.set, p.newGame = "ucci", "ucciok", "option ", "setoption %s %s", "setoption newgame"
	p.variant, p.usual, p.search = "xiangqi", "h2e2 b2e2 h0g2 b0c2 a3a4", "go time 80"
	return p
}
