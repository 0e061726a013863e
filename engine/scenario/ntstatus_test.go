package scenario_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
)

// shut is an operation that answers as SMB does.
type shut struct {
	Path string `op:"path"`
	To   string `op:"to"`
}

var sharing = &engine.Rule{Name: "share mode",
	Fault: engine.Fault{Status: 0xC0000043, Code: "STATUS_SHARING_VIOLATION"}}

func (s shut) Apply(tx *engine.Tx) engine.Answer {
	switch {
	case s.To == "open":
		return tx.Refuse(&engine.Cause{Rule: sharing})
	case s.To == "later" && tx.WriterSwitch("ann", "responsive") == "off":
		return tx.Wait(&engine.Cause{Rule: sharing}, 0)
	}
	return tx.Done(0, engine.Field{Name: "to", Value: engine.Text(s.To)})
}

func doors(t *testing.T, text string) (list []string) {
	t.Helper()
	door := &engine.Service{Name: "door", New: func() engine.State { return &notes{engine.NewTable[*note]("door")} },
		Ops: []engine.OpSpec{{Verb: "smb-shut", Method: "SHUT", Object: "door", Group: engine.GroupOther, Op: shut{}}}}
	for _, failure := range enginetest.RanText(t, "writer ann\nwriter ben\n"+text, door).Failures {
		list = append(list, failure.String())
	}
	return list
}

// An answer of SMB is stated by the name of its NTSTATUS alone, also where it accepts: the number 0 is an answer then.
func TestAnNTStatusIsStatedByItsName(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"ann: smb-shut d to=open\n> STATUS_SHARING_VIOLATION\n> ! - ann", ""},
		{"ann: smb-shut d to=shut\n> STATUS_SUCCESS to=shut", ""},
		{"ann: smb-shut d to=shut\n> to=shut", ""},
		{"ann: smb-shut d to=open\n> STATUS_SUCCESS",
			"test.race:4: wanted STATUS_SUCCESS, found STATUS_SHARING_VIOLATION"},
		{"ann: smb-shut d to=shut\n> STATUS_SHARING_VIOLATION",
			"test.race:4: wanted STATUS_SHARING_VIOLATION, found STATUS_SUCCESS"},
		{"ann: send smb-shut d to=shut as a1\n> a1: STATUS_SUCCESS",
			"test.race:4: wanted STATUS_SUCCESS, found no answer"},
	} {
		if got := strings.Join(doors(t, c.text), "\n"); got != c.want {
			t.Errorf("%s\ngives %q, want %q", c.text, got, c.want)
		}
	}
}

// A request that waits for a writer's client is judged again when that client answers once more.
func TestTurningASwitchJudgesWhatWaits(t *testing.T) {
	if list := doors(t, "set ann.responsive=off\nben: smb-shut d to=later as b1\n> waits\nset ann.responsive=on\n> "+
		"b1: STATUS_SUCCESS"); list != nil {
		t.Error(list)
	}
}
