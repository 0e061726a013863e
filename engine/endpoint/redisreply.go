package endpoint

import (
	"bufio"
	"context"
	"io"
	"strconv"
	"strings"
)

// muted is which commands of a connection get no answer. What is pushed to it comes all the same.
//
// Source: Redis, "CLIENT REPLY"; Redis 7.0.15, networking.c, prepareClientToWrite and resetClient.
type muted struct {
	off  bool // until it is on again
	next bool // the command behind this one alone
}

// carryOutMuted is carryOut for a connection that may have asked for no answers: what is said then goes nowhere.
func (c *redisConn) carryOutMuted(ctx context.Context, words []string) error {
	if !c.muted.off && !c.muted.next {
		return c.carryOut(ctx, words)
	}
	c.muted.next = false
	heard := c.out
	c.unmuted, c.out = heard, bufio.NewWriterSize(io.Discard, 16) // nothing has to be kept
	defer func() { c.unmuted, c.out = nil, heard }()
	return c.carryOut(ctx, words)
}

// unmute has the answers be heard from that of this command on.
func (c *redisConn) unmute() {
	c.muted = muted{}
	if c.unmuted != nil {
		c.out = c.unmuted
	}
}

// reply answers CLIENT REPLY, where it answers at all.
func (c *redisConn) reply(mode string) {
	switch strings.ToUpper(mode) {
	case "ON":
		c.unmute()
		c.sayOK()
	case "OFF":
		c.muted.off = true
	case "SKIP":
		c.muted.next = !c.muted.off
	default:
		c.sayError("ERR syntax error")
	}
}

// helps are the commands with kinds that the connection answers itself: what each kind is for, line by line.
var helps = map[string][]string{
	"CLIENT": {
		"CACHING YES or NO: whether the keys of the next command are tracked, under OPTIN or OPTOUT",
		"GETNAME: the name of this connection",
		"GETREDIR: the number of the connection that hears of this one's keys",
		"ID: the number of this connection",
		"INFO: this connection, as LIST tells it",
		"KILL address, or KILL with ID, TYPE, USER, ADDR, LADDR and SKIPME: close connections",
		"LIST [TYPE type] [ID number ...]: all connections, or some of them",
		"NO-EVICT ON or OFF: taken, and without an effect here",
		"NO-TOUCH ON or OFF: taken, and without an effect here",
		"PAUSE milliseconds [WRITE or ALL]: keep commands waiting",
		"REPLY ON, OFF or SKIP: whether commands are answered; SKIP is about the next one",
		"SETINFO LIB-NAME or LIB-VER text: what the client's library is called",
		"SETNAME name: name this connection",
		"TRACKING ON or OFF [REDIRECT number] [BCAST] [PREFIX prefix] [OPTIN] [OPTOUT] [NOLOOP]: hear of changes",
		"TRACKINGINFO: what this connection tracks",
		"UNBLOCK number [TIMEOUT or ERROR]: end the wait of a connection",
		"UNPAUSE: end a pause",
	},
	"MODULE": {"LIST: the modules that are loaded"},
	"ACL":    {"WHOAMI: the user of this connection"},
}

// help answers the HELP of a command with kinds.
func (c *redisConn) help(command string, given int) {
	if given > 0 {
		c.wrongCount(strings.ToLower(command) + "|help")
		return
	}
	lines := append([]string{command + " takes one of these words:"}, helps[command]...)
	lines = append(lines, "HELP: these lines")
	_, _ = c.out.WriteString("*" + strconv.Itoa(len(lines)) + "\r\n")
	for _, line := range lines {
		_, _ = c.out.WriteString("+" + line + "\r\n")
	}
}
