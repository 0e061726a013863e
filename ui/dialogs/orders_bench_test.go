package dialogs

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/engine/explore"
	"interleave/engine/races"
	"interleave/ui/grid"
)

// running is a dialog whose commands run beside it, as they do on the desk.
type running struct {
	Dialog
	came chan tea.Msg
}

func run(d Dialog) *running {
	r := &running{d, make(chan tea.Msg, 64)}
	r.begin(d.(Starter).Start())
	return r
}

func (r *running) begin(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		switch msg := cmd().(type) {
		case tea.BatchMsg:
			for _, one := range msg {
				r.begin(one)
			}
		case Result:
			r.came <- msg
		}
	}()
}

// until takes what comes until something holds.
func (r *running) until(holds func() bool) {
	for !holds() {
		_, cmd := r.Update(<-r.came)
		r.begin(cmd)
	}
}

// take takes what comes within five milliseconds.
func (r *running) take() {
	select {
	case msg := <-r.came:
		_, cmd := r.Update(msg)
		r.begin(cmd)
	case <-time.After(5 * time.Millisecond):
	}
}

func (r *running) press(name string) {
	_, cmd := r.Update(key(name))
	r.begin(cmd)
}

// took is how long something took of each race, in the order of the races.
type took struct {
	names []string
	times []time.Duration
}

func (t *took) add(name string, since time.Time) {
	t.names, t.times = append(t.names, name), append(t.times, time.Since(since))
}

// report says the median and the worst in milliseconds, and which race that was.
func (t *took) report(b *testing.B, what string) {
	if len(t.times) == 0 {
		return
	}
	sorted, worst := slices.Sorted(slices.Values(t.times)), slices.Max(t.times)
	b.ReportMetric(float64(sorted[len(sorted)/2].Microseconds())/1000, "ms-median/"+what)
	b.ReportMetric(float64(worst.Microseconds())/1000, "ms-worst/"+what)
	b.Logf("%s: %s is the worst of %d", what, t.names[slices.Index(t.times, worst)], len(t.times))
}

// deskProcessors is how many the desk searches on where there are two: one is left to the screen.
const deskProcessors = 1

// BenchmarkFirstRow opens all orders of every race of the library and measures how long the screen waits for the first
// row, or for the sentence that nothing is to be ordered; and how long for the whole of it, up to a million states.
func BenchmarkFirstRow(b *testing.B) {
	var first, whole took
	for b.Loop() {
		for _, name := range races.All() {
			o := NewOrders(raced(b, name), deskProcessors, 1_000_000).(*orders)
			began := time.Now()
			r := run(o)
			r.until(func() bool { return o.scene != nil && (o.scene.None != "" || o.list.Len() > 0) })
			first.add(name, began)
			r.until(func() bool { return o.scene.None != "" || o.found != nil })
			whole.add(name, began)
		}
	}
	first.report(b, "first-row")
	whole.report(b, "whole")
}

// BenchmarkStop lets two messages be lost, one come twice and one late in every race of the library, and presses Esc
// after 60 ms: how long after that the search has ended, where it was still going on.
func BenchmarkStop(b *testing.B) {
	var ended took
	for b.Loop() {
		for _, name := range races.All() {
			o := NewOrders(raced(b, name), deskProcessors, 0).(*orders)
			r := run(o)
			r.until(func() bool { return o.scene != nil })
			if o.scene.None != "" {
				continue
			}
			o.budget.Faults, o.budget.Copies, o.budget.Lates = 1, 1, 1
			r.press("x")
			for began := time.Now(); time.Since(began) < 60*time.Millisecond && o.found == nil; {
				r.take()
			}
			if o.found != nil {
				continue
			}
			pressed := time.Now()
			r.press("esc")
			r.until(func() bool { return o.found != nil })
			ended.add(name, pressed)
		}
	}
	ended.report(b, "esc-to-end")
}

// BenchmarkWhileSearching presses keys while a search goes on: how long a key takes up to the painted frame, and how
// long after Esc the search has ended.
func BenchmarkWhileSearching(b *testing.B) {
	for _, c := range []struct {
		race   string
		budget explore.Budget
	}{
		{"blob/r15-committing-throws-away-the-others-blocks.race", explore.Budget{Faults: 4, Copies: 3, Lates: 3}},
		{"bucket/r03-three-update-the-registry.race", explore.Budget{Faults: 3, Copies: 2}},
		{"queue/plan-worker-with-renewal.race", explore.Budget{Faults: 4, Copies: 4, Lates: 4, Jumps: 6}},
		{"share/f16-read-modify-write.race", explore.Budget{Faults: 2, Copies: 2, Lates: 2}},
		{"tair/r04-three-counters-loop-excas.race", explore.Budget{Faults: 3, Copies: 2, Lates: 1}},
	} {
		b.Run(strings.ReplaceAll(c.race, "/", "-"), func(b *testing.B) {
			var ended, over time.Duration
			var keyed []time.Duration
			for b.Loop() {
				o := NewOrders(raced(b, c.race), deskProcessors, 0).(*orders)
				r := run(o)
				r.until(func() bool { return o.found != nil })
				c.budget.States = o.budget.States
				o.budget = c.budget
				r.press("x")
				for began := time.Now(); time.Since(began) < time.Second && o.found == nil; {
					pressed := time.Now()
					r.press("j")
					paint(o, 120, 36, grid.Unicode())
					keyed = append(keyed, time.Since(pressed))
					r.take()
				}
				if o.found != nil {
					b.Fatal("the search had ended before Esc")
				}
				pressed := time.Now()
				r.press("esc")
				over = max(over, time.Since(pressed))
				r.until(func() bool { return o.found != nil })
				ended = max(ended, time.Since(pressed))
				b.Logf("%s", o.found.Verdict())
			}
			slices.Sort(keyed)
			b.ReportMetric(float64(keyed[len(keyed)/2].Microseconds())/1000, "ms-median/key")
			b.ReportMetric(float64(keyed[len(keyed)*99/100].Microseconds())/1000, "ms-p99/key")
			b.ReportMetric(float64(over.Microseconds())/1000, "ms/esc-heard")
			b.ReportMetric(float64(ended.Microseconds())/1000, "ms/esc-to-end-at-most")
		})
	}
}
