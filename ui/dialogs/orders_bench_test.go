package dialogs

import (
	"io/fs"
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

func (r *running) press(name string) {
	_, cmd := r.Update(key(name))
	r.begin(cmd)
}

// BenchmarkFirstRow opens all orders of every race of the library and measures how long the screen waits for the first
// row, or for the sentence that nothing is to be ordered; and how long for the whole of it, up to a million states.
func BenchmarkFirstRow(b *testing.B) {
	var names []string
	_ = fs.WalkDir(races.FS, ".", func(path string, _ fs.DirEntry, _ error) error {
		if strings.HasSuffix(path, ".race") {
			names = append(names, path)
		}
		return nil
	})
	for b.Loop() {
		var first, whole time.Duration
		var slowest, longest string
		for _, name := range names {
			o := NewOrders(raced(b, name), 2, 1_000_000).(*orders)
			began := time.Now()
			r := run(o)
			r.until(func() bool { return o.scene != nil && (o.scene.None != "" || o.list.Len() > 0) })
			if took := time.Since(began); took > first {
				first, slowest = took, name
			}
			r.until(func() bool { return o.scene.None != "" || o.found != nil })
			if took := time.Since(began); took > whole {
				whole, longest = took, name
			}
		}
		b.ReportMetric(float64(len(names)), "races")
		b.ReportMetric(float64(first.Microseconds())/1000, "ms/first-row-at-most")
		b.ReportMetric(float64(whole.Microseconds())/1000, "ms/whole-at-most")
		b.Logf("the first row of %s came last, the end of %s", slowest, longest)
	}
}

// BenchmarkWhileSearching presses keys while a search goes on: how long a key takes up to the painted frame, and how
// long after Esc the search has ended.
func BenchmarkWhileSearching(b *testing.B) {
	for _, c := range []struct {
		race   string
		budget explore.Budget
	}{
		{"blob/plan-read-modify-write.race", explore.Budget{Faults: 2, Copies: 1, Lates: 1}},
		{"bucket/r03-three-update-the-registry.race", explore.Budget{Faults: 3, Copies: 2}},
		{"queue/plan-worker-with-renewal.race", explore.Budget{Faults: 2, Jumps: 3}},
		{"share/f16-read-modify-write.race", explore.Budget{Faults: 2, Copies: 2, Lates: 2}},
		{"tair/r04-three-counters-loop-excas.race", explore.Budget{Faults: 3, Copies: 2, Lates: 1}},
	} {
		b.Run(strings.ReplaceAll(c.race, "/", "-"), func(b *testing.B) {
			var keyed, ended, over time.Duration
			for b.Loop() {
				o := NewOrders(raced(b, c.race), 2, 0).(*orders)
				r := run(o)
				r.until(func() bool { return o.found != nil })
				c.budget.States = o.budget.States
				o.budget = c.budget
				r.press("x")
				for began := time.Now(); time.Since(began) < time.Second && o.found == nil; {
					pressed := time.Now()
					r.press("j")
					paint(o, 120, 36, grid.Unicode())
					keyed = max(keyed, time.Since(pressed))
					select {
					case msg := <-r.came:
						_, cmd := r.Update(msg)
						r.begin(cmd)
					case <-time.After(5 * time.Millisecond):
					}
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
			b.ReportMetric(float64(keyed.Microseconds())/1000, "ms/key-at-most")
			b.ReportMetric(float64(over.Microseconds())/1000, "ms/esc-heard")
			b.ReportMetric(float64(ended.Microseconds())/1000, "ms/esc-to-end-at-most")
		})
	}
}
