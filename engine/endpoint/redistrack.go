package endpoint

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// invalidations is the channel on which a connection of RESP2 hears of changes for another one.
const invalidations = "__redis__:invalidate"

// What Redis refuses of CLIENT TRACKING and CLIENT CACHING, beside what it calls a wrong syntax.
//
// Source: Redis 7.0.15, networking.c, clientCommand; tracking.c, checkPrefixCollisionsOrReply.
const (
	redirectTwice = "ERR A client can only redirect to a single other client"
	redirectNone  = "ERR The client ID you want redirect to does not exist"
	prefixAlone   = "ERR PREFIX option requires BCAST mode to be enabled"
	switchesMode  = "ERR You can't switch BCAST mode on/off before disabling tracking for this client, and then " +
		"re-enabling it with a different mode."
	optBroadcast = "ERR OPTIN and OPTOUT are not compatible with BCAST"
	optBoth      = "ERR You can't specify both OPTIN mode and OPTOUT mode"
	switchesOpt  = "ERR You can't switch OPTIN/OPTOUT mode before disabling tracking for this client, and then " +
		"re-enabling it with a different mode."
	cachingOff = "ERR CLIENT CACHING can be called only when the client is in tracking mode with OPTIN or OPTOUT " +
		"mode enabled"
	cachingYes = "ERR CLIENT CACHING YES is only valid when tracking is enabled in OPTIN mode."
	cachingNo  = "ERR CLIENT CACHING NO is only valid when tracking is enabled in OPTOUT mode."
)

// track answers CLIENT TRACKING.
func (c *redisConn) track(words []string) {
	if len(words) == 0 {
		c.wrongCount("client|tracking")
		return
	}
	refused := c.server.tracks.set(c, strings.ToUpper(words[0]), words[1:])
	c.server.looksForChanges()
	c.sayUnless(refused)
}

// sayUnless says OK where nothing is refused.
func (c *redisConn) sayUnless(refused string) {
	if refused != "" {
		c.sayError(refused)
		return
	}
	c.sayOK()
}

// set turns the tracking of a connection on or off, or says why not.
func (t *tracks) set(c *redisConn, word string, options []string) (refused string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	next, refused := t.wanted(options)
	switch {
	case refused != "":
		return refused
	case word == "OFF":
		t.off(c)
		return ""
	case word != "ON":
		return "ERR syntax error"
	}
	if refused = t.fits(c, &next); refused != "" {
		return refused
	}
	if next.seat = c.tracking.seat; !c.tracking.on {
		t.count.Add(1)
	}
	c.tracking = next
	return ""
}

// wanted reads the options.
func (t *tracks) wanted(words []string) (next tracking, refused string) {
	next.on = true
	for ; len(words) > 0; words = words[1:] {
		switch word := strings.ToUpper(words[0]); {
		case word == "BCAST":
			next.broadcast = true
		case word == "OPTIN":
			next.optIn = true
		case word == "OPTOUT":
			next.optOut = true
		case word == "NOLOOP":
			next.noLoop = true
		case word == "PREFIX" && len(words) > 1:
			next.prefixes, words = append(next.prefixes, words[1]), words[1:]
		case word == "REDIRECT" && len(words) > 1:
			n, err := strconv.Atoi(words[1])
			switch {
			case next.redirect != 0:
				return next, redirectTwice
			case err != nil:
				return next, "ERR value is not an integer or out of range"
			case t.conns[n] == nil:
				return next, redirectNone
			}
			next.redirect, words = n, words[1:]
		default:
			return next, "ERR syntax error"
		}
	}
	return next, ""
}

// fits says why a connection cannot track in a way; empty: it can.
func (t *tracks) fits(c *redisConn, next *tracking) (refused string) {
	was := c.tracking
	switch {
	case !next.broadcast && len(next.prefixes) > 0:
		return prefixAlone
	case was.on && was.broadcast != next.broadcast:
		return switchesMode
	case next.broadcast && (next.optIn || next.optOut):
		return optBroadcast
	case next.optIn && next.optOut:
		return optBoth
	case next.optIn && was.optOut, next.optOut && was.optIn:
		return switchesOpt
	case !next.broadcast:
		return ""
	}
	for i, prefix := range next.prefixes {
		for _, other := range was.prefixes {
			if strings.HasPrefix(prefix, other) || strings.HasPrefix(other, prefix) {
				return fmt.Sprintf("ERR Prefix '%s' overlaps with an existing prefix '%s'. Prefixes for a single "+
					"client must not overlap.", prefix, other)
			}
		}
		for _, other := range next.prefixes[i+1:] {
			if strings.HasPrefix(prefix, other) || strings.HasPrefix(other, prefix) {
				return fmt.Sprintf("ERR Prefix '%s' overlaps with another provided prefix '%s'. Prefixes for a single "+
					"client must not overlap.", prefix, other)
			}
		}
	}
	if len(next.prefixes) == 0 {
		next.prefixes = []string{""}
	}
	next.prefixes = slices.Concat(was.prefixes, next.prefixes)
	slices.Sort(next.prefixes)
	return ""
}

// cache is CLIENT CACHING; refused is empty where it is taken.
func (t *tracks) cache(c *redisConn, word string) (refused string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	on := &c.tracking
	switch word = strings.ToUpper(word); {
	case !on.on || !on.optIn && !on.optOut:
		return cachingOff
	case word == "YES" && !on.optIn:
		return cachingYes
	case word == "NO" && !on.optOut:
		return cachingNo
	case word != "YES" && word != "NO":
		return "ERR syntax error"
	}
	on.caching = true
	return ""
}

// of is how a connection tracks.
func (t *tracks) of(c *redisConn) tracking {
	t.mu.Lock()
	defer t.mu.Unlock()
	return c.tracking
}

// trackingInfo answers CLIENT TRACKINGINFO: the flags, the other connection and the prefixes.
func (c *redisConn) trackingInfo() {
	on := c.server.tracks.of(c)
	var flags []string
	for _, flag := range []struct {
		name string
		is   bool
	}{{"off", !on.on}, {"on", on.on}, {"bcast", on.broadcast}, {"optin", on.optIn},
		{"caching-yes", on.optIn && on.caching}, {"optout", on.optOut}, {"caching-no", on.optOut && on.caching},
		{"noloop", on.noLoop}, {"broken_redirect", on.broken}} {
		if flag.is {
			flags = append(flags, flag.name)
		}
	}
	head, set := "*6\r\n", "*"
	if c.protocol == 3 {
		head, set = "%3\r\n", "~"
	}
	say := func(sort string, texts []string) {
		_, _ = c.out.WriteString(sort + strconv.Itoa(len(texts)) + "\r\n")
		for _, text := range texts {
			c.sayBulk(text)
		}
	}
	_, _ = c.out.WriteString(head)
	c.sayBulk("flags")
	say(set, flags)
	c.sayBulk("redirect")
	c.sayNumber(on.redirected())
	c.sayBulk("prefixes")
	say("*", on.prefixes)
}

// redirected is the connection that is told in this one's place: 0 where it is told itself, -1 where nobody is.
func (on *tracking) redirected() int {
	if !on.on {
		return -1
	}
	return on.redirect
}

// subscribe answers SUBSCRIBE and UNSUBSCRIBE for the channel of invalidations.
func (c *redisConn) subscribe(on bool) func(context.Context, []string) error {
	return func(context.Context, []string) error {
		was, sort := c.subscribed, map[int]string{2: "*", 3: ">"}[c.protocol]
		c.subscribed = on
		_, _ = c.out.WriteString(sort + "3\r\n")
		switch {
		case on:
			c.sayBulk("subscribe")
		default:
			c.sayBulk("unsubscribe")
		}
		if !on && !was {
			c.sayNull()
		} else {
			c.sayBulk(invalidations)
		}
		c.sayNumber(map[bool]int{true: 1}[on])
		return nil
	}
}
