package check

// All returns the checks of a chess or variant engine, in the order of the report.
func All() []Check {
	return []Check{
		{Name: "keys", Main: true, Needs: []Need{Lines}, Run: judgeKeys},
		{Name: "moves", Main: true, Needs: []Need{Varied, Explained}, Run: judgeMoves},
		{Name: "routes", Main: true, Needs: []Need{Varied, Explained}, Run: judgeRoutes},
		{Name: "undo", Needs: []Need{Varied, Schemes}, Run: judgeUndo},
		{Name: "search", Needs: []Need{Varied, Schemes}, Run: judgeSearch},
		{Name: "null move", Needs: []Need{Clocks, Explained}, Run: judgeNull},
		{Name: "fields", Needs: []Need{Clocks, Probes, Explained}, Run: judgeFields},
		{Name: "XOR", Main: true, Needs: []Need{Explained}, Run: judgeXOR},
		{Name: "numbers", Main: true, Needs: []Need{Probes, Schemes, Explained}, Run: judgeNumbers},
		{Name: "processes", Needs: []Need{Varied, Schemes}, Run: judgeProcesses, Inside: true},
		{Name: "again", Main: true, Needs: []Need{Varied}, Run: judgeAgain, Inside: true},
	}
}
