package endpoint

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"interleave/engine"
	"interleave/engine/room"
	"interleave/engine/tair"
	"interleave/engine/wire"
)

// redisConn is one connection of a client of Redis. What is about keys goes to the room; who speaks, in which protocol,
// and whether a transaction is open, is the connection's own.
//
// Source: Redis, "Redis serialization protocol specification"; HELLO, AUTH, CLIENT, QUIT, RESET; engine/tair/rules.md,
// "Plain Redis commands".
type redisConn struct {
	server *Server
	conn   net.Conn
	in     *bufio.Reader
	out    *bufio.Writer // what is said; of a command that is muted it goes nowhere
	reader wire.CommandReader
	seat   *room.Seat // nil: nothing was sent yet, or not under the present name
	watch  watch

	held  int       // bytes of a command that has not come whole, as the server counts them
	since time.Time // when the first of them came

	protocol int    // 2 or 3
	user     string // of AUTH; empty: nobody signed
	name     string // of CLIENT SETNAME
	library  string // what the client calls itself
	number   int    // what CLIENT ID answers

	multi    bool // MULTI was answered OK
	queued   bool // and a line that may write was said since
	lines    int  // that are queued
	ownLines []queuedOwn
	broken   bool // and a line that the room never saw was refused since
	watching bool
	database string // of SELECT; empty: the first

	tracking   tracking
	pushes     pushes
	subscribed bool // to the channel of invalidations

	came     time.Time
	mu       sync.Mutex
	standing standing // as others see it; the lock is mu

	muted   muted
	unmuted *bufio.Writer // what the client hears, while a command is muted; else nil

	refused  string // what was said by sayError last
	absent   bool   // and it was because the catalog does not have what was asked for
	withheld bool   // what sayError says is not heard before it is on record
	claimed  string // the user that a refused signature was for; empty: nobody's
}

// errQuit ends a connection whose client has said so.
var errQuit = errors.New("the client has quit")

// errCrowded ends a connection whose command has no room beside those of others, as Redis ends one whose query buffer
// reaches its limit.
//
// Source: Redis 7.0.15, networking.c, readQueryFromClient.
var errCrowded = errors.New("too many large commands are on their way")

// redis answers a connection of Redis until the client or the server ends it.
func (s *Server) redis(ctx context.Context, conn net.Conn) {
	c := &redisConn{server: s, conn: conn, in: bufio.NewReaderSize(conn, 16<<10), out: bufio.NewWriter(conn),
		protocol: 2, number: s.nextRedis(), came: time.Now()}
	c.stands(nil)
	s.tracks.comes(c)
	defer c.leave(ctx)
	for {
		words, err := c.next()
		if err != nil {
			c.broke(err)
			return
		}
		if c.speaksHTTP(words[0]) {
			return
		}
		if err := c.carryOutMuted(ctx, words); err != nil {
			_ = c.out.Flush() // what is said so far; the connection ends anyway
			return
		}
		c.stands(words)
		c.tellChanges()
	}
}

// broke ends a connection whose command cannot be read, or did not come whole.
func (c *redisConn) broke(err error) {
	event := Event{Service: "tair", Client: c.conn.RemoteAddr().String()}
	var wrong wire.ProtocolError
	switch {
	case errors.As(err, &wrong):
		event.What, event.Status, event.Code = "no command: "+string(wrong), 400, called(wrong.Error())
		if !c.muted.off {
			c.sayError(wrong.Error())
		}
		defer c.out.Flush() // the connection ends anyway
	case !c.reader.Begun() || c.server.ctx.Err() != nil:
		return
	case errors.Is(err, errCrowded):
		event.What = "half a command: " + err.Error()
	default:
		event.What = "half a command: " + cutShort(err)
	}
	c.server.tellOdd(event)
}

// speaksHTTP says whether a command is how a message of HTTP begins that a page in a browser was made to send. Nothing
// is answered.
//
// Source: Redis 7.0.15, server.c, processCommand, "Handle possible security attacks".
func (c *redisConn) speaksHTTP(verb string) bool {
	if !strings.EqualFold(verb, "POST") && !strings.EqualFold(verb, "Host:") {
		return false
	}
	c.server.tellOdd(Event{Service: "tair", Client: c.conn.RemoteAddr().String(),
		What: "no command: it speaks HTTP, and the address begins with redis://"})
	return true
}

// holds says how many bytes there are of a command that has not come whole. Those of all connections share the room of
// the bodies.
func (c *redisConn) holds(n int) error {
	if n == c.held {
		return nil
	}
	if c.held == 0 {
		c.since = time.Now()
	}
	more := n - c.held
	c.held = n
	if c.server.bodies.Add(int64(more)) > maxBodies && more > 0 {
		return errCrowded
	}
	return nil
}

// next is the next command. Answers are sent when no more commands are there to be answered: clients that pipeline get
// theirs together.
func (c *redisConn) next() ([]string, error) {
	for {
		words, err := c.reader.Next()
		if words != nil || err != nil {
			_ = c.holds(0) // what is given back finds room
			return words, err
		}
		if err := c.holds(c.reader.Held()); err != nil {
			return nil, err
		}
		if c.in.Buffered() == 0 {
			if err := c.out.Flush(); err != nil {
				return nil, err
			}
			wait := time.Time{}
			if c.reader.Begun() {
				wait = c.since.Add(sendMost)
			}
			idle, err := c.pushes.idles(c, wait)
			if err != nil {
				return nil, err
			}
			var first []byte
			if idle {
				first, err = c.in.Peek(1)
			}
			woken := c.pushes.works() && len(first) == 0
			if woken && (err == nil || errors.Is(err, os.ErrDeadlineExceeded)) {
				c.tellChanges()
				continue
			}
			if err != nil {
				return nil, err
			}
			if first[0] == tlsHello && !c.reader.Begun() {
				return nil, wire.ProtocolError("it speaks TLS, and the address begins with redis://")
			}
		}
		data, _ := c.in.Peek(c.in.Buffered()) // it is there
		c.reader.Feed(data)
		_, _ = c.in.Discard(len(data))
	}
}

// carryOut answers one command; an error ends the connection.
func (c *redisConn) carryOut(ctx context.Context, words []string) error {
	verb := strings.ToUpper(words[0])
	spec := c.server.specs.of(verb)
	if writes := c.mayWrite(verb, spec); verb != "QUIT" {
		if err := c.waitsForPause(ctx, writes); err != nil {
			return err
		}
	}
	event := Event{Service: "tair", Client: c.library, What: verb}
	defer func() { c.server.tell(event) }()
	event.Writer = c.writer()
	if c.subscribed && c.protocol == 2 && !fitsSubscribed[verb] {
		event.Code = "ERR Can't execute it while subscribed"
		return c.reject(ctx, &event, words, "ERR Can't execute '"+shortened(strings.ToLower(words[0]))+
			"': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context")
	}
	if c.subscribed && c.protocol == 2 && verb == "PING" && len(words) <= 2 { // as a message would come
		_, _ = c.out.WriteString("*2\r\n")
		c.sayBulk("pong")
		c.sayBulk(append(words, "")[1])
		event.Status = 200
		return nil
	}
	if spec != nil && spec.Prompt() {
		args := engine.LineArgs(words[1:])
		if c.server.options.Log != nil {
			if target := spec.Target(args); target != "" {
				event.What = strings.TrimSpace(verb + " " + target)
			}
		}
		if verb == "EXEC" && c.multi && c.broken {
			return c.abort(ctx, &event, len(words) > 1)
		}
		return c.send(ctx, &event, verb, words[1:], args)
	}
	return c.carryOutOwn(ctx, &event, verb, words)
}

// carryOutOwn answers a command that is not for the room; what it refuses is on record all the same.
func (c *redisConn) carryOutOwn(ctx context.Context, event *Event, verb string, words []string) error {
	answer, known := c.own(verb, words[1:])
	switch {
	case !known:
		c.broken = c.broken || c.multi
		event.Absent, event.Code = called(verb), "ERR unknown command"
		return c.reject(ctx, event, words, unknown(words))
	case c.multi && verb != "QUIT" && verb != "RESET" && !isNoKind(verb, words[1:]):
		return c.queues(ctx, event, verb, words)
	}
	c.broken = c.broken || c.multi
	return c.answerOwn(ctx, event, words, answer)
}

// answerOwn says what the connection answers itself.
func (c *redisConn) answerOwn(ctx context.Context, event *Event, words []string,
	answer func(context.Context, []string) error) error {
	verb := event.What
	if parted[verb] && len(words) > 1 {
		event.What = called(verb + " " + strings.ToUpper(words[1]))
	}
	c.refused, c.absent, c.withheld = "", false, true
	err := answer(ctx, words[1:])
	c.withheld = false
	if c.absent {
		event.Absent = event.What
	}
	if c.refused != "" {
		return errors.Join(err, c.rejectOwn(ctx, event, words, c.refused))
	}
	event.Status = 200
	return err
}

// fitsSubscribed are the commands of a connection of RESP2 that hears messages.
var fitsSubscribed = map[string]bool{"SUBSCRIBE": true, "UNSUBSCRIBE": true, "PING": true, "QUIT": true, "RESET": true}

// parted are the connection's own commands of several kinds, whose next word says which. The words of the others are
// told nobody: there are passwords among them.
var parted = map[string]bool{"CLIENT": true, "MODULE": true, "ACL": true, "CLUSTER": true}

// unknown is what Redis says of a command that it does not have.
func unknown(words []string) string {
	begin := ""
	for _, w := range words[1:] {
		if len(begin) >= 128 {
			break
		}
		begin += "'" + shortened(w[:min(len(w), 128-len(begin))]) + "' "
	}
	return "ERR unknown command '" + shortened(words[0]) + "', with args beginning with: " + begin
}

// shortened is a word in a sentence of Redis, which takes it for one that ends where a NUL stands.
func shortened(word string) string {
	word, _, _ = strings.Cut(word, "\x00")
	return strings.NewReplacer("\r", " ", "\n", " ").Replace(word[:min(len(word), 128)])
}

// send gives a command to the room and says what it answers.
func (c *redisConn) send(ctx context.Context, event *Event, verb string, words []string, args []engine.Arg) error {
	reply, err := c.ask(ctx, verb, args)
	switch {
	case errors.Is(err, room.ErrLost), ctx.Err() != nil, errors.Is(err, context.Canceled):
		if reply.Request != 0 { // what was lost is the answer
			c.follow(verb, words, reply.Answer)
		}
		return err
	case err != nil:
		c.broken = c.broken || c.multi
		c.refused = c.server.busy["tair"].Fault.Message
		if !errors.Is(err, room.ErrBusy) { // a limit of the program
			c.refused = "ERR the command cannot be taken: " + shortened(err.Error())
		}
		event.Status, event.Code = 400, called(c.refused)
		c.sayError(c.refused)
		return nil
	}
	c.follow(verb, words, reply.Answer)
	c.server.tracks.ends(c)
	event.Status, event.Code = reply.Answer.Status, reply.Answer.Code()
	if absent := tair.Absent(reply.Answer); absent != "" {
		event.Absent = called(absent + " in a script")
	}
	if verb == "EXEC" {
		if done, err := c.sayExec(ctx, reply.Answer); done {
			return err
		}
	}
	_, err = c.out.Write(tair.AppendReply(c.out.AvailableBuffer(), reply.Answer, c.protocol))
	return err
}

// ask sends under the present name. A client that hangs up while it waits is heard.
func (c *redisConn) ask(ctx context.Context, verb string, args []engine.Arg) (room.Reply, error) {
	return c.carry(ctx, room.Carried{Verb: verb, Args: args})
}

// carry is ask for a request that more is known of.
func (c *redisConn) carry(ctx context.Context, asked room.Carried) (room.Reply, error) {
	if c.seat == nil {
		seat, err := c.server.seat(c.writer(), c.library, c.conn)
		if err != nil {
			return room.Reply{}, err
		}
		c.seat = seat
		if c.database != "" && asked.Verb != "SELECT" { // it was chosen under another name
			if _, err := c.seat.Send(ctx, "SELECT", engine.LineArgs([]string{c.database})); err != nil {
				return room.Reply{}, err
			}
		}
	}
	c.server.tracks.begins(c)
	waits := c.watch.begin(ctx, c.conn, c.in)
	defer waits.end()
	asked.Within = c.multi || c.watching
	return c.seat.Carry(waits, asked)
}

// follow keeps what an answer says of the transaction that the connection has open.
func (c *redisConn) follow(verb string, words []string, a engine.Answer) {
	ok := a.Accepted()
	if ok && c.multi {
		c.lines++ // it is queued, or ends the transaction
	}
	switch verb {
	case "SELECT":
		if ok && words[0] == "0" && !c.multi {
			c.database = ""
		} else if ok {
			c.database = words[0]
		}
	case "MULTI":
		if c.broken = c.broken && c.multi; ok {
			c.multi, c.lines, c.ownLines = true, 0, nil
		}
	case "WATCH":
		c.watching = c.watching || ok
	case "UNWATCH":
		c.watching = c.watching && !ok
	case "EXEC", "DISCARD":
		if c.multi && (ok || verb == "EXEC") {
			c.multi, c.broken, c.watching = false, false, false
		}
		if verb == "DISCARD" && ok {
			c.ownLines = nil
		}
	}
}

// abort answers an EXEC whose transaction has a line that the room never saw; more: it has words of its own as well.
func (c *redisConn) abort(ctx context.Context, event *Event, more bool) error {
	if _, err := c.ask(ctx, "DISCARD", engine.LineArgs(nil)); err != nil {
		return err
	}
	c.multi, c.broken, c.watching, c.ownLines = false, false, false, nil
	event.Code = "EXECABORT"
	if more {
		c.sayError("EXECABORT Transaction discarded because of: wrong number of arguments for 'exec' command")
		return nil
	}
	c.sayError("EXECABORT Transaction discarded because of previous errors.")
	return nil
}

// writer is the name of the writer whose commands these are.
func (c *redisConn) writer() string { return c.signedBy(c.user) }

// signedBy is the name of the writer whose commands the connection's are under a user.
func (c *redisConn) signedBy(user string) string {
	name := user
	if name == "" {
		name = c.name
	}
	if c.server.options.Writers.Connection {
		return named(name) + "-" + c.conn.RemoteAddr().String()
	}
	return named(name)
}

// rename ends the seat where the connection goes on under another name.
func (c *redisConn) rename(ctx context.Context, user, name string) {
	before := c.writer()
	c.user, c.name = user, name
	if c.seat != nil && c.writer() != before {
		c.drop(ctx)
		c.seat.Leave()
		c.seat = nil
	}
}

// drop forgets the transaction, the watched keys and the database, as Redis does where a connection ends.
func (c *redisConn) drop(ctx context.Context) {
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	say := func(verb string, words ...string) {
		if c.seat != nil {
			ends := room.Carried{Verb: verb, Args: engine.LineArgs(words), Own: true}
			_, _ = c.seat.Carry(short, ends) // nobody is there to hear more
		}
	}
	switch {
	case c.multi:
		say("DISCARD")
	case c.watching:
		say("UNWATCH")
	}
	if c.database != "" {
		say("SELECT", "0")
	}
	c.multi, c.broken, c.watching, c.ownLines = false, false, false, nil
}

func (c *redisConn) leave(ctx context.Context) {
	_ = c.holds(0) // what is given back finds room
	c.server.tracks.goes(c)
	if c.seat != nil {
		c.drop(ctx)
		c.seat.Leave()
	}
}

// sayError refuses a command.
func (c *redisConn) sayError(text string) {
	if c.refused = text; !c.withheld {
		_, _ = fmt.Fprintf(c.out, "-%s\r\n", text)
	}
}

// sayAbsent refuses what Redis has and the catalog has not.
func (c *redisConn) sayAbsent(text string) {
	c.absent = true
	c.sayError(text)
}
func (c *redisConn) sayOK()              { _, _ = c.out.WriteString("+OK\r\n") }
func (c *redisConn) sayNumber(n int)     { _, _ = fmt.Fprintf(c.out, ":%d\r\n", n) }
func (c *redisConn) sayBulk(text string) { _, _ = fmt.Fprintf(c.out, "$%d\r\n%s\r\n", len(text), text) }

// sayText says a text for people, which RESP3 marks as one.
func (c *redisConn) sayText(text string) {
	if c.protocol == 3 {
		_, _ = fmt.Fprintf(c.out, "=%d\r\ntxt:%s\r\n", len("txt:")+len(text), text)
		return
	}
	c.sayBulk(text)
}

func (c *redisConn) sayNull() {
	_, _ = c.out.WriteString(map[int]string{2: "$-1\r\n", 3: "_\r\n"}[c.protocol])
}

// wrongCount says that a command has too many or too few words.
func (c *redisConn) wrongCount(name string) {
	c.sayError("ERR wrong number of arguments for '" + name + "' command")
}

// nextRedis is the number of a new connection.
func (s *Server) nextRedis() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clients++
	return s.clients
}

// greeting is what HELLO answers.
func (c *redisConn) greeting() {
	_, _ = c.out.WriteString(map[int]string{2: "*14\r\n", 3: "%7\r\n"}[c.protocol])
	for _, pair := range [][2]string{{"server", "redis"}, {"version", tair.ServerVersion}, {"proto", ""}, {"id", ""},
		{"mode", "standalone"}, {"role", "master"}, {"modules", ""}} {
		c.sayBulk(pair[0])
		switch pair[0] {
		case "proto":
			c.sayNumber(c.protocol)
		case "id":
			c.sayNumber(c.number)
		case "modules":
			_, _ = c.out.WriteString("*0\r\n")
		default:
			c.sayBulk(pair[1])
		}
	}
}

// hello chooses the protocol, and may sign and name in one.
func (c *redisConn) hello(ctx context.Context, words []string) error {
	protocol, user, name := c.protocol, c.user, c.name
	if len(words) > 0 {
		n, err := strconv.Atoi(words[0])
		switch {
		case err != nil:
			c.sayError("ERR Protocol version is not an integer or out of range")
			return nil
		case n != 2 && n != 3:
			c.sayError("NOPROTO unsupported protocol version")
			return nil
		}
		protocol = n
	}
	for i := 1; i < len(words); {
		switch option := strings.ToUpper(words[i]); {
		case option == "AUTH" && i+2 < len(words):
			if !c.mayBe(words[i+1], words[i+2]) {
				return nil
			}
			user, i = signer(words[i+1]), i+3
		case option == "SETNAME" && i+1 < len(words):
			if !isName(words[i+1]) {
				c.sayError(badName)
				return nil
			}
			name, i = words[i+1], i+2
		default:
			c.sayError("ERR Syntax error in HELLO option '" + shortened(words[i]) + "'")
			return nil
		}
	}
	c.protocol = protocol
	c.rename(ctx, user, name)
	c.greeting()
	return nil
}

const (
	wrongPass = "WRONGPASS invalid username-password pair or user is disabled."
	badName   = "ERR Client names cannot contain spaces, newlines or special characters."
)

// mayBe says whether a password is that of a user, and refuses it else. The default user has none, and so takes any.
func (c *redisConn) mayBe(user, password string) bool {
	if c.server.options.Trust || signer(user) == "" || password == Secret {
		return true
	}
	c.claimed = user
	c.sayError(wrongPass)
	return false
}

// signer is whose name a user of AUTH is; nobody's where it is the default one.
func signer(user string) string {
	if user == "default" {
		return ""
	}
	return user
}

func isName(name string) bool {
	return strings.IndexFunc(name, func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}
