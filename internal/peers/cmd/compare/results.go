package main

import "github.com/zobrist-go/zobrist/internal/peers/report"

func resultTable(results []result) report.Table {
	t := report.Table{
		Title: "One operation",
		Intro: "Times of one operation, and their ratio. Below 1 this library is faster. The limit is the highest ratio that it claims. " +
			"Chess positions are from the first 150 plies of random games, moves from random games of up to 400 plies. Othello positions are from whole random games.",
		Head: []string{"job", "over", "this library", "ns", "peer", "ns", "ratio", "quartiles", "limit"},
	}
	for _, r := range results {
		limit := ""
		if r.target > 0 {
			limit = report.ShortNumber(r.target)
			if r.ratio.Median > r.target {
				limit += " (missed)"
			}
		}
		t.Add(r.job, r.over, r.ours.name, report.Number(r.oursT.Median), r.peer.name, report.Number(r.hisT.Median), report.Number(r.ratio.Median), report.Quartiles(r.ratio), limit)
	}
	return t
}
