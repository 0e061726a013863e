package view

import (
	"cmp"
	"slices"
	"time"
)

// Client is a real program that takes part as a writer. It belongs to the session as it runs, not to its history.
type Client struct {
	Writer      string        // the id of its writer
	Program     string        // as it calls itself, as `azsdk-go-azblob/v1.8.1`; empty: it does not
	From        string        // the address of its newest connection
	Connections int           // those that are open; 0: it has left
	Sent        int           // its requests so far
	Retries     int           // those of them that were another try of one before
	Last        int           // its newest request; 0: none
	Out         int           // its requests that no answer has come to
	Outside     int           // those that wait to be let in
	Waits       time.Duration // how long the oldest of all these waits by now, in real time
	Patience    time.Duration // how long it waited when it gave up last, in real time; 0: it never did
	Taken       bool          // a person has taken its seat over: what it sends waits to be let in
}

// Title is what the program is called: its own name, without what it says about the system that it runs on.
func (c Client) Title() string {
	if c.Program == "" {
		return "a program"
	}
	name := c.Program
	for i, r := range name {
		if r == ' ' || r == '(' {
			name = name[:i]
			break
		}
	}
	return name
}

// Door is where programs come in.
type Door struct {
	Ports []Port
	Paste []string // what a program finds in its environment, as NAME=value
}

// Port is a service that is listened for.
type Port struct {
	Flag, Title string // as `blob`, `Azure blobs`
	URL         string
	Said        string // why it is not at its usual port, or who can reach it; empty: nothing to say
	Odd         string // what came last and could not be read, as `no request: it speaks TLS`; empty: nothing such
}

// Unread says of a port what came last that nobody could read: whose program hears nothing looks here. Empty where
// nothing such came.
func (p Port) Unread() string {
	if p.Odd == "" {
		return ""
	}
	return "The last that came and could not be read was " + p.Odd + "."
}

// Client is the program of a writer, the one that sent last where it has several; nil: a person writes.
func (v *View) Client(writer string) (found *Client) {
	for i := range v.Clients {
		if c := &v.Clients[i]; c.Writer == writer && !c.Taken && (found == nil || c.Last > found.Last) {
			found = c
		}
	}
	return found
}

// Taken says whether a person has the seat of a writer's programs, which wait to be let in.
func (v *View) Taken(writer string) bool {
	return slices.ContainsFunc(v.Clients, func(c Client) bool { return c.Writer == writer && c.Taken })
}

// Overlooked is what no rule looked at of a client's request, which was sent in a record: `header x-ms-foo`.
type Overlooked struct {
	Record int
	What   []string
}

// Overlooked is what no rule looked at of a request, as far as that is remembered.
func (v *View) Overlooked(request int) []string {
	x := v.world.Exchange(request)
	if x == nil {
		return nil
	}
	at, found := slices.BinarySearchFunc(v.overlooked, x.Sent.Event, func(u Overlooked, record int) int {
		return cmp.Compare(u.Record, record)
	})
	if !found {
		return nil
	}
	return v.overlooked[at].What
}

// Connected is how many programs have a connection, and how many of their requests wait to be let in.
func (v *View) Connected() (programs, outside int) {
	for _, c := range v.Clients {
		if c.Connections > 0 {
			programs++
		}
		outside += c.Outside
	}
	return programs, outside
}
