package endpoint

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"interleave/engine"
)

// What one connection of Redis asks about the others: CLIENT LIST, KILL, PAUSE and UNBLOCK.
//
// Source: Redis, the pages of these commands; Redis 7.0.15, networking.c.

// standing is a connection as the others see it: as it was when its newest command had been carried out.
type standing struct {
	name, user, library, database string
	verb, word                    string // the newest command, and the first word behind it
	protocol                      int
	queued                        int // lines of the open transaction; -1: none is open
	subscribed                    bool
	spoke                         time.Time
}

// stands has the others see the connection as it is now. The empty command: none was said.
func (c *redisConn) stands(words []string) {
	s := standing{name: c.name, user: c.user, library: c.library, database: c.database, protocol: c.protocol,
		queued: -1, subscribed: c.subscribed, spoke: time.Now()}
	if c.multi {
		s.queued = c.lines
	}
	if len(words) > 0 {
		s.verb = words[0]
	}
	if len(words) > 1 {
		s.word = words[1]
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.standing = s
}

// seen is the connection as the others see it.
func (c *redisConn) seen() standing {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.standing
}

// command is the newest command as Redis names it: of those that have several kinds with the word that says which.
func (s standing) command() string {
	verb := strings.ToUpper(s.verb)
	switch {
	case verb == "":
		return "NULL"
	case parted[verb] || verb == "CONFIG" || verb == "COMMAND" && s.word != "" || verb == "SCRIPT":
		return strings.ToLower(verb + "|" + s.word)
	}
	return strings.ToLower(verb)
}

// described is a connection as CLIENT INFO and LIST tell it, with the fields that client libraries read. Of its buffers
// and its memory nothing is known here: they are 0.
func (c *redisConn) described() string {
	s, on := c.seen(), c.server.tracks.of(c)
	since := func(t time.Time) int { return int(time.Since(t) / time.Second) }
	return fmt.Sprintf("id=%d addr=%s laddr=%s fd=0 name=%s age=%d idle=%d flags=%s db=%s sub=%d psub=0 ssub=0 "+
		"multi=%d qbuf=0 qbuf-free=0 argv-mem=0 multi-mem=0 rbs=0 rbp=0 obl=0 oll=0 omem=0 tot-mem=0 events=r cmd=%s "+
		"user=%s redir=%d resp=%d lib-name=%s\n", c.number, c.conn.RemoteAddr(), c.conn.LocalAddr(), s.name,
		since(c.came), since(s.spoke), s.flags(on), cmp.Or(s.database, "0"), map[bool]int{true: 1}[s.subscribed],
		s.queued, s.command(), cmp.Or(s.user, "default"), on.redirected(), s.protocol, s.library)
}

// flags are the letters that CLIENT INFO has for a connection.
func (s standing) flags(on tracking) (letters string) {
	for _, flag := range []struct {
		letter string
		is     bool
	}{{"P", s.subscribed}, {"x", s.queued >= 0}, {"t", on.on}, {"R", on.broken}, {"B", on.broadcast}} {
		if flag.is {
			letters += flag.letter
		}
	}
	return cmp.Or(letters, "N")
}

// all are the connections that are open, in the order in which they came.
func (t *tracks) all() []*redisConn {
	t.mu.Lock()
	defer t.mu.Unlock()
	var list []*redisConn
	for _, c := range t.conns {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b *redisConn) int { return cmp.Compare(a.number, b.number) })
	return list
}

// isOf says whether a connection is of a type that CLIENT LIST and KILL know; known is false for a word that is none.
func (s standing) isOf(sort string) (is, known bool) {
	switch strings.ToLower(sort) {
	case "normal":
		return !s.subscribed, true
	case "pubsub":
		return s.subscribed, true
	case "master", "replica", "slave":
		return false, true
	}
	return false, false
}

// list answers CLIENT LIST: all connections, those of a type, or those with the numbers.
func (c *redisConn) list(words []string) {
	sort, numbers := "", []int(nil)
	switch {
	case len(words) == 2 && strings.EqualFold(words[0], "TYPE"):
		sort = words[1]
		if _, known := c.seen().isOf(sort); !known {
			c.sayError("ERR Unknown client type '" + shortened(sort) + "'")
			return
		}
	case len(words) > 1 && strings.EqualFold(words[0], "ID"):
		for _, word := range words[1:] {
			n, err := strconv.Atoi(word)
			if err != nil {
				c.sayError("ERR Invalid client ID")
				return
			}
			numbers = append(numbers, n)
		}
	case len(words) > 0:
		c.sayError("ERR syntax error")
		return
	}
	text := ""
	for _, other := range c.server.tracks.all() {
		is, _ := other.seen().isOf(sort)
		if (sort == "" || is) && (numbers == nil || slices.Contains(numbers, other.number)) {
			text += other.described()
		}
	}
	c.sayText(text)
}

// killing is whom CLIENT KILL means: each word that is said must hold.
type killing struct {
	number               int // 0: not said
	from, to, sort, user string
	own                  bool // the connection that says it may be one of them
}

// kill answers CLIENT KILL: it closes connections and says how many, or of the one whose address alone is said that it
// is done. What their clients have sent goes its way, as where they hang up themselves.
func (c *redisConn) kill(words []string) error {
	k, wrong := killing{own: true}, ""
	if len(words) == 1 {
		k.from = words[0]
	} else if k, wrong = killed(words); wrong != "" {
		c.sayError(wrong)
		return nil
	}
	count, own := 0, false
	for _, other := range c.server.tracks.all() {
		if other == c && !k.own || !k.means(other) {
			continue
		}
		count++
		if own = own || other == c; other != c {
			_ = other.conn.Close() // it may be closed already; its goroutine finds out
		}
	}
	switch {
	case len(words) > 1:
		c.sayNumber(count)
	case count == 0:
		c.sayError("ERR No such client")
	default:
		c.sayOK()
	}
	if own {
		return errQuit
	}
	return nil
}

// killed reads the pairs of words that say whom CLIENT KILL means; wrong is what Redis says of others.
func killed(words []string) (k killing, wrong string) {
	for ; len(words) > 1; words = words[2:] {
		value := words[1]
		switch strings.ToUpper(words[0]) {
		case "ID":
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 {
				return k, "ERR client-id should be greater than 0"
			}
			k.number = n
		case "ADDR":
			k.from = value
		case "LADDR":
			k.to = value
		case "USER":
			k.user = value
		case "TYPE":
			if _, known := (standing{}).isOf(value); !known {
				return k, "ERR Unknown client type '" + shortened(value) + "'"
			}
			k.sort = value
		case "SKIPME":
			if !strings.EqualFold(value, "yes") && !strings.EqualFold(value, "no") {
				return k, "ERR syntax error"
			}
			k.own = strings.EqualFold(value, "no")
		default:
			return k, "ERR syntax error"
		}
	}
	if len(words) > 0 {
		return k, "ERR syntax error"
	}
	return k, ""
}

func (k killing) means(c *redisConn) bool {
	s := c.seen()
	is, _ := s.isOf(k.sort)
	at := func(asked string, a net.Addr) bool { return asked == "" || asked == a.String() }
	return (k.number == 0 || k.number == c.number) && at(k.from, c.conn.RemoteAddr()) && at(k.to, c.conn.LocalAddr()) &&
		(k.user == "" || k.user == cmp.Or(s.user, "default")) && (k.sort == "" || is)
}

// pausing is what CLIENT PAUSE has said: commands wait, all of them or those that may write.
type pausing struct {
	until time.Time
	all   bool
	over  chan struct{} // closed when it is replaced or taken back
}

// pauseUntil has commands wait. Where they do already, the later end counts, and the wider of the two.
func (s *Server) pauseUntil(until time.Time, all bool) {
	for {
		old := s.pause.Load()
		next := &pausing{until: until, all: all, over: make(chan struct{})}
		if old != nil && old.until.After(time.Now()) {
			next.all = all || old.all
			if old.until.After(until) {
				next.until = old.until
			}
		}
		if s.pause.CompareAndSwap(old, next) {
			if old != nil {
				close(old.over)
			}
			return
		}
	}
}

// goOn ends the pause.
func (s *Server) goOn() {
	if old := s.pause.Swap(nil); old != nil {
		close(old.over)
	}
}

// waitsForPause waits while commands of this kind are paused. An error is that the client hung up meanwhile, or the
// server ends.
func (c *redisConn) waitsForPause(ctx context.Context, writes bool) error {
	for {
		p := c.server.pause.Load()
		if p == nil || !p.all && !writes {
			return nil
		}
		left := time.Until(p.until)
		if left <= 0 {
			return nil
		}
		if err := cmp.Or(c.unmuted, c.out).Flush(); err != nil { // what was asked before is answered
			return err
		}
		if err := c.waitFor(ctx, left, p.over); err != nil {
			return err
		}
	}
}

func (c *redisConn) waitFor(ctx context.Context, most time.Duration, over <-chan struct{}) (err error) {
	waits := c.watch.begin(ctx, c.conn, c.in)
	defer waits.end()
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-over:
	case <-waits.Done():
		err = waits.Err()
	}
	return err
}

// mayWrite says whether a command waits where what writes is paused: EXEC does where a line that it carries out does.
func (c *redisConn) mayWrite(verb string, spec *engine.OpSpec) bool {
	c.queued = c.queued && c.multi
	if spec == nil || strings.HasSuffix(verb, "_RO") {
		return false
	}
	switch spec.Effect {
	case engine.Reads, engine.Chooses, engine.Configures, engine.Gathers:
		return false
	}
	if verb == "EXEC" {
		return c.multi && c.queued
	}
	c.queued = c.queued || c.multi
	return true
}

// pauseFor answers CLIENT PAUSE.
func (c *redisConn) pauseFor(words []string) {
	mode := strings.ToUpper(append(words, "ALL")[1])
	ms, err := strconv.ParseInt(words[0], 10, 64)
	switch {
	case mode != "ALL" && mode != "WRITE":
		c.sayError("ERR CLIENT PAUSE mode must be WRITE or ALL")
	case err != nil:
		c.sayError("ERR timeout is not an integer or out of range")
	case ms < 0:
		c.sayError("ERR timeout is negative")
	default:
		c.server.pauseUntil(time.Now().Add(time.Duration(min(ms, longestPause.Milliseconds()))*time.Millisecond),
			mode == "ALL")
		c.sayOK()
	}
}

// longestPause is as long as any program lives, and fits into a moment.
const longestPause = 1000 * time.Hour

// unblock answers CLIENT UNBLOCK: no command here waits for anything, so nobody is blocked.
func (c *redisConn) unblock(words []string) {
	reason := strings.ToUpper(append(words, "TIMEOUT")[1])
	switch {
	case reason != "TIMEOUT" && reason != "ERROR":
		c.sayError("ERR CLIENT UNBLOCK reason should be TIMEOUT or ERROR")
	case !isWhole(words[0]):
		c.sayError("ERR value is not an integer or out of range")
	default:
		c.sayNumber(0)
	}
}
