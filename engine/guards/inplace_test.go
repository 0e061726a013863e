package guards_test

import (
	"strings"
	"testing"

	"interleave/engine/explore"
)

// rules.md of conflict, "Words": a write that asks for an absence, by NX, as SETNX or as an insert, is guarded. Without
// the guard the same is done whatever is there (tair/rules.md, the answers of SET and SETNX; table/rules.md, of the
// upserts), and each plan goes on as if it were done: two requests each, 6 orders of them. With it one goes on: its
// work stands in front of the other's refusal or behind it, 4 orders.
//
// With a read in front each has 3 requests, 20 orders. By comparing, who comes second is refused where both read first:
// 2 orders of the reads, either compares first, its work stands on one of 2 sides of the refusal, 8. Else the first has
// compared before the other reads, and its work stands in one of 4 places: 8 more.
func TestAPlanGoesOnBehindWhatStandsInThePlaceOfItsRequest(t *testing.T) {
	for _, c := range []struct {
		seed, plan string
		want       map[string]string
	}{
		{"SET other 0", "SETNX m ID as m; if m 1 [INCR out]",
			map[string]string{"as-it-is": "4", "none": "6", "nx": "4"}},
		{"SET other 0", "SETNX m ID as m; if m 0 [stop]; INCR out",
			map[string]string{"as-it-is": "4", "none": "6", "nx": "4"}},
		{"SET other 0", "MSETNX m ID n ID as m; if m 1 [INCR out]",
			map[string]string{"as-it-is": "4", "none": "6", "nx": "4"}},
		{"SET other 0", "SET m ID NX as m; if m OK [INCR out]",
			map[string]string{"as-it-is": "4", "none": "6", "nx": "4"}},
		{"create-table tab", "insert-entity tab/p/m .by=ID as m; if m 201 [insert-or-replace-entity tab/p/out-ID " +
			".n=1]", map[string]string{"as-it-is": "4", "none": "6", "insert": "4"}},
		{"create-table tab", "insert-entity tab/p/m .by=ID prefer=return-content as m; if m EntityAlreadyExists " +
			"[stop]; merge-entity tab/p/m .n=1 if-match=*",
			map[string]string{"as-it-is": "4", "none": "6", "insert": "4"}},
		{"SET k 0", "GET k as g; CAS k $g.value ID as m; if m 1 [INCR out]",
			map[string]string{"none": "20", "cas": "16"}},
		{"SET k 0", "GET k as g; SET k ID as m; if m OK [INCR out]",
			map[string]string{"none": "20", "cas": "16"}},
	} {
		rows, _ := overOrders(t, bothPlan(c.seed, c.plan), explore.Budget{})
		for id, orders := range c.want {
			if got, _, _ := strings.Cut(rows[id], ":"); got != orders {
				t.Errorf("%s under %s: %q orders, want %s", c.plan, id, rows[id], orders)
			}
		}
	}
}

// bothPlan is a scenario in which ann and ben have the same plan, with their ids in it.
func bothPlan(seed, plan string) string {
	text := "writer ann\nwriter ben\nseed: " + seed + "\n"
	for _, id := range []string{"ann", "ben"} {
		text += "plan " + id + " [" + strings.ReplaceAll(plan, "ID", id) + "]\n"
	}
	return text
}

// A lock by SETNX with an expiry of its own is given back by CAD only where it is still the writer's (tair/rules.md,
// CAD): an expiry between leaves the value what it was. As it is, the DEL of who comes late takes away the lock of the
// other.
func TestALockBySETNXIsGivenBackByItsValue(t *testing.T) {
	for _, take := range []string{"SETNX lk ID as m; if m 1 [EXPIRE lk 5; DEL lk]",
		"SET lk ID NX EX 5 as m; if m OK [DEL lk]"} {
		rows, _ := overOrders(t, bothPlan("SET other 0", take), explore.Budget{Jumps: 1})
		if !strings.Contains(rows["as-it-is"], "lost-update") || strings.Contains(rows["cas"], "lost-update") ||
			!strings.Contains(rows["cas"], "stale-write") {
			t.Errorf("%s: %q, by CAD %q", take, rows["as-it-is"], rows["cas"])
		}
	}
}

// Who made a marker and did not hear so is refused by it, and tells it from the other's by its own text, whatever the
// service says where it is made: 26 orders as of a blob, and nobody's work is left out.
func TestOwnTextWhateverTheAnswerIs(t *testing.T) {
	lost := explore.Budget{Faults: 1}
	for seed, plan := range map[string]string{
		"create-bucket lake": "put-object lake/m ID if-none-match=* as m; on lost m [put-object lake/m ID " +
			"if-none-match=* again=m as m]; if m 200 [does job]",
		"SET other 0": "SETNX m ID as m; on lost m [SETNX m ID again=m as m]; if m 1 [does job]",
		"SET other 1": "SET m ID NX as m; on lost m [SET m ID NX again=m as m]; if m OK [does job]",
	} {
		_, rows := overOrders(t, bothPlan(seed, plan), lost)
		told := false
		for _, row := range rows {
			if row.ID != "own-text" {
				continue
			}
			told = true
			if row.Found.Schedules.String() != "26" || len(row.Found.Undone) > 0 {
				t.Errorf("%s: %s, undone %v", plan, row.Found.Verdict(), row.Found.Undone)
			}
		}
		if !told {
			t.Errorf("%s: no row", plan)
		}
	}
}
