package endpoint

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/tair"
)

// queuedOwn is a command of an open transaction that the connection answers itself. The room has the others.
type queuedOwn struct {
	words  []string
	behind int // so many of the others
}

// ownCounts are how many words stand behind what the connection answers itself, or behind the kinds of it, as
// clusterKinds has them: Redis looks at no more before it queues a command.
//
// Source: Redis 7.0.15, COMMAND INFO; CLIENT NO-TOUCH and SETINFO are of 7.2.
var ownCounts = map[string]int{"HELLO": -1, "AUTH": -2, "WAIT": 2, "ROLE": 0, "READONLY": 0, "READWRITE": 0,
	"ASKING": 0, "SUBSCRIBE": -2, "UNSUBSCRIBE": -1, "CLIENT": -2, "MODULE": -2, "ACL": -2, "CLUSTER": -2,
	"CLIENT|PAUSE": -2, "CLIENT|UNBLOCK": -2, "CLIENT|ID": 0, "CLIENT|KILL": -2, "CLIENT|TRACKINGINFO": 0,
	"CLIENT|GETREDIR": 0, "CLIENT|CACHING": 1, "CLIENT|REPLY": 1, "CLIENT|SETNAME": 1, "CLIENT|HELP": 0,
	"CLIENT|INFO": 0, "CLIENT|LIST": -1, "CLIENT|GETNAME": 0, "CLIENT|UNPAUSE": 0, "CLIENT|TRACKING": -2,
	"CLIENT|NO-EVICT": 1, "CLIENT|NO-TOUCH": 1, "CLIENT|SETINFO": 2,
	"MODULE|LIST": 0, "MODULE|HELP": 0, "ACL|WHOAMI": 0, "ACL|HELP": 0}

// ownMost is how many of them a transaction may have.
const ownMost = 1024

// miscountedOwn is what Redis calls a command with too many or too few words, as it says so; empty: there are as many
// as it takes.
func miscountedOwn(verb string, words []string) string {
	fits := func(n, given int) bool { return n < 0 && given >= -n-1 || given == n }
	if n, known := ownCounts[verb]; known && !fits(n, len(words)) {
		return strings.ToLower(verb)
	}
	if len(words) == 0 {
		return ""
	}
	kind := strings.ToUpper(words[0])
	n, known := ownCounts[verb+"|"+kind]
	if verb == "CLUSTER" {
		n, known = clusterKinds[strings.ToLower(kind)], true // isNoKind has said so of the others
	}
	if known && !fits(n, len(words)-1) {
		return strings.ToLower(verb + "|" + kind)
	}
	return ""
}

// queues keeps a command of the connection's own until EXEC, as Redis does. What cannot be queued breaks the
// transaction: a wrong count, and an answer to EXEC of which a part would be withheld.
func (c *redisConn) queues(ctx context.Context, event *Event, verb string, words []string) error {
	wrong := miscountedOwn(verb, words[1:])
	switch {
	case wrong != "":
		c.broken = true
		return c.rejectOwn(ctx, event, words, "ERR wrong number of arguments for '"+wrong+"' command")
	case verb == "CLIENT" && strings.EqualFold(words[1], "REPLY") && !strings.EqualFold(words[2], "ON"):
		c.broken = true
		return c.rejectOwn(ctx, event, words, "ERR Command not allowed inside a transaction")
	case len(c.ownLines) == ownMost:
		c.broken = true
		return c.rejectOwn(ctx, event, words, "ERR the command cannot be taken: a transaction has at most "+
			strconv.Itoa(ownMost)+" commands of the connection's own")
	}
	c.ownLines = append(c.ownLines, queuedOwn{slices.Clone(words), c.lines - len(c.ownLines)})
	c.lines++
	event.Status = 200
	_, err := c.out.WriteString("+QUEUED\r\n")
	return err
}

// sayExec says what a transaction came to, and carries out what the connection answers itself at its place. ok is false
// where the transaction was not carried out.
func (c *redisConn) sayExec(ctx context.Context, a engine.Answer) (ok bool, err error) {
	own := c.ownLines
	c.ownLines = nil
	replies, done := tair.Replies(a)
	if !done || len(own) == 0 {
		return false, nil
	}
	if _, err := fmt.Fprintf(c.out, "*%d\r\n", len(replies)+len(own)); err != nil {
		return true, err
	}
	for i := 0; err == nil && i <= len(replies); i++ {
		for ; err == nil && len(own) > 0 && (own[0].behind <= i || i == len(replies)); own = own[1:] {
			err = c.carryOutQueued(ctx, own[0].words)
		}
		if err == nil && i < len(replies) {
			_, err = c.out.Write(tair.AppendReply(c.out.AvailableBuffer(), replies[i], c.protocol))
		}
	}
	return true, err
}

// carryOutQueued answers one of them.
func (c *redisConn) carryOutQueued(ctx context.Context, words []string) error {
	verb := strings.ToUpper(words[0])
	event := Event{Service: "tair", Client: c.library, What: verb, Writer: c.writer()}
	defer func() { c.server.tell(event) }()
	answer, _ := c.own(verb, words[1:])
	return c.answerOwn(ctx, &event, words, answer)
}
