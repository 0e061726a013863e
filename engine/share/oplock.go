package share

import (
	"time"

	"interleave/engine"
)

// patience is how long the service waits for a client that it has asked for something back.
//
// Source: rules.md, "What REST does to oplocks", K2.
const patience = 30 * time.Second

// breakage is what a kind of request takes away of an oplock: what is left of it, and whether it waits for the client.
type breakage func(oplock) (left oplock, waits bool)

// The rows of rules.md, "What REST does to oplocks", and what an SMB open and an SMB write break.
var breakages = map[string]breakage{
	"read":   func(o oplock) (oplock, bool) { return o &^ writeCache, o&writeCache != 0 },
	"write":  func(o oplock) (oplock, bool) { return 0, o&writeCache != 0 },
	"delete": func(o oplock) (oplock, bool) { return o &^ handleCache, o&handleCache != 0 },
	"open":   func(o oplock) (oplock, bool) { return o &^ writeCache, o&writeCache != 0 },
	"list":   func(o oplock) (oplock, bool) { return o, false },
}

// keptHandles is what a mark for deletion breaks: what a client only keeps open is closed, so that it does not keep the
// file.
func keptHandles(o oplock) (left oplock, waits bool) { return o &^ handleCache, false }

// asked takes oplocks away from all handles but those of a client; what is cached is written, and a handle that was
// only kept is closed. What it gives back is the first client that has to answer and does not.
func (d *desk) breakOplocks(how breakage, but string) (silent *Handle) {
	for _, id := range append([]string(nil), d.opens().handles...) {
		h := d.s.handles.Get(id)
		left, waits := how(h.oplock)
		if h.client == but || left == h.oplock {
			continue
		}
		if waits && !responsive(d.tx, h.client) {
			if silent == nil {
				silent = h
			}
			continue
		}
		d.lower(id, left)
	}
	return silent
}

// lower leaves a handle less of its oplock. A client that does not answer keeps what it has in its cache.
func (d *desk) lower(id string, left oplock) {
	h := *d.s.handles.Get(id)
	answers := responsive(d.tx, h.client)
	if answers && left&writeCache == 0 {
		d.flush(&h)
		h.cache = nil
	}
	h.oplock, d.moved = left, true
	if answers {
		h.acknowledged = left
	}
	d.put(id, &h)
	if answers && left&handleCache == 0 && !h.kept.IsZero() {
		d.closed(id, d.tx.For(h.kept.Request), written)
	}
}

// inTheWay is the first handle that stands in the way of a request: those that do are asked to let go of a handle that
// is only kept. What it gives back second is the client that has to answer and does not.
func (d *desk) inTheWay(conflicts func(*Handle) bool) (blocker, silent *Handle) {
	for _, id := range append([]string(nil), d.opens().handles...) {
		h := d.s.handles.Get(id)
		if !conflicts(h) {
			continue
		}
		if h.oplock&handleCache != 0 {
			if !responsive(d.tx, h.client) {
				return nil, h
			}
			d.lower(id, h.oplock&^handleCache)
			if d.s.handles.Get(id).Gone() {
				continue
			}
		}
		return h, nil
	}
	return nil, nil
}

// until is when the service stops waiting for a client.
func until(tx *engine.Tx, timeout engine.Opt[int64]) engine.Instant {
	lasts := patience
	if timeout.Set && timeout.OK && time.Duration(timeout.Want)*time.Second < lasts {
		lasts = time.Duration(timeout.Want) * time.Second
	}
	return tx.Arrived().At.Add(lasts)
}

// withheld is who keeps something back: the newest write in the cache of a handle, else its open.
func withheld(h *Handle) engine.Mark {
	m := h.opened
	for _, c := range h.cache {
		m = engine.Newest(m, c.by)
	}
	return m
}
