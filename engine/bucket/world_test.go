package bucket_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/bucket"
	"interleave/engine/enginetest"
)

type bench struct{ *enginetest.Bench }

// service is read once, for all worlds of these tests.
var service = bucket.Service().Read()

// newBench has the writers ann and ben, and those of two roles.
func newBench(t testing.TB) *bench {
	t.Helper()
	return &bench{enginetest.NewBench(t, service, "ann", "ben", "rob/role1", "two/role2", engine.Anonymous)}
}

// send has ann or whoever it is send a request with arguments.
func (b *bench) send(by, verb string, args []engine.Arg) engine.Answer {
	b.T.Helper()
	return b.Send(engine.Send{By: by, Verb: verb, Args: args})
}

func (b *bench) fork(t testing.TB) *bench { return &bench{b.Fork(t)} }

// wantFields compares fields of an answer, as `condition=If-Match key=k`.
func wantFields(t testing.TB, a engine.Answer, fields string) {
	t.Helper()
	for _, f := range strings.Fields(fields) {
		name, want, _ := strings.Cut(f, "=")
		if got := a.Field(name).String(); got != want {
			t.Errorf("%s: %s is %q, want %q", a, name, got, want)
		}
	}
}

// rights are a role's own: it may do these on lake and what is in it.
func rights(actions ...string) string {
	return `{"Statement": {"Effect": "Allow", "Action": ["` + strings.Join(actions, `","`) + `"], "Resource": ["arn:aws:s3:::lake", "arn:aws:s3:::lake/*"]}}`
}

// give gives role1 rights and no others.
func (b *bench) give(actions ...string) {
	b.T.Helper()
	if a := b.send("seed", "put-role-policy",
		engine.Args("role", "role1", "policy", rights(actions...))); a.Status != 200 {
		b.T.Fatal(a)
	}
}

func tell(to, what string) engine.Input { return engine.Tell{To: to, What: engine.Ref(what, false)} }
