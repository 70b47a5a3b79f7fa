// Package examine finds wrong keys of an engine that is asked in commands: a UCI process, or
// another source of keys.
//
// A wrong key travels through these rooms, and never back:
//
//  1. explore chooses sequences of moves;
//  2. observe asks for keys by moves and from FENs, again, in another process, and after acts. It
//     keeps the answers in a log;
//  3. model finds the numbers that keys from FENs consist of, and those of keys by moves;
//  4. checks compare keys of two routes to one state, explain by these numbers what differs, and
//     group what differs in the same kinds of features into items;
//  5. this package confirms each item in a new process, with the fewest commands that show it;
//  6. report prints what was measured.
package examine

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/internal/checks"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/source"
	"github.com/zobrist-go/zobrist/internal/words"
)

// Options are the options of [Engine]. The zero value is the default.
type Options struct {
	observe.Options
	Polyglot bool     // the keys must be those of Polyglot's opening books
	Accept   []string // names of items that the status ignores
}

// Engine asks an engine for keys, and reports what is wrong with them. It leaves the source open.
// If ctx ends, it returns what it has, and the context's error.
func Engine(ctx context.Context, src source.Source, opt Options) (*report.Report, error) {
	return Run(ctx, src, opt, checks.All(), nil)
}

// More adds to a report what only some sources have, such as an engine's methods.
type More func(e *checks.Evidence, r *report.Report)

// Run is like Engine, with some of the checks, and perhaps with more that need what is known then.
func Run(
	ctx context.Context, src source.Source, opt Options, chosen []checks.Check, more More,
) (*report.Report, error) {
	begun := time.Now()
	log, err := observe.Gather(ctx, src, checks.Acts(chosen), opt.Options)
	if err != nil {
		return nil, err
	}
	e := &checks.Evidence{Log: log, Models: checks.Learn(log, opt.Seed), Sub: opt.Sub}
	r := judged(e, opt, chosen)
	if ctx.Err() == nil && log.Ending != observe.Broken {
		confirmed(r, newConfirmer(observe.NewBench(ctx, src), log))
	}
	turn(r.Items)
	merge(r)
	// One missing kind may be a bug, but a whole key hardly lacks two.
	if more == nil && !opt.Sub && len(missingKinds(r)) > 1 {
		r.Notes = append(r.Notes, report.Note{Topic: report.NoteSub})
	}
	if more != nil && ctx.Err() == nil {
		more(e, r)
	}
	for i := range r.Items {
		r.Items[i].Compared = max(r.Items[i].Compared, r.Items[i].Count)
	}
	r.Finish(opt.Accept)
	r.Rewrite(src.About().Command)
	r.Seconds = time.Since(begun).Seconds()
	r.Interrupted = ctx.Err() != nil
	return r, ctx.Err()
}

// judged runs checks on what was asked.
func judged(e *checks.Evidence, opt Options, all []checks.Check) *report.Report {
	log := e.Log
	about := log.About
	r := &report.Report{
		Engine: about.Name, Variant: about.Variant, Reading: about.Reading,
		Positions: len(log.Places), Asked: log.Keys, Seed: opt.Seed,
	}
	if opt.Polyglot {
		all = append(all, checks.Polyglot)
	}
	for _, c := range all {
		o := c.Run(e)
		row := report.Row{
			Check: c.Name, Main: c.Main, Compared: o.Compared, Wrong: o.Wrong, Unit: o.Unit,
			Later: o.Later, Skip: o.Skip, Why: o.Why,
		}
		if o.Skip == report.Ran && len(o.Items) == 0 && o.Compared < c.Few {
			row.Skip, row.Needed = report.SkipFew, c.Few
		}
		if c.Name == "crash" && len(o.Items) == 0 {
			continue // that an engine goes on is no news
		}
		row.Main = row.Main && !e.Excused(row.Skip, opt.Accept)
		r.Rows = append(r.Rows, row)
		for _, item := range o.Items {
			item.Check = c.Name
			if item.Unit == "" {
				item.Unit = o.Unit
			}
			if item.Compared == 0 {
				item.Compared = o.Compared
			}
			item.OtherNumbers = hasOtherNumbers(item, log)
			r.Items = append(r.Items, item)
		}
		r.Notes = append(r.Notes, o.Notes...)
	}
	if log.Late > 1 {
		// What was not asked for would be missed by no check, so that the engine would pass for
		// sound.
		r.Rows = append(r.Rows, report.Row{
			Check: "time",
			Main:  true,
			Unit:  report.Answers,
			Skip:  report.SkipLate,
			Why:   log.About.Limit,
		})
	}
	r.Notes = append(r.Notes, notes(log)...)
	r.Numbers = numbers(e.Models)
	return r
}

// hasOtherNumbers reports whether an item is of a check that asks processes of its own, and each
// process has other numbers.
func hasOtherNumbers(item report.Item, log *observe.Log) bool {
	ofItsOwn := []string{"undo", "search", "null move"}
	if !slices.Contains(ofItsOwn, item.Check) {
		return false
	}
	isOther := func(o observe.Other) bool { return o.Here != o.There }
	return slices.ContainsFunc(log.Others, isOther) && !observe.HaveSameNumbers(log.Others)
}

// notes says what is worth knowing about how the engine answered.
func notes(log *observe.Log) (all []report.Note) {
	add := func(is bool, n report.Note) {
		if is {
			all = append(all, n)
		}
	}
	add(log.Untried > 0, report.Note{
		Topic: report.NoteUntried, N: log.Untried, FEN: log.Example.FEN, Text: log.Example.Why,
	})
	add(log.Keyless > 0, report.Note{
		Topic: report.NoteKeyless,
		N:     log.Keyless,
		FEN:   words.Commands(log.About.Command(log.Silent.Query)),
		Text:  log.Silent.Said,
	})
	add(log.Alone, report.Note{Topic: report.NoteAtOnce})
	add(log.Slow, report.Note{Topic: report.NoteSlow, N: log.Keys})
	add(log.Ending == observe.Broken, report.Note{Topic: report.NoteBroken, Text: log.Error})
	add(log.Late > 0, report.Note{Topic: report.NoteLate, N: log.Late, Text: log.About.Limit})
	add(log.Renewed, report.Note{Topic: report.NoteRenewed})
	add(
		log.About.Note != "" && !log.Alone,
		report.Note{Topic: report.NoteEngine, Text: log.About.Note},
	)
	return all
}

// missingKinds returns the items that say that a kind of features has no number.
func missingKinds(r *report.Report) (missing []string) {
	for _, item := range r.Items {
		switch item.Name {
		case "no-castling", "no-side", "no-en-passant":
			missing = append(missing, item.Name)
		}
	}
	return missing
}

// numbers returns the numbers that keys from FENs consist of.
func numbers(m *checks.Models) (all []report.Number) {
	if !m.FromFEN.Holds() {
		return nil
	}
	for _, n := range m.FromFEN.Numbers() {
		if n.Feature.Kind != state.Constant && n.Key != 0 {
			all = append(
				all,
				report.Number{Name: n.Feature.String(), Key: n.Key, Unknown: n.Free != 0},
			)
		}
	}
	return all
}

// confirmed keeps the items that new processes show. The others become one item of the check again.
func confirmed(r *report.Report, c *confirmer) {
	kept, faded := c.confirm(r.Items)
	r.Items = kept
	if len(faded) == 0 {
		return
	}
	if c.alike {
		kept = withoutNumbers(r, kept)
		r.Items = kept
	}
	count := 0
	for _, item := range faded {
		count += item.Count
		if !slices.ContainsFunc(kept, func(k report.Item) bool { return k.Check == item.Check }) {
			for i := range r.Rows {
				if r.Rows[i].Check == item.Check {
					r.Rows[i].Skip, r.Rows[i].Wrong = report.SkipFaded, 0
				}
			}
		}
	}
	if slices.ContainsFunc(kept, func(k report.Item) bool { return k.Check == "again" }) {
		return
	}
	item := faded[0]
	item.Check, item.Name, item.Count = "again", "again", count
	item.Kinds, item.Lacks, item.WronglyHas, item.Unexplained = nil, nil, nil, 0
	item.Old, item.Told = 0, 0
	item.Unit, item.CountOf = report.Keys, ""
	item.Facts = []report.Fact{{Topic: report.Faded, N: count}}
	r.Items = append(r.Items, item)
}

// turn makes items show as Got the key that is the wrong one, which may be that from the FEN.
func turn(items []report.Item) {
	for i := range items {
		item := &items[i]
		if item.WrongWant && item.Got != nil && item.Want != nil {
			item.Got, item.Want = item.Want, item.Got
			item.WrongWant = false
		}
	}
}

// withoutNumbers returns the items without those in which a key is compared with numbers, and no
// features explain the difference. The numbers come from keys of which a new process gives others,
// so that the difference may be one of the numbers.
func withoutNumbers(r *report.Report, items []report.Item) []report.Item {
	return slices.DeleteFunc(slices.Clone(items), func(item report.Item) bool {
		byNumbers := item.Want != nil && item.Want.Route == report.ByNumbers
		if !byNumbers || item.Unexplained == 0 {
			return false
		}
		for i := range r.Rows {
			if r.Rows[i].Check == item.Check {
				r.Rows[i].Skip, r.Rows[i].Wrong = report.SkipTwoAnswers, 0
			}
		}
		return true
	})
}

// rooms are the checks whose items in the same kinds of features are shown together: a number that
// is missing is missing by moves, in a FEN and in the XOR, and what a move takes back wrongly, a
// search does.
var rooms = map[string]string{
	"moves": "positions", "fields": "positions", "XOR": "positions",
	"undo": "acts", "search": "acts",
}

// merge shows items of one room together, if they are in the same kinds of features, or of acts.
func merge(r *report.Report) {
	var kept []report.Item
	for _, item := range r.Items {
		at := slices.IndexFunc(kept, func(k report.Item) bool { return shownAsOne(k, item) })
		if at < 0 {
			kept = append(kept, item)
			continue
		}
		also := report.Also{
			Check:    item.Check,
			Name:     item.Name,
			Count:    item.Count,
			Compared: item.Compared,
			Unit:     item.Unit,
		}
		if strings.HasPrefix(item.Name, "fields-") {
			also.Title = item.Title() // it may be a bug of its own
		}
		kept[at].Also = append(kept[at].Also, also)
	}
	r.Items = kept
}

// shownAsOne reports whether two items are shown as one.
func shownAsOne(a, b report.Item) bool {
	room := rooms[a.Check]
	switch {
	case a.Check == b.Check:
		return false
	case b.Follows:
		return isPart(b.Kinds, a.Kinds)
	case room == "" || room != rooms[b.Check]:
		return false
	case room == "acts":
		return sameAct(a, b)
	}
	if leavesRights(a) && b.Check == "fields" {
		return false // that two FENs have one key is a bug of its own
	}
	sameKinds := len(a.Kinds) > 0 && slices.Equal(a.Kinds, b.Kinds)
	return (sameKinds || wrongFENs(a, b)) && sameSeverity(a, b)
}

// leavesRights reports whether each wrong move of an item leaves the castling rights from before it
// in the key. So does a move that never removes them, whatever numbers FENs have.
func leavesRights(item report.Item) bool {
	leaves := 0
	for _, f := range item.Facts {
		isOther := func(r report.Role) bool {
			return r != report.LostRights && r != report.OldRights
		}
		if f.Topic == report.RoleHas && !slices.ContainsFunc(f.Roles, isOther) {
			leaves += f.N
		}
	}
	return leaves > 0 && leaves == item.Count
}

// wrongFENs reports whether two items show that keys from FENs are wrong, in the same kinds of
// features and perhaps more, or in none that is known: compared with keys by moves, and with
// numbers.
func wrongFENs(a, b report.Item) bool {
	isMoves := a.Check == "moves" && a.Name != "missing-from-fen"
	if !isMoves || a.Got.Route != report.FromFEN || b.Check != "XOR" {
		return false
	}
	bothUnknown := len(a.Kinds) == 0 && len(b.Kinds) == 0
	return bothUnknown || isPart(a.Kinds, b.Kinds)
}

// sameAct reports whether a search is wrong as what makes and takes back moves is: in the same
// kinds of features, in more or in fewer, or in what no numbers explain.
func sameAct(undo, search report.Item) bool {
	switch {
	case undo.Name == "search-make" || search.Name == "search-make":
		return false
	case undo.Got.FEN != "" || search.Got.FEN != "":
		return undo.Got.FEN != "" && search.Got.FEN != ""
	}
	return len(search.Kinds) == 0 || len(undo.Kinds) == 0 ||
		isPart(undo.Kinds, search.Kinds) || isPart(search.Kinds, undo.Kinds)
}

// isPart reports whether some kinds are all among others.
func isPart(kinds, all []string) bool {
	isOther := func(kind string) bool { return !slices.Contains(all, kind) }
	return len(kinds) > 0 && !slices.ContainsFunc(kinds, isOther)
}

// sameSeverity reports whether two items are as bad: a harmless one must hide no other.
func sameSeverity(a, b report.Item) bool {
	return report.SeverityOf(a.Name) == report.SeverityOf(b.Name)
}
