package check

import (
	"github.com/zobrist-go/zobrist/internal/tester/report"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// What a check asks, and what it says. Other kinds of testers share both.
type (
	Source  = source.Source
	About   = source.About
	Query   = source.Query
	Answer  = source.Answer
	Failure = source.Failure
	Report  = report.Report
	Result  = report.Result
	Finding = report.Finding
	Keys    = report.Keys
	Number  = report.Number
)

const (
	NullMove = source.NullMove
	OK       = report.OK
	Wrong    = report.Wrong
	Skipped  = report.Skipped
)
