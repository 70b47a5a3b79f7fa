package examine_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/internal/examine"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
)

var (
	modes = flag.String("modes", "", "compare these")
	table = flag.String("table", "golden", "")
	seed  = flag.Uint64("seed", 1, "")
	show  = flag.Bool("show", false, "")
)

var goldenLine = regexp.MustCompile(`^(\S+): found (\w+).*?: status \d(.*); plies (\d+)$`)
var nameOf = regexp.MustCompile(`\[([^\]]+)\]`)

const positions = 1500

func inProcess(bug string, seed uint64, n int) (*report.Report, error) {
	ctx := context.Background()
	return examine.Engine(ctx, newInstance(ctx, bug), examine.Options{Options: observe.Options{Seed: seed, Positions: n}})
}

func TestCompare(t *testing.T) {
	if *modes == "" {
		t.Skip()
	}
	data, _ := os.ReadFile("../check/testdata/" + *table + ".txt")
	theirs := make(map[string][]string)
	foundTheirs := make(map[string]bool)
	pliesTheirs := make(map[string]int)
	var order []string
	for _, line := range strings.Split(string(data), "\n") {
		m := goldenLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		order = append(order, m[1])
		foundTheirs[m[1]] = m[2] == "true"
		for _, n := range nameOf.FindAllStringSubmatch(m[3], -1) {
			theirs[m[1]] = append(theirs[m[1]], n[1])
		}
		fmt.Sscan(m[4], new(int))
		n := 0
		fmt.Sscan(m[4], &n)
		pliesTheirs[m[1]] = n
	}
	want := order
	if *modes != "all" {
		want = strings.Split(*modes, ",")
	}
	type result struct {
		r    *report.Report
		err  error
		took time.Duration
	}
	results := make([]result, len(want))
	sem := make(chan bool, 2)
	done := make(chan bool)
	for i, mode := range want {
		go func() {
			sem <- true
			begun := time.Now()
			r, err := inProcess(mode, *seed, positions)
			results[i] = result{r, err, time.Since(begun)}
			<-sem
			done <- true
		}()
	}
	for range want {
		<-done
	}
	lost, alarms, items, itemsT, plies, pliesT, found, foundT := 0, 0, 0, 0, 0, 0, 0, 0
	for i, mode := range want {
		r := results[i].r
		if results[i].err != nil {
			fmt.Println("ERR", mode, results[i].err)
			continue
		}
		var names []string
		n := 0
		for _, item := range r.Items {
			name := item.Name
			for _, a := range item.Also {
				name += "+" + a.Name
			}
			names = append(names, name)
			n += item.Plies()
		}
		slices.Sort(names)
		is := r.Exit() == 1
		mark := " "
		switch {
		case is && !foundTheirs[mode]:
			mark = "A"
			alarms++
		case !is && foundTheirs[mode]:
			mark = "L"
			lost++
		case len(names) != len(theirs[mode]):
			mark = "#"
		case n > pliesTheirs[mode]:
			mark = "p"
		}
		if is {
			found++
		}
		if foundTheirs[mode] {
			foundT++
		}
		items += len(names)
		itemsT += len(theirs[mode])
		plies += n
		pliesT += pliesTheirs[mode]
		if *modes != "all" || mark != " " {
			fmt.Printf("%s %-26s theirs %-40s ours %-60s plies %d (%d) %.1fs\n", mark, mode, fmt.Sprint(theirs[mode]), fmt.Sprint(names), n, pliesTheirs[mode], results[i].took.Seconds())
		}
		if *show {
			r.Numbers = nil
			fmt.Println(r.Text())
		}
	}
	fmt.Printf("%d modes: found %d (%d), lost %d, alarms %d, items %d (%d), plies %d (%d)\n", len(want), found, foundT, lost, alarms, items, itemsT, plies, pliesT)
}
