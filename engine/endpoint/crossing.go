package endpoint

import (
	"net/url"
	"strings"

	"interleave/engine"
	"interleave/engine/room"
	"interleave/engine/wire"
)

// crossing is what a request says of the page that has it sent.
func (c *connection) crossing(r *request) engine.Crossing {
	target := r.Account
	if c.service == "bucket" {
		first, _, _ := strings.Cut(strings.TrimPrefix(r.Path, "/"), "/")
		if name, err := url.PathUnescape(first); err == nil {
			target = name
		}
	}
	return wire.CrossingOf(c.service, &r.Message, target)
}

// preflight answers a browser that asks before it sends a request. No signature is looked at: browsers send none.
//
// Source: Azure REST, "Preflight Blob Request", "Authorization"; Amazon S3 API, "OPTIONS object".
func (c *connection) preflight(r *request, event *Event) bool {
	if c.service == "bucket" {
		r.inBucket()
	} else {
		r.Account, r.Path = accountInPath(r)
	}
	x := c.crosses(r)
	a, no := wire.Preflight(c.service, &r.Message, x.asked, x.said, c.context(r, room.Reply{}))
	if no == nil {
		return c.say(r, event, a, "")
	}
	event.Writer = c.writer(r, r.Account)
	return c.keep(r, r.Account, no) == nil && c.say(r, event, a, no.Code)
}

// crossed is what the rules of a service say of a request, which its answer has to tell the browser.
type crossed struct {
	asked engine.Crossing
	said  engine.Crossed
}

// crosses asks the rules of a service.
func (c *connection) crosses(r *request) (x crossed) {
	x.asked = c.crossing(r)
	if c.service != "bucket" || x.asked.Origin != "" { // no rule of a bucket lets in what comes from nowhere
		x.said = c.server.room.Cross(c.service, x.asked)
	}
	return x
}

// tell is an answer with what it tells the browser.
func (x crossed) tell(service string, a wire.Raw) wire.Raw {
	return wire.Crossed(service, x.asked, x.said, a)
}
