package queue

import (
	"slices"
	"strconv"

	"interleave/engine"
)

// seconds is what a switch stands at; standard where it was never set.
func seconds(tx *engine.Tx, setting string, standard int64) int64 {
	if n, err := strconv.ParseInt(tx.Setting(setting), 10, 64); err == nil {
		return n
	}
	return standard
}

// find is steps 5 and 6, behind a look at the name. What is missing is shown to be: its absence is an answer.
func (g gate) find(tx *engine.Tx, name string) (*Queue, *engine.Cause) {
	if c := checkName(name); c != nil {
		return nil, c
	}
	q := tx.State().(*State).queues.Get(name)
	if q != nil && !q.gone {
		return q, nil
	}
	c := wrong(g.missing, engine.Text(name))
	if q != nil {
		c.Since = q.removed
		if tx.Now() < q.until {
			c.Rule, c.Until = g.window, q.until
		}
	}
	if c.Rule.Fault.Status == 404 {
		tx.Show(engine.Part{Object: queueObject(name), Name: "*", Gone: true, Mark: c.Since})
	}
	return nil, c
}

// claim is the message that a request names by id and receipt: what Update and Delete have in common.
type claim struct {
	path    string
	receipt engine.Opt[engine.Token]
}

// missing is step 2 for the receipt.
func (h claim) missing() *engine.Cause {
	if !h.receipt.Set {
		return wrong(noReceipt, engine.Value{})
	}
	return nil
}

// decodable is step 4d: a receipt has the form that the service gives it. The emulator does not look.
func (h claim) decodable(tx *engine.Tx) *engine.Cause {
	if tx.Setting("receipts") != "emulator" && !wellFormed(h.token()) {
		return wrong(undecodable, h.receipt.Raw())
	}
	return nil
}

func (h claim) token() engine.Token { return engine.TokenAs(engine.PopReceipt, h.receipt) }

// key is the message's name in its table; ok is false where its id is no GUID.
func (h claim) key() (key string, ok bool) {
	queue, id := split(h.path)
	guid, ok := engine.GUID(id)
	return queue + "/" + guid, ok
}

func wellFormed(t engine.Token) bool { return t.Kind == engine.PopReceipt && t.N != 0 }

// find is steps 7 and 8: the message, and that the receipt is the one that counts. Receipts are compared with the id:
// two messages of one Get have the same receipt.
func (h claim) find(tx *engine.Tx) (*Message, *engine.Cause) {
	key, ok := h.key()
	m := tx.State().(*State).messages.Get(key)
	if !ok || m == nil || m.gone {
		_, id := split(h.path)
		c := wrong(messageNotFound, engine.Text(id))
		if !ok {
			c.Rule = notAnID
		}
		if m != nil {
			c.Since = m.removed
		}
		tx.Show(engine.Part{Object: messageObject(key), Name: "text", Gone: true, Mark: c.Since})
		return nil, c
	}
	token := h.token()
	if token == m.receipt {
		return m, nil
	}
	c := &engine.Cause{Rule: oldReceipt, Want: h.receipt.Raw(), Have: m.receipt.Value(), Since: m.received}
	wasGiven := slices.Contains(m.former, token)
	switch emulator := tx.Setting("receipts") == "emulator"; {
	case emulator && wasGiven:
		c.Rule = oldMismatch
	case emulator:
		c.Rule = strayMismatch
	case !wasGiven:
		c.Rule = strayReceipt
	}
	return nil, c
}
