package report

import "slices"

// Finish gives each item its severity, which is a matter of its name, and each row its status. An
// item is accepted if its name is, and the names of all items that are shown together with it.
func (r *Report) Finish(accept []string) {
	for i := range r.Items {
		item := &r.Items[i]
		item.Severity = SeverityOf(item.Name)
		item.Accepted = slices.Contains(accept, item.Name)
		for _, also := range item.Also {
			item.Accepted = item.Accepted && slices.Contains(accept, also.Name)
		}
	}
	for i := range r.Rows {
		r.Rows[i].Status = r.statusOf(r.Rows[i])
	}
	slices.SortStableFunc(r.Items, func(a, b Item) int {
		bySeverity := slices.Index(severities, a.Severity) - slices.Index(severities, b.Severity)
		if bySeverity != 0 {
			return bySeverity
		}
		return b.Count - a.Count
	})
}

// severities are the severities, the worst first.
var severities = []Severity{WrongKey, Weak, Harmless}

// statusOf returns the outcome of a check: wrong if it has an item, and ok only if something was
// compared.
func (r *Report) statusOf(row Row) Status {
	worst := -1
	see := func(check string, severity Severity) {
		if check == row.Check && (worst < 0 || slices.Index(severities, severity) < worst) {
			worst = slices.Index(severities, severity)
		}
	}
	for _, item := range r.Items {
		see(item.Check, item.Severity)
		for _, also := range item.Also {
			see(also.Check, item.Severity)
		}
	}
	switch {
	case worst == 0:
		return IsWrong
	case worst == 1:
		return OnlyWeak
	case worst == 2:
		return OnlyHarmless
	case row.Skip != Ran || row.Compared == 0:
		return Skipped
	}
	return OK
}

// StatusOf returns the outcome of a check, or "" if the report has no row for it.
func (r *Report) StatusOf(check string) Status {
	for _, row := range r.Rows {
		if row.Check == check {
			return row.Status
		}
	}
	return ""
}

// Missed returns the names of the main checks that did not run.
func (r *Report) Missed() (missed []string) {
	for _, row := range r.Rows {
		if row.Main && row.Status == Skipped {
			missed = append(missed, row.Check)
		}
	}
	return missed
}

// Exit returns the exit status of the command: 0 for no bug, 1 for one that is not accepted, 3 if
// there is none, but a main check did not run, 130 if it was interrupted.
func (r *Report) Exit() int {
	isOpen := func(i Item) bool { return !i.Accepted }
	switch {
	case r.Interrupted:
		return 130
	case slices.ContainsFunc(r.Items, isOpen):
		return 1
	case len(r.Missed()) > 0 || len(r.Rows) == 0:
		return 3
	}
	return 0
}
