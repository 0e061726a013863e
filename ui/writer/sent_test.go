package writer

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/ui/command"
	"interleave/ui/uitest"
)

// The guard line tells what the next write would send; a guard that was sent and is another stands beside the request,
// and one that is the same is not said twice.
func TestTheSentRowShowsAGuardThatTheNextWriteWouldNotSend(t *testing.T) {
	d := uitest.At(t, "bucket/r03-three-update-the-registry.race", 0, engine.ParseObject("object my-bucket/new"))
	w := New(d, 1)
	d.With(w)
	rows := func(wide int) (guard, sent string) {
		got := uitest.Text(uitest.Screen(w, wide, 14, true, uitest.ASCII()))
		return uitest.Row(t, got, "Guard"), uitest.Row(t, got, "Sent")
	}
	uitest.Do(t, d.Room(), engine.Set{Scope: "a", Key: "hold", Value: "on"})
	uitest.Send(t, d.Room(), engine.Send{By: "a", Verb: "put-object",
		Args: engine.Args("path", "my-bucket/new", "body", "x", "if-none-match", "*")})
	guard, sent := rows(60)
	uitest.Holds(t, guard, "none")
	uitest.Holds(t, sent, "PUT If-None-Match * ")
	_, sent = rows(40)
	uitest.Holds(t, sent, "PUT None-Match * ")
	_, sent = rows(30) // what it carries counts for more than its age
	uitest.Holds(t, sent, "PUT None-Match *")
	uitest.Do(t, d.Room(), engine.Set{Scope: "a", Key: "guard", Value: "if-none-match"})
	guard, sent = rows(60)
	uitest.Holds(t, guard, "If-None-Match *")
	uitest.Holds(t, sent, "PUT If-None-Match * ") // also where the next one would carry the same
}

// Where its newest request went counts for more than when it was sent.
func TestTheSentRowSaysWhereRatherThanWhen(t *testing.T) {
	d := uitest.At(t, "blob/wiki.race", 0, engine.ParseObject("blob wiki/other.md"))
	w := New(d, 2)
	d.With(w)
	got := uitest.Row(t, uitest.Text(uitest.Screen(w, 32, 14, true, uitest.ASCII())), "Sent")
	uitest.Holds(t, got, "GET wiki/home.md")
}

// A put into a queue is no write over anything: what the guard line tells there is the receipt that a delete sends.
func TestTheGuardOfAQueueIsTheReceiptOfItsNewestMessage(t *testing.T) {
	d := uitest.At(t, "queue/q02-slow-worker.race", 0, engine.ParseObject("queue jobs"))
	w := New(d, 1)
	d.With(w)
	screen := func() string { return uitest.Text(uitest.Screen(w, 60, 14, true, uitest.ASCII())) }
	uitest.Holds(t, uitest.Row(t, screen(), "Guard"), "none: nothing was received")
	receive := engine.Send{By: "ann", Verb: "get-messages", Args: engine.Args("queue", "jobs")}
	uitest.Send(t, d.Room(), receive)
	last, _ := d.Room().View().Known("ann").Doing()
	uitest.Holds(t, uitest.Row(t, screen(), "Guard"), "receipt of "+last.No+", for a delete")
	uitest.Send(t, d.Room(), receive)
	uitest.Holds(t, uitest.Row(t, screen(), "Guard"), "receipt of "+last.No) // the empty one gave none
	uitest.Holds(t, screen(), "Got    nothing  now")
}

// The guard of a queue's delete is the receipt that its client gives back (engine/queue/rules.md): a program's window
// shows it behind the put that had none.
func TestTheGuardOfAProgramsDeleteIsItsReceipt(t *testing.T) {
	d := uitest.At(t, "queue/q02-slow-worker.race", 0, engine.ParseObject("queue jobs"))
	send := func(verb string, pairs ...string) *engine.Exchange {
		uitest.Send(t, d.Room(), engine.Send{By: "ann", Verb: verb, Args: engine.Args(pairs...)})
		doing, _ := d.Room().View().Known("ann").Doing()
		return d.Room().View().Exchange(doing.Request)
	}
	wrote := func() *sentText { return wroteLast(d.Room().View(), "ann", engine.ParseObject("queue jobs")) }
	put := send("put-message", "queue", "jobs", "text", "job")
	if got := wrote(); got.guarded != put.Number || len(got.guards) != 0 || got.text != "job" {
		t.Errorf("behind a put: %+v", got)
	}
	receive := send("get-messages", "queue", "jobs", "visibilitytimeout", "30")
	gone := send("delete-message", "message", "jobs/"+receive.Answer.Field("0.id").String(), "popreceipt",
		receive.Answer.Field("0.receipt").String())
	if got := wrote(); got.guarded != gone.Number || len(got.guards) != 1 || got.text != "job" ||
		got.request != put.Number {
		t.Errorf("behind a delete: %+v", got)
	}
	put = send("put-message", "queue", "jobs", "text", "next")
	if got := wrote(); got.guarded != put.Number || len(got.guards) != 0 || got.text != "next" {
		t.Errorf("behind another put: %+v", got)
	}
}

// A look at a queue hands nobody a message, and it has been looked at all the same: the window does not say that its
// writer read nothing.
func TestALookAtAQueueIsSeen(t *testing.T) {
	d := uitest.At(t, "queue/q02-slow-worker.race", 0, engine.ParseObject("queue jobs"))
	w := New(d, 1)
	d.With(w)
	screen := func() string { return uitest.Text(uitest.Screen(w, 60, 14, true, uitest.ASCII())) }
	uitest.Holds(t, screen(), "Read   nothing")
	peek := engine.Send{By: "ann", Verb: "peek-messages", Args: engine.Args("queue", "jobs")}
	uitest.Send(t, d.Room(), peek)
	uitest.Holds(t, screen(), "Saw    1 message  now")
	uitest.Send(t, d.Room(), engine.Send{By: "ann", Verb: "get-messages", Args: engine.Args("queue", "jobs")})
	uitest.Send(t, d.Room(), peek)
	uitest.Holds(t, screen(), "Got    1 message")
}

// The key that deleted the message deletes no queue behind it, as long as it is pressed.
func TestTheQueueStaysBehindItsMessage(t *testing.T) {
	d := uitest.At(t, "queue/q02-slow-worker.race", 0, engine.ParseObject("queue jobs"))
	w := New(d, 1)
	d.With(w)
	uitest.Send(t, d.Room(), engine.Send{By: "ann", Verb: "get-messages", Args: engine.Args("queue", "jobs")})
	for range 3 {
		w.Do(command.Delete{})
		if v := d.Room().View(); v.Exchange(v.Requests()).Verb != "delete-message" {
			t.Fatalf("the newest request is %s; said %q", v.Exchange(v.Requests()).Verb, d.Said)
		}
	}
	if said := d.Said[len(d.Said)-1]; !strings.HasPrefix(said, "Ana holds no message of jobs, so nothing is deleted.") {
		t.Errorf("said %q", said)
	}
}

// Who deletes what holds others is told what went with it.
func TestWhatWentWithADeleteIsSaid(t *testing.T) {
	d := uitest.At(t, "blob/wiki.race", 0, engine.ParseObject("container wiki"))
	w := New(d, 1)
	d.With(w)
	w.Do(command.Delete{})
	if said := d.Said[len(d.Said)-1]; !strings.Contains(said, "With it went 1 blob. u takes it back.") {
		t.Errorf("said %q", said)
	}
}

// Where there is no room for all that a request names, the condition is said and not the id of the upload.
func TestAConditionIsSaidBeforeAnId(t *testing.T) {
	d := uitest.At(t, "bucket/r03-three-update-the-registry.race", 0, engine.ParseObject("object my-bucket/new"))
	w := New(d, 1)
	d.With(w)
	begin := engine.Send{By: "a", Verb: "create-multipart-upload", As: "u", Args: engine.Args("path", "my-bucket/new")}
	upload := engine.Arg{Name: "upload", Value: engine.Ref("u.upload", false)}
	part := engine.Send{By: "a", Verb: "upload-part", As: "p",
		Args: append(engine.Args("path", "my-bucket/new", "part", "1", "body", "x"), upload)}
	complete := engine.Send{By: "a", Verb: "complete-multipart-upload",
		Args: append(engine.Args("path", "my-bucket/new", "if-none-match", "*"), upload,
			engine.Arg{Name: "parts", Value: engine.List(engine.List(engine.Text("1"), engine.Ref("p.etag", false)))})}
	uitest.Send(t, d.Room(), begin, part, complete)
	got := uitest.Row(t, uitest.Text(uitest.Screen(w, 40, 14, true, uitest.ASCII())), "Sent")
	uitest.Holds(t, got, "COMPLETE If-None-Match *")
	got = uitest.Row(t, uitest.Text(uitest.Screen(w, 80, 14, true, uitest.ASCII())), "Sent")
	uitest.Holds(t, got, "If-None-Match *  Upload ")
}
