package view_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// troubled is what a race comes to, with its last trouble.
func troubled(t *testing.T, lines string) (*view.View, conflict.Finding) {
	t.Helper()
	r := roomtest.Of(t, "x.race", "writer ana \"Ana\"\nwriter ben \"Ben\"\n"+lines)
	for _, err := r.Step(); err == nil; _, err = r.Step() {
	}
	list := r.View().Troubles()
	if len(list) == 0 {
		t.Fatalf("nothing goes wrong in\n%s", lines)
	}
	return r.View(), list[len(list)-1].Finding
}

// What describes a container is compared by its properties: metadata, access level, stored policies, lease, and what
// the accepted request made of them. That tag and version differ goes without saying.
func TestAContainerIsComparedByWhatDescribesIt(t *testing.T) {
	const start = "seed: create-container docs meta.owner=team\nana: get-container-properties docs\n" +
		"ana: get-container-acl docs\n"
	for name, c := range map[string]struct {
		lines string
		want  []string
	}{
		"metadata": {"ben: set-container-metadata docs meta.owner=ben meta.stage=two\n" +
			"ana: set-container-metadata docs meta.owner=ana\n",
			[]string{"metadata.owner: team, ana, ben", "metadata.stage: , , two"}},
		"access": {"ben: set-container-acl docs public=blob policy.P=r\n" +
			"ana: set-container-acl docs public=container policy.P=rw\n",
			[]string{"policy.P: , rw, r", "public-access: , container, blob"}},
		"lease": {"ana: acquire-container-lease docs duration=30\nben: delete-container docs\n",
			[]string{"lease.state: available, available, leased", "lease.duration: , , 30", "lease.ends: , , 00:30.0"}},
	} {
		v, f := troubled(t, start+c.lines)
		var got []string
		for _, r := range v.ThreeWay(f).Properties {
			got = append(got, fmt.Sprintf("%s: %s, %s, %s", r.Name, r.Base, r.Mine, r.Theirs))
		}
		told := strings.Join(got, "\n")
		for _, want := range c.want {
			if !strings.Contains(told, want) {
				t.Errorf("%s: %q is not compared in\n%s", name, want, told)
			}
		}
		if strings.Contains(told, "etag") || strings.Contains(told, ".there") {
			t.Errorf("%s: it compares\n%s", name, told)
		}
	}
}

// What the sender of a refused request had itself put there since the answer whose tag it names is no change of the
// other's (engine/conflict/rules.md, "Known": what its writer sent earlier).
func TestOnesOwnWriteIsWhatTheThreeSidesBeginFrom(t *testing.T) {
	const row = "seed: create-table tab\nana: insert-entity tab/p/r .n=1 as i\n" +
		"ana: merge-entity tab/p/r .n=2 if-match=$i.etag\nben: get-entity tab/p/r as g\n"
	for lines, base := range map[string]string{
		row + "ben: merge-entity tab/p/r .m=7 if-match=$g.etag\n": "n=2",
		"seed: create-table tab\nana: insert-entity tab/p/r .n=1 as i\nben: get-entity tab/p/r as g\n" +
			"ben: merge-entity tab/p/r .m=7 if-match=$g.etag\n": "n=1",
	} {
		v, f := troubled(t, lines+"ana: merge-entity tab/p/r .n=3 if-match=$i.etag\n")
		s := v.ThreeWay(f)
		if strings.TrimSpace(s.Base.Text) != base || !s.Read {
			t.Errorf("%s: base %q, want %q", lines, s.Base.Text, base)
		}
		for _, r := range conflict.Rows3(s.Base.Text, s.Mine.Text, s.Theirs.Text) {
			if r.Kind == conflict.Clash {
				t.Errorf("%s: %s is told to clash: %+v", lines, r.Name, r)
			}
		}
	}
}

// What has expired was taken away by nobody.
func TestWhatHasExpiredIsNobodysNothing(t *testing.T) {
	v, f := troubled(t, "ben: EXSET d v1 PX 30\nana: EXGET d\nclock +60ms\nana: EXSET d mine VER 1\n")
	if s := v.ThreeWay(f); f.Kind != engine.LostUpdate || !s.Theirs.Ended || s.Theirs.By != "" ||
		s.Theirs.Name != "nothing" {
		t.Errorf("%s meets %+v", f.Kind, s.Theirs)
	}
	v, f = troubled(t, "ben: EXSET d v1\nana: EXGET d\nben: DEL d\nana: EXSET d mine VER 1\n")
	if s := v.ThreeWay(f); s.Theirs.Ended || s.Theirs.By != "ben" {
		t.Errorf("%s: what Ben deleted is %+v", f.Kind, s.Theirs)
	}
}
