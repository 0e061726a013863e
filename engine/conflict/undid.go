package conflict

import (
	"fmt"

	"interleave/engine"
)

// undid is another's delete that an accepted request took back, as an undelete does, or the removal of the marker that
// hid what was there: the absence, as it was. What comes back was asked for, so that it is no mark of an undelete;
// ok is false where there is none, and where it is marked.
//
// Source: engine/blob/rules.md, "Soft delete"; engine/bucket/rules.md, "Versioning".
func undid(w *engine.World, e engine.Event) (absence engine.Change, known, ok bool) {
	if e.Kind != engine.Decided || e.Answer == nil || !e.Answer.Accepted() {
		return absence, false, false
	}
	x, own := w.Exchange(e.Request), e.Own()
	for _, c := range own {
		work := w.Exchange(c.Mark.Request)
		back := c.Name == engine.Undeleted || c.Object.Kind == "snapshot" && w.Spec(x.Verb).Did == broughtItBack
		if !c.Gone || !back || work == nil || c.Mark.By == x.By || c.Mark.By == engine.Seed ||
			w.Spec(work.Verb).Effect != engine.Deletes {
			continue
		}
		absence, ok = c, true
		break
	}
	if !ok || x.By == engine.Seed {
		return absence, false, false
	}
	k := knowledgeAt(w, x, own, x.AsOf, e.Compared)
	gone := absence.Part
	if gone.Name == engine.Undeleted { // who had read what stood there before knows nothing of its delete
		gone.Name = "body"
	}
	return absence, k.knows(gone), len(k.harms(own)) == 0
}

// Undid says of a request that it brought back what another had deleted, who goes by that; empty: it did not, or the
// other has been shown since what became of it. The object is what came back.
func Undid(w *engine.World, e engine.Event) (said string, object engine.ObjectID) {
	absence, known, ok := undid(w, e)
	if !ok {
		return "", object
	}
	for h := range w.HeardBy(absence.Mark.By) {
		if _, ok := shows(h, absence.Part); ok && h.Decided.Event > e.Number {
			return "", object
		}
		if h.Heard.Event < e.Number {
			break
		}
	}
	how := ", which " + w.Title(e.By) + " had been shown"
	if !known {
		how = " without having read that it was gone"
	}
	whose := w.Title(absence.Mark.By)
	return fmt.Sprintf("%s #%d undid %s delete of %s (#%d)%s. Nobody has told %s that it is there again.",
		possessive(w.Title(e.By)), e.Request, possessive(whose), Called(w, absence.Object), absence.Mark.Request, how,
		whose), absence.Object
}

// undidUnread says the same of one that its sender had not been shown, as `undid Ben's delete unread`; empty for any
// other request.
func undidUnread(w *engine.World, e engine.Event) string {
	absence, known, ok := undid(w, e)
	if !ok || known {
		return ""
	}
	return fmt.Sprintf("undid %s delete unread", possessive(w.Title(absence.Mark.By)))
}
