package endpoint

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"

	"interleave/engine/room"
	"interleave/engine/wire"
)

// What a service refuses before it looks at what is asked for is a request like any other: it stands on the desk of
// whoever wonders what his program was told, it can be held and lost, and a session tells it again.

// asError is what is answered.
func (d *denied) asError() *wire.NotReadError {
	return &wire.NotReadError{Status: d.status, Code: d.code, Message: d.message}
}

// refused is the refusal of a request, which is kept. An error means that nothing is answered.
func (c *connection) refused(r *request, account string, no *wire.NotReadError) (a wire.Raw, code string, err error) {
	err = c.keep(r, account, no)
	return wire.Refusal(c.service, &r.Message, no, c.context(r, room.Reply{})), no.Code, err
}

// refuses answers so; false ends the connection.
func (c *connection) refuses(r *request, account string, event *Event, x crossed, no *wire.NotReadError) bool {
	a, code, err := c.refused(r, account, no)
	return err == nil && c.say(r, event, x.tell(c.service, a), code)
}

// keep puts a request that is refused, and its refusal, on record. An error means that its answer is lost or nobody
// waits for it; one that the room does not take is refused all the same.
func (c *connection) keep(r *request, account string, no *wire.NotReadError) error {
	as := wire.Reading{Verb: c.server.rejects[c.service], Args: wire.Rejected(r.firstLine(), no)}
	return lost(c.send(r, account, "", as, nil))
}

// lost is the error for which nothing is answered.
func lost(_ room.Reply, err error) error {
	if errors.Is(err, room.ErrLost) || errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// firstLineMost is how many letters of a first line are kept: what a client asks for may be any text.
const firstLineMost = 200

// firstLine is the method and the address of a request without what the values of its query give away: a signature may
// be among them.
func (r *request) firstLine() string {
	line, sign := r.Method+" "+r.raw, "?"
	for part := range strings.SplitSeq(r.Query, "&") {
		name, value, _ := strings.Cut(part, "=")
		switch plain, err := url.QueryUnescape(name); {
		case name == "" || err != nil || plain == "sig" || strings.HasPrefix(strings.ToLower(plain), "x-amz-"):
			continue
		case plain != "comp" && plain != "restype":
			value = ""
		}
		if line, sign = line+sign+name, "&"; value != "" {
			line += "=" + value
		}
	}
	return shown(line, firstLineMost)
}

// reject refuses a command that no operation of the storage is, once it is on record. One that signs is on record with
// whose name it came under.
func (c *redisConn) reject(ctx context.Context, event *Event, words []string, text string) error {
	return c.onRecord(ctx, event, words, text, false)
}

// rejectOwn refuses a command that is for the connection alone. Libraries send such ones before the program has asked
// for anything, so that a hold is not meant for them.
func (c *redisConn) rejectOwn(ctx context.Context, event *Event, words []string, text string) error {
	return c.onRecord(ctx, event, words, text, true)
}

func (c *redisConn) onRecord(ctx context.Context, event *Event, words []string, text string, own bool) error {
	code, _, _ := strings.Cut(text, " ")
	no := &wire.NotReadError{Status: 400, Code: code, Message: text}
	args := wire.Rejected(shown(strings.Join(redacted(words), " "), firstLineMost), no)
	carry := c.carry
	if c.claimed != "" {
		event.Writer = c.signedBy(c.claimed)
		carry = c.carryAs(event.Writer)
	}
	c.claimed = ""
	event.Status, event.Code = no.Status, cmp.Or(event.Code, called(text))
	asked := room.Carried{Verb: c.server.rejects["tair"], Args: args, Own: own}
	if err := lost(carry(ctx, asked)); err != nil || ctx.Err() != nil {
		return errors.Join(err, ctx.Err())
	}
	c.sayError(text)
	return nil
}

// carryAs sends a request under another name than the connection's.
func (c *redisConn) carryAs(name string) func(context.Context, room.Carried) (room.Reply, error) {
	return func(ctx context.Context, asked room.Carried) (room.Reply, error) {
		seat, err := c.server.seat(name, c.library, c.conn)
		if err != nil {
			return room.Reply{}, err
		}
		defer seat.Leave()
		waits := c.watch.begin(ctx, c.conn, c.in)
		defer waits.end()
		return seat.Carry(waits, asked)
	}
}

// redacted are the words of a command without those that Redis keeps out of its own logs: names and passwords.
//
// Source: Redis 7.0.15, redactClientCommandArgument in acl.c and networking.c.
func redacted(words []string) []string {
	words = slices.Clone(words)
	hides := 0 // words from here on that are hidden
	for i, word := range words {
		switch upper := strings.ToUpper(word); {
		case hides > 0:
			words[i], hides = "(redacted)", hides-1
		case i == 0 && upper == "AUTH", i == 1 && upper == "SETUSER" && strings.EqualFold(words[0], "ACL"):
			hides = len(words)
		case i > 0 && upper == "AUTH" && strings.EqualFold(words[0], "HELLO"):
			hides = 2
		}
	}
	return words
}
