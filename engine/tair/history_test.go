package tair_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/enginetest"
	"interleave/engine/tair"

	"pgregory.net/rapid"
)

// pool are the words of random lines: mostly what fits, sometimes what does not.
var pool = strings.Fields(
	"k k k j s 1 2 3 0 -1 v w abc VER ABS EX PX EXAT KEEPTTL NX XX FLAGS DEF MIN MAX NONEGATIVE WITHVERSION " +
		"WITHFLAGS GET PERSIST " +
		"REPLACE 10 9223372036854775807 1767603601 1.5 nan inf")

// shapes are lines that fit, so that histories get somewhere.
var shapes = strings.Split(
	"EXSET k v|EXSET k w VER 1|EXSET k w VER 2 PX 700|EXSET j v ABS 5|EXGET k|EXCAS k x 1|EXCAS k x 2 KEEPTTL|EXCAD "+
		"k 2|EXAPPEND k a|"+
		"EXPREPEND k b VER 3|EXINCRBY j 1|EXINCRBY n 2 PX 900|EXINCRBYFLOAT f 0.5|EXSETVER k 1|EXGAE k PX 500|SET s "+
		"a|CAS s a b|CAD s b|SET k p|DEL k|DEL j s|"+
		"MULTI|EXEC|DISCARD|WATCH k|EXPIRE j 1|PERSIST k|RENAME k j|MOVE s 1|COPY s t|GETSET s q|MSET s 1 t 2|SETNX s "+
		"z|LPUSH l 1 2|FLUSHALL|DUMP k|INCR i|GETEX s PX 300|"+
		"SELECT 1|SELECT 0|PEXPIRE j 700|PEXPIREAT k 1767603600900 GT|INCRBY i 3|GETDEL s|SETEX s 1 v|MGET s k "+
		"t|SCAN 0|"+
		`EVAL "redis.call('set',KEYS[1],'v') redis.call('exset',KEYS[2],'v')" 2 s k|`+
		`EVAL "return {redis.call('get',KEYS[1]),redis.call('del',KEYS[1])}" 1 s|EVALSHA 0 0|SCRIPT FLUSH|RANDOMKEY|LCS s t|EVAL_RO "return redis.call('get',KEYS[1])" 1 s`, "|")

// input draws the next thing that happens.
func input(t *rapid.T, w *engine.World, n int) engine.Input {
	if len(w.Flight()) > 0 && rapid.IntRange(0, 4).Draw(t, "go on") > 0 {
		return enginetest.GoesOn(t, w)
	}
	if rapid.IntRange(0, 9).Draw(t, "clock") == 0 {
		return engine.Clock{By: time.Duration(rapid.IntRange(1, 20).Draw(t, "tenths")) * 100 * time.Millisecond}
	}
	by := rapid.SampledFrom([]string{"ann", "ben"}).Draw(t, "by")
	if rapid.IntRange(0, 3).Draw(t, "shape") > 0 {
		return send(by+": "+rapid.SampledFrom(shapes).Draw(t, "line"), fmt.Sprint("q", n))
	}
	verbs := service.Ops
	line := verbs[rapid.IntRange(0, len(verbs)-1).Draw(t, "verb")].Verb + " " +
		strings.Join(rapid.SliceOfN(rapid.SampledFrom(pool), 0, 6).Draw(t, "words"), " ")
	return send(by+": "+line, fmt.Sprint("q", n))
}

// Promises over random histories: undo gives each world before back, a replay gives the same world, a clone is
// independent, a refusal names an earlier event and a listed rule, what was refused changed nothing, a version only
// grows.
func TestPromisesOverRandomHistories(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := enginetest.Start(t, service, "ann", "ben")
		for n := range rapid.IntRange(1, 80).Draw(t, "steps") {
			for _, e := range h.Give(input(t, h.World, n)) {
				checkDecision(h, e)
			}
		}
		h.End()
	})
}

// checkDecision looks at one decided line.
func checkDecision(h *enginetest.History, e engine.Event) {
	if e.Kind != engine.Decided {
		return
	}
	w := h.World
	x := w.Exchange(e.Request)
	if wire := tair.Encode(*e.Answer, 2); len(wire) < 3 || string(wire[len(wire)-2:]) != "\r\n" {
		h.Fail("%s: %q on the wire", x.Verb, wire)
	}
	for object, records := range e.Touched(w) {
		if object.Kind != "key" {
			continue
		}
		if e.Answer.Why != nil && x.Verb != "EXEC" && !strings.HasPrefix(x.Verb, "EVAL") {
			h.Fail("%s was refused with %s and changed %s", x.Verb, e.Answer, object)
		}
		grows(h, x, object.String(), records)
	}
}

// grows: between two creations a version strictly increases with each write, unless it is set. It is unsigned, though
// replies print it as signed: behind 9223372036854775807 comes -9223372036854775808 (rules.md, "Versions").
func grows(h *enginetest.History, x *engine.Exchange, object string, records [2]engine.Record) {
	before, there := property(records[0], "version")
	after, still := property(records[1], "version")
	sets := slices.Contains([]string{"EXSETVER", "RENAME", "RENAMENX", "RESTORE", "EXEC", "EVAL", "EVALSHA"}, x.Verb) ||
		strings.Contains(strings.ToUpper(x.Args[0].Value.String()), "ABS")
	expiry := slices.Contains([]string{"EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT", "PERSIST", "EXGAE"}, x.Verb)
	if there && still && !sets && (uint64(after) <= uint64(before)) != expiry {
		h.Fail("%s %v took %s from version %d to %d", x.Verb, x.Args, object, before, after)
	}
}

func property(r engine.Record, name string) (int64, bool) {
	for _, p := range engine.Properties(r) {
		if p.Name == name {
			var n int64
			_, err := fmt.Sscan(p.Text, &n)
			return n, err == nil
		}
	}
	return 0, false
}

// No text in any place of a line is more than the service can answer.
func TestNoTextPanics(t *testing.T) {
	ops := service.Ops
	rapid.Check(t, func(t *rapid.T) {
		w, number := enginetest.Start(t, service, "ann", "ben").World, 2
		for range rapid.IntRange(1, 12).Draw(t, "lines") {
			verb := ops[rapid.IntRange(0, len(ops)-1).Draw(t, "verb")].Verb
			words := rapid.SliceOfN(rapid.OneOf(rapid.String(), rapid.SampledFrom(pool), rapid.SampledFrom(pool)), 0,
				7).Draw(t, "words")
			list := make([]engine.Value, len(words))
			for i, s := range words {
				list[i] = engine.Text(s)
			}
			line := engine.List(list...)
			if rapid.IntRange(0, 5).Draw(t, "as text") == 0 {
				line = engine.Text(strings.Join(words, " "))
			}
			number += 2
			in := engine.Send{By: "ann", Verb: verb, Args: []engine.Arg{{Name: "line", Value: line}}, As: "q"}
			if _, err := w.Step(number, in); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Step(number+1, engine.Deliver{Names: []string{"q"}}); err != nil {
				t.Fatal(err)
			}
			if err := w.Check(); err != nil {
				t.Fatal(err)
			}
			tair.Encode(w.Named("q").Answer, 3)
		}
		w.Describe()
	})
}

// program adds one to a counter by one of the document's loops, one round trip a step.
type program struct {
	by    string
	excas bool
	known string // the answer that showed value and version; empty: it must read
	trips int
	done  bool
}

// lab is a world in which programs run; it keeps the marks of all that happens.
type lab struct {
	t      interface{ Fatalf(string, ...any) }
	w      *engine.World
	record int
	marks  []conflict.Finding
}

func (l *lab) say(by, line, from string) *engine.Exchange {
	name := fmt.Sprint("q", l.record)
	in := send(by+": "+line, name)
	in.Words.From = from
	for _, in := range []engine.Input{in, engine.Deliver{Names: []string{name}},
		engine.ReceiveAnswer{Names: []string{name}}} {
		l.record++
		before := l.w.Clone()
		events, err := l.w.Step(l.record, in)
		if err != nil {
			l.t.Fatalf("%+v: %v", in, err)
		}
		for _, marks := range conflict.Judge(before, events) {
			l.marks = append(l.marks, marks...)
		}
	}
	return l.w.Named(name)
}

// next is one round trip of a program.
func (l *lab) next(p *program) {
	p.trips++
	if p.known == "" {
		p.known = l.say(p.by, "EXGET n", "").Name
		return
	}
	seen := l.w.Named(p.known).Answer
	value, _ := seen.Field("value").Int()
	if p.excas {
		x := l.say(p.by, fmt.Sprintf("EXCAS n %d $%s.version", value+1, p.known), p.known)
		p.known, p.done = x.Name, x.Answer.Accepted()
		return
	}
	x := l.say(p.by, fmt.Sprintf("EXSET n %d VER $%s.version", value+1, p.known), p.known)
	p.known, p.done = "", x.Answer.Accepted()
}

func newLab(t interface{ Fatalf(string, ...any) }, programs []*program) *lab {
	l := &lab{t: t, w: engine.NewWorld(service)}
	for _, p := range programs {
		l.record++
		if _, err := l.w.Step(l.record, engine.AddWriter{ID: p.by}); err != nil {
			t.Fatalf("%v", err)
		}
	}
	l.say(engine.Seed, "EXSET n 0", "")
	return l
}

// rules.md, "The two loops and their cost": n programs in lock step, all attempts of a round in the same order.
func TestRoundTripsOfTheLoops(t *testing.T) {
	for _, row := range []struct{ n, totalA, slowA, totalB, slowB, knownB int }{
		{1, 2, 2, 2, 2, 1}, {2, 6, 4, 5, 3, 3}, {3, 12, 6, 9, 4, 6}, {5, 30, 10, 20, 6, 15}, {10, 110, 20, 65, 11, 55},
	} {
		for _, excas := range []bool{false, true} {
			programs := make([]*program, row.n)
			for i := range programs {
				programs[i] = &program{by: fmt.Sprint("p", i), excas: excas}
			}
			l := newLab(t, programs)
			for running := slices.Clone(programs); len(running) > 0; {
				reads := running[0].known == ""
				for _, p := range running {
					l.next(p)
				}
				if !reads {
					running = slices.DeleteFunc(running, func(p *program) bool { return p.done })
				}
			}
			total, slow := 0, 0
			for _, p := range programs {
				total, slow = total+p.trips, max(slow, p.trips)
			}
			wantTotal, wantSlow := row.totalA, row.slowA
			if excas {
				wantTotal, wantSlow = row.totalB, row.slowB
				if total-row.n != row.knownB {
					t.Errorf("%d programs that know the version: %d round trips, want %d", row.n, total-row.n,
						row.knownB)
				}
			}
			end := l.say(engine.Seed, "EXGET n", "").Answer
			if total != wantTotal || slow != wantSlow ||
				end.Field("reply").String() != fmt.Sprintf("[%d %d]", row.n, row.n+1) {
				t.Errorf("%d programs, EXCAS %t: %d round trips, slowest %d, want %d and %d; in the end %s", row.n,
					excas, total, slow, wantTotal,
					wantSlow, end.Field("reply"))
			}
		}
	}
}

// Programs that use only the two loops, and make the value again from what they were
// told, lose nothing.
func TestLoopsLoseNothingInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		programs := make([]*program, rapid.IntRange(1, 4).Draw(t, "programs"))
		for i := range programs {
			programs[i] = &program{by: fmt.Sprint("p", i), excas: rapid.Bool().Draw(t, "excas")}
		}
		l := newLab(t, programs)
		for running := slices.Clone(programs); len(running) > 0; {
			l.next(running[rapid.IntRange(0, len(running)-1).Draw(t, "next")])
			running = slices.DeleteFunc(running, func(p *program) bool { return p.done })
		}
		for _, m := range l.marks {
			if m.Severity != engine.SeverityRefused || m.Kind != "stale-write" {
				t.Fatalf("a mark %s", m)
			}
		}
		if got := l.say(engine.Seed, "EXGET n", "").Answer.Field("value").String(); got != fmt.Sprint(len(programs)) {
			t.Fatalf("%d programs count to %s", len(programs), got)
		}
	})
}

// Behind the greatest number that can be set a version goes on growing.
func TestAVersionGrowsPastTheGreatestNumber(t *testing.T) {
	h := enginetest.Start(t, service, "ann")
	for i, line := range []string{"EXSET k v", "EXSETVER k 9223372036854775807", "EXSET k w", "EXSET k x"} {
		in := send(line, fmt.Sprint("q", i))
		h.Give(in)
		for _, e := range h.Give(engine.Deliver{Names: []string{in.As}}) {
			checkDecision(h, e)
		}
		h.Give(engine.ReceiveAnswer{Names: []string{in.As}})
	}
}
