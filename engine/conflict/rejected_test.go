package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// What a client of Redis sent that is no command is answered by a reply, and by no status of HTTP (Redis 7.0 command
// reference, "Redis clients handling").
func TestARejectedCommandIsAnsweredAsRedisDoes(t *testing.T) {
	const reply = "ERR unknown command 'FOO'"
	r, last := run(t, `ann: rejected-redis-command "FOO bar" status=400 code=ERR message="`+reply+`"`+"\n")
	w := r.Timeline.World()
	told := conflict.Story(w, last)
	said := []string{told.First, told.Heard, w.Spec("rejected-redis-command").Called(last.Cause.Rule.Fault)}
	for _, s := range told.Steps {
		said = append(said, s.Text)
	}
	for _, e := range r.Timeline.Events(last.Event) {
		if e.Kind == engine.Decided {
			said = append(said, conflict.Line(w, e))
		}
	}
	doing, _ := view.OfWorld(w).Known("ann").Doing()
	all := strings.Join(append(said, doing.Words), "\n")
	if strings.Contains(all, "400") || strings.Contains(all, "Bad Request") || strings.Count(all, reply) < 5 {
		t.Error(all)
	}
}
