package advice

import (
	"slices"
	"strings"

	"interleave/engine"
)

// withOpenUpload adds to the card of a refused Complete that its upload is still open: that was tried by an abort,
// which may take no other's parts. Its own stay until somebody aborts it, whatever is written by another way. A card
// whose action completes it says nothing of that.
//
// Source: engine/bucket/rules.md, "What a failed Complete leaves behind".
func (a *adviser) withOpenUpload(card Card) Card {
	if a.c.Severity != engine.SeverityRefused || a.spec.Effect != engine.Commits || a.uploadOf(a.x) == "" ||
		a.c.Cause.Rule.Fault.Status == 400 || // its list is to be corrected, and it completed
		a.completes(card) || !a.aborts() {
		return card
	}
	left := "abort the upload, which is still open with its parts, unless it is still to be completed."
	if a.c.Cause.Rule.Name == "If-Match" || only(a, "if-none-match") && !a.completesYet() {
		// No later Complete of it fits: what is there has changed since its Create.
		left = "abort the upload, which is still open with its parts."
	}
	card.Say += " " + capital(left)
	if card.Rest != "" {
		card.Rest = strings.TrimSuffix(card.Rest, ".") + ". " + capital(left)
	}
	return card
}

// completesYet says whether a Complete of the finding's upload would go through under a condition: that there is
// nothing, or what is there now. What has changed since its Create keeps out both.
//
// Source: engine/bucket/rules.md, the commit rule, W4.
func (a *adviser) completesYet() bool {
	if a.trial().send(a.again()).accepted() {
		return true
	}
	versions := a.v.Truth(a.c.Object).Versions
	if len(versions) == 0 || versions[0].Gone || !a.spec.Takes("if-match") {
		return false
	}
	again := a.again()
	again.Args = slices.DeleteFunc(slices.Clone(again.Args), func(arg engine.Arg) bool {
		return arg.Name == "if-none-match"
	})
	again.Args = engine.With(again.Args, "if-match", engine.Text(versions[0].Tag))
	return a.trial().send(again).accepted()
}

// completes says whether a card's action ends the upload of the finding's request.
func (a *adviser) completes(card Card) bool {
	return card.Action != "" && slices.ContainsFunc(card.Inputs, func(in engine.Input) bool {
		s, ok := in.(engine.Send)
		return ok && a.v.Spec(s.Verb).Effect == engine.Commits
	})
}

// aborts says whether an abort of the finding's upload would be accepted now.
func (a *adviser) aborts() bool {
	for _, s := range a.v.Services() {
		for i := range s.Ops {
			op := &s.Ops[i]
			if op.Effect != engine.Aborts || op.Object != a.x.Object.Kind {
				continue
			}
			args := engine.Args(op.Params()[0].Name, a.x.Object.Name)
			for _, p := range op.Params() {
				if p.Guard == "upload" {
					args = engine.With(args, p.Name, a.argument("upload"))
				}
			}
			t := a.trial()
			t.decide(engine.Send{By: a.c.By, Verb: op.Verb, Args: args})
			if t.err == nil && t.last != nil && t.last.Answer.Accepted() && len(args) > 1 && !t.blind &&
				t.harmless() {
				return true
			}
		}
	}
	return false
}
