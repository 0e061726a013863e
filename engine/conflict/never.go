package conflict

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// everLook is how many changes of one thing are looked through for whether it ever was as a condition wanted it. Where
// that many do not settle it, it may have been.
const everLook = 1024

// neverStood says whether a refused condition named what no version ever was: an ETag that no answer gave, a number
// that no version of any key can have reached. Who changed the object since is no cause then: it would have been
// refused at any time. Where the requests so far do not settle it, it may have stood.
func neverStood(w *engine.World, c *engine.Cause) bool {
	if c.Rule.Kind != engine.StaleWrite || c.Want.IsZero() || c.Want.String() == "*" {
		return false
	}
	want, minted := c.Want.Token()
	switch have, token := c.Have.Token(); {
	case minted:
		return !given(w, want)
	case token:
		return !hadTag(w, have.Kind, c.Want)
	case hasDigest(wholeDigest(c.Have.String())) && strings.HasSuffix(c.Rule.Name, "If-Match"):
		return !answeredTag(w, c.Want)
	}
	number, ok := versionNumber(c)
	return ok && !reached(w, number)
}

// wholeDigest is the digest of an ETag, without the count of the parts from which its object was made.
//
// Source: engine/bucket/rules.md, "ETag".
func wholeDigest(tag string) string {
	digest, _, _ := strings.Cut(tag, "-")
	return digest
}

// hadTag says whether one of the tags that a client wrote out, as a program's library does, is one that the service
// gave.
func hadTag(w *engine.World, kind engine.Kind, want engine.Value) bool {
	list, several := want.List()
	if !several {
		list = []engine.Value{want}
	}
	return slices.ContainsFunc(list, func(v engine.Value) bool {
		token, minted := v.Token()
		if !minted {
			token = engine.TokenOf(kind, v.String())
		}
		return given(w, token)
	})
}

// given says whether the service may have given a token: not where it is a text that only the client knows, nor where
// it would be of a record that is still to come.
func given(w *engine.World, t engine.Token) bool {
	return t.N != 0 && (t.Kind != engine.ETag || t.Record() <= w.Record())
}

// versionNumber is the number that a version was compared with; ok is false where a value was compared, or a length.
func versionNumber(c *engine.Cause) (n int64, ok bool) {
	if c.Rule.Name != "VER" && c.Rule.Name != "version" {
		return 0, false
	}
	return c.Want.Int()
}

// answeredTag says whether any answer gave an ETag of a whole: each write of a service whose ETags are digests answers
// with its own. That of a piece is none of the object that is made of it.
//
// Source: engine/bucket/rules.md, "ETag" (of a multipart object: made of those of its parts, and -N).
func answeredTag(w *engine.World, tag engine.Value) bool {
	for x := range w.Gave(tag).Newest() {
		if x.Answer.Field("etag").Equal(tag) && !ofPiece(w, x) {
			return true
		}
	}
	return false
}

// PieceOfTag is the newest request whose answer gave a finding's sender, or anybody, the ETag that its condition named
// as that of a piece, where no object ever had it; nil: it is none of a piece, or of an object too.
func PieceOfTag(w *engine.World, c Finding) *engine.Exchange {
	if c.Cause == nil || !neverStood(w, c.Cause) {
		return nil
	}
	for x := range w.Gave(c.Cause.Want).Newest() {
		if tag := x.Answer.Field("etag"); ofPiece(w, x) && !tag.IsZero() && tag.Equal(c.Cause.Want) {
			return x
		}
	}
	return nil
}

// reached says whether a version of any key may have been a number: a write raises a version by one at most, or sets it
// to what it names. What a script or dumped bytes make of it stands in no word.
func reached(w *engine.World, number int64) bool {
	least, most, writes := int64(1), int64(0), int64(w.Requests())
	for _, by := range w.Writers() {
		for _, n := range by.Open {
			if w.Exchange(n).Decided.IsZero() {
				writes--
			}
		}
	}
	looked := 0
	for x := range w.VersionsSet().Newest() {
		if looked++; looked > everLook {
			return true
		}
		line, ok := x.Op().(engine.Liner)
		if !ok {
			continue
		}
		words, spec := engine.LineWords(x.Resolved()[0].Value), w.Spec(x.Verb)
		if spec.Effect == engine.Groups && len(words) > 0 {
			return true
		}
		for i, role := range line.Roles() {
			if role.Piece && spec.Effect == engine.Writes {
				return true
			}
			if set, err := strconv.ParseInt(words[i].String(), 10, 64); role.Version && err == nil {
				least, most = min(least, set), max(most, set)
			}
		}
	}
	return number >= least && number <= most+writes
}

// never says of a refused condition that no version was ever what it named; empty where one was, or may have been.
func (t teller) never() string {
	c := t.c.Cause
	if c == nil {
		return ""
	}
	if !neverStood(t.w, c) {
		return cmp.Or(t.neverNumbered(), t.neverTagged(), t.tagOfAnother(), t.neverAsLong(), t.neverValued())
	}
	if n, ok := versionNumber(c); ok {
		name := Called(t.w, t.c.Object)
		if t.spec().Effect == engine.Groups { // one of the keys of a transaction
			name = "a key"
			if at := t.refusedCommand(); at >= 0 {
				name = Called(t.w, t.queued()[at].Object)
			}
		}
		return fmt.Sprintf("No version of %s was ever %d.", name, n)
	}
	if piece := PieceOfTag(t.w, t.c); piece != nil {
		of := ""
		if piece.Object != t.comparedThing() {
			of = " of an upload of " + Called(t.w, piece.Object)
		}
		return fmt.Sprintf("%s: it is that of %s%s, which #%d sent.", t.neverHad(), t.pieceOf(piece), of, piece.Number)
	}
	return t.neverHad() + "."
}

// neverHad says that no version had the ETag which the condition named.
func (t teller) neverHad() string {
	name := Called(t.w, t.comparedThing())
	if t.aboutSource() {
		name = "its source"
	}
	tag := t.value(t.c.Cause.Want)
	if token, _ := t.c.Cause.Want.Token(); token.N == 0 && !strings.Contains(tag, `"`) { // a text of the client's
		tag = strconv.Quote(tag)
	}
	return fmt.Sprintf("No version of %s ever had the ETag %s", name, tag)
}
