package explore

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
)

// The times of marks are left out of what is compared where no rule of a service asks for them.
func TestOnlyDatedServicesAskWhenSomethingWasDone(t *testing.T) {
	looked := 0
	for _, service := range []string{"blob", "queue", "table", "tair", "share", "bucket", "lease"} {
		if slices.Contains(datedPackages, service) {
			continue
		}
		files, err := filepath.Glob(filepath.Join("..", service, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			looked++
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "At" {
					t.Errorf("%s asks when something was done: %s belongs to datedPackages", file, service)
				}
				return true
			})
		}
	}
	if looked < 20 {
		t.Errorf("only %d files were looked at", looked)
	}
}

// The records of the services are written whole, by reflection. What the engine keeps beside them is written field by
// field: a new field has to stand here, among those that are written or with the reason why it is not.
func TestEveryFieldOfTheEngineIsThoughtOf(t *testing.T) {
	for _, c := range []struct {
		of      any
		written string
		not     map[string]string
	}{
		{engine.Exchange{}, "Sending Verdict Sequel Took Altered Heard Decided",
			map[string]string{"HeardBefore": "the answers that count are written in their order"}},
		{engine.Sequel{}, "Again Compared Left Ended GaveUp Lost", map[string]string{
			"copies": "for people: what a copy was answered travels in its message, and no mark asks for it"}},
		{engine.Verdict{}, "Answer Shows Beliefs",
			map[string]string{"Over": "for people: a story tells it, and no mark asks for it"}},
		{engine.When{}, "Event", map[string]string{"At": "for people"}},
		{engine.Sending{}, "Number Name By Verb Words Object Wish Base Made AsOf Guards sent blind",
			map[string]string{"Args": "sent has them with what was heard", "given": "as Args", "Sent": "for people",
				"Before": "orders what is written", "spec": "follows from Verb", "keys": "follow from Number",
				"named": "follows from Name"}},
		{engine.Message{}, "Request Copy Back State Arrived Until Chose Verdict",
			map[string]string{"of": "follows from Request", "key": "follows from Request and Copy"}},
		{engine.PlanState{}, "At Round Names Tries Last Out Wishes Until Why",
			map[string]string{"By": "whose it is", "Steps": "Print tells them apart", "run": "as Steps"}},
		{engine.Writer{}, "Member Last Newest Open", map[string]string{
			"looks": "spares looking where nothing is found"}},
		{engine.Member{}, "ID Beliefs Told", map[string]string{"Title": "for people",
			"Principal": "never changes, and tells writers apart from the start", "Place": "as Principal"}},
		{engine.Doing{}, "Name Handed First Doers Said", nil},
		{engine.Wishing{}, "Name Requests Before", nil},
		{engine.Belief{}, "Object Token", map[string]string{
			"Taken": "for people: how its reader came by what it holds, which Token says"}},
		{engine.Part{}, "Object Name Mark Gone From To Alone Direct Upto After", nil},
		{engine.Answer{}, "Status Fields Why", map[string]string{"keeps": "follows from Why and the request",
			"waits": "a waiting message has its State", "done": "of the moment of deciding"}},
	} {
		typ := reflect.TypeOf(c.of)
		known := strings.Fields(c.written)
		for name := range c.not {
			known = append(known, name)
		}
		for i := range typ.NumField() {
			if name := typ.Field(i).Name; !slices.Contains(known, name) {
				t.Errorf("%s.%s is neither written nor left out with a reason", typ, name)
			}
		}
		if len(known) != typ.NumField() {
			t.Errorf("%s has %d fields, %d are listed", typ, typ.NumField(), len(known))
		}
	}
}
