package observe

import "time"

// A pace says how much an engine is asked. It is a matter of counts. The clock is only read to
// find out how fast an engine is, so that a slow one is asked for less. If the user has said how
// many positions, it is not read at all: then the same engine is asked the same, however busy the
// machine.
type pace struct {
	now    func() time.Time
	timed  bool // the number of positions is not given
	begun  time.Time
	within time.Duration // for positions

	share float64 // of the usual counts that a slow engine is asked for; 1 if it is not slow
}

const (
	// usualTime is for positions, by default.
	usualTime = 4 * time.Second

	// slowTime is for all other questions. An engine that would need more for the usual counts is
	// slow, and is asked for less.
	slowTime = 25 * time.Second

	// slowPositions is how long the positions of a slow engine may take.
	slowPositions = 10 * time.Second

	// usualAnswers is about how many other questions there are.
	usualAnswers = 5000

	// firstAnswers is after how many answers the speed is known well enough.
	firstAnswers = 20
)

// newPace starts the clock.
func newPace(opt Options) *pace {
	p := &pace{now: opt.Now, timed: opt.Positions == 0, within: opt.Time, share: 1}
	if p.now == nil {
		p.now = time.Now
	}
	if p.within == 0 {
		p.within = usualTime
	}
	p.begun = p.now()
	return p
}

// over reports whether the time for positions has ended, after so many answers.
func (p *pace) over(answers int) bool {
	if !p.timed || answers < firstAnswers {
		return false
	}
	within := p.within
	p.measure(answers)
	if p.share < 1 {
		within = max(within, slowPositions)
	}
	return p.now().Sub(p.begun) > within
}

// measure finds out whether the engine is slow.
func (p *pace) measure(answers int) {
	if !p.timed || answers < firstAnswers {
		return
	}
	each := p.now().Sub(p.begun).Seconds() / float64(answers)
	p.share = min(1, slowTime.Seconds()/(each*usualAnswers))
}

// count returns how many questions of a sort to ask: as many as usual, or of a slow engine fewer,
// but not less than least.
func (p *pace) count(usual, least int) int {
	return max(int(p.share*float64(usual)), min(least, usual))
}

// acts returns how many acts to do: as many as usual, or fewer if the first ones, of which there
// were some, took so long that all would take longer than within.
func (p *pace) acts(usual, done int, took, within time.Duration) int {
	if !p.timed || took <= 0 {
		return usual
	}
	afford := int(float64(done) * within.Seconds() / took.Seconds())
	return min(usual, max(afford, done))
}
