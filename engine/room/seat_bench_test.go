package room_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
)

// BenchmarkSeat is what one request of a program costs without its socket: it is recorded, decided, judged and
// answered.
func BenchmarkSeat(b *testing.B) {
	body := strings.Repeat("x", 1024)
	for _, one := range []struct {
		name  string
		first [][]string
		then  func(i int, last room.Reply) []string
	}{
		{"SET", nil, func(i int, _ room.Reply) []string {
			return []string{"SET", fmt.Sprintf("key:%012d", i*7919%1000), "xxx"}
		}},
		{"EXSET", nil, func(i int, _ room.Reply) []string {
			return []string{"EXSET", fmt.Sprintf("tair:%012d", i*7919%1000), "xxx"}
		}},
		{"put", [][]string{{"create-container", "path", "wiki"}}, func(int, room.Reply) []string {
			return []string{"put-blob", "path", "wiki/home", "body", body}
		}},
		{"get", [][]string{{"create-container", "path", "wiki"}, {"put-blob", "path", "wiki/home", "body", body}},
			func(int, room.Reply) []string { return []string{"get-blob", "path", "wiki/home"} }},
		{"queue", [][]string{{"create-queue", "queue", "jobs"}}, func(i int, last room.Reply) []string {
			switch i % 3 {
			case 0:
				return []string{"put-message", "queue", "jobs", "text", body[:256]}
			case 1:
				return []string{"get-messages", "queue", "jobs"}
			}
			return []string{"delete-message", "message", last.Answer.Field("0").String(), "popreceipt",
				last.Answer.Field("0.receipt").String()}
		}},
		{"merge", [][]string{{"create-table", "path", "tbl"}}, func(int, room.Reply) []string {
			return []string{"merge-entity", "path", "tbl/p/r", ".Text", body[:200], ".Number", "7"}
		}},
	} {
		b.Run(one.name, func(b *testing.B) {
			r := room.New(catalog.New, room.Options{})
			s, err := r.Seat(room.Joining{Name: "app", Program: "test"})
			if err != nil {
				b.Fatal(err)
			}
			send := func(words []string) room.Reply {
				args := engine.Args(words[1:]...)
				if strings.HasSuffix(words[0], "SET") {
					args = []engine.Arg{{Name: "line",
						Value: engine.List(engine.Text(words[1]), engine.Text(words[2]))}}
				}
				reply, err := s.Send(context.Background(), words[0], args)
				if err != nil || !reply.Answer.Accepted() {
					b.Fatalf("%s is answered %v, %v", words, reply.Answer, err)
				}
				return reply
			}
			for _, words := range one.first {
				send(words)
			}
			var last room.Reply
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				last = send(one.then(i, last))
			}
		})
	}
}
