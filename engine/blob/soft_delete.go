package blob

import (
	"encoding/xml"
	"slices"
	"strconv"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/cors"
	"interleave/engine/lease"
)

// elementNames are the elements of the service's properties.
//
// Source: Azure REST, "Set Blob Service Properties".
var elementNames = [...]string{"Logging", "HourMetrics", "MinuteMetrics", "Cors", "DefaultServiceVersion",
	"DeleteRetentionPolicy", "StaticWebsite"}

// The places of the elements that say which pages of other origins are let in, and for how long deleted blobs are kept.
const (
	crossing  = 3
	retention = 5
)

// Cross says what the rules on pages of other origins say of a request.
func (s *State) Cross(c engine.Crossing) engine.Crossed {
	p := s.properties()
	return cors.Cross(p.elements[crossing].text, c)
}

// ServiceProperties are what was set of the blob service by one who signs as that account.
type ServiceProperties struct {
	elements [len(elementNames)]property
}

type property struct {
	text string
	by   engine.Mark
}

// Walk hands out the fields.
func (p *ServiceProperties) Walk(v engine.Visitor) {
	for i, name := range elementNames {
		if !p.elements[i].by.IsZero() {
			v.Text("property."+name, &p.elements[i].text)
			v.Mark("changed."+name, &p.elements[i].by)
		}
	}
}

func serviceObject(account string) engine.ObjectID {
	return engine.ObjectID{Kind: "blob-service", Name: account}
}

// properties are those of the service. All accounts see the same objects and so the same properties: of each element
// what was set last, whoever set it.
func (s *State) properties() (all ServiceProperties) {
	for _, p := range s.services.All() {
		for i, e := range p.elements {
			if e.by.Event > all.elements[i].by.Event {
				all.elements[i] = e
			}
		}
	}
	return all
}

// GetServiceProperties reads the properties of the blob service.
//
// Answers: 200 with property.Logging, property.DeleteRetentionPolicy and so on.
//
// Source: Azure REST, "Get Blob Service Properties".
type GetServiceProperties struct {
	Account string `op:"account" help:"the account"`
}

// Apply reads.
func (o GetServiceProperties) Apply(tx *engine.Tx) engine.Answer {
	var list []engine.Field
	p := tx.State().(*State).properties()
	for i, name := range elementNames {
		tx.Show(engine.Part{Object: serviceObject(o.Account), Name: name, Mark: p.elements[i].by})
		list = append(list, engine.Field{Name: "property." + name, Value: engine.Text(p.elements[i].text)})
	}
	return tx.Done(200, list...)
}

// SetServiceProperties replaces those elements of the service's properties that it names; the others stay. It takes no
// condition: the last writer wins. DeleteRetentionPolicy with Enabled and Days from 1 to 365 has deleted blobs kept for
// so long, Cors lets pages of other origins in; the others are told again and have no effect.
//
// Answers: 202; 400 InvalidXmlDocument for an element that there is not, or a retention or rules that are none.
//
// Source: Azure REST, "Set Blob Service Properties".
type SetServiceProperties struct {
	Account  string        `op:"account" help:"the account"`
	Elements []engine.Pair `op:"property.*,content" help:"an element; of DeleteRetentionPolicy as <Enabled>true</Enabled><Days>7</Days>; the others stay"`
}

// Apply replaces.
func (o SetServiceProperties) Apply(tx *engine.Tx) engine.Answer {
	for i, e := range o.Elements {
		twice := slices.ContainsFunc(o.Elements[:i], func(f engine.Pair) bool { return f.Name == e.Name })
		_, ok := retained(e.Text)
		if twice || !slices.Contains(elementNames[:], e.Name) || e.Name == elementNames[retention] && !ok ||
			!cors.Fits(e.Name, e.Text) {
			return tx.Refuse(wrong(badElement, engine.Text(e.Name)))
		}
	}
	s := tx.State().(*State)
	next := ServiceProperties{}
	if old := s.services.Get(o.Account); old != nil {
		next = *old
	}
	was := s.properties()
	for _, e := range o.Elements {
		at := slices.Index(elementNames[:], e.Name)
		tx.Change(engine.Change{Part: engine.Part{Object: serviceObject(o.Account), Name: e.Name,
			Mark: was.elements[at].by}})
		next.elements[at] = property{e.Text, tx.Mark()}
	}
	if len(o.Elements) > 0 {
		s.services.Put(tx, o.Account, &next)
	}
	return tx.Done(202)
}

// retained is for how many days deleted blobs are kept by an element; 0 where they are not. ok is false where it says
// nothing that can be.
func retained(text string) (days int, ok bool) {
	var policy struct {
		Enabled string
		Days    string
	}
	if text == "" {
		return 0, true
	}
	if xml.Unmarshal([]byte("<x>"+text+"</x>"), &policy) != nil {
		return 0, false
	}
	switch policy.Enabled {
	case "false":
		return 0, true
	case "true":
		days, err := strconv.Atoi(policy.Days)
		return days, err == nil && days >= 1 && days <= 365
	}
	return 0, false
}

// keeping is until when what is deleted now is kept; 0: it is not.
func (s *State) keeping(now engine.Instant) engine.Instant {
	p := s.properties()
	if days, _ := retained(p.elements[retention].text); days > 0 {
		return now.Add(time.Duration(days) * 24 * time.Hour)
	}
	return 0
}

// deleted is a blob or a snapshot that can be brought back.
type deleted[T any] struct {
	what      T
	at, until engine.Instant // when it was deleted, and until when it is kept
}

func (d *deleted[T]) good(now engine.Instant) bool { return d != nil && now < d.until }

// fields are what a list says of something that can be brought back.
//
// Source: Azure REST, "List Blobs", "Response body" (Deleted, DeletedTime, RemainingRetentionDays).
func (d *deleted[T]) fields(now engine.Instant) []engine.Field {
	left := int64((d.until.Sub(now) - 1) / (24 * time.Hour))
	return []engine.Field{{Name: "deleted", Value: engine.Text("true")},
		{Name: "deleted-time", Value: engine.Moment(d.at.Seconds())},
		{Name: "remaining-days", Value: engine.Number(left)}}
}

// softly is a removed blob as it is kept: without lease, staged blocks and copy, which go with it.
func (o *Object) softly(at, until engine.Instant) *deleted[*Object] {
	if until == 0 || o.uncommitted {
		return nil
	}
	kept := *o
	rare := kept.alter()
	rare.snapshots, rare.staged, rare.unused, rare.copied, rare.kept = nil, nil, 0, nil, nil
	kept.lease, rare.undeleted = lease.Lease{}, engine.Mark{}
	return &deleted[*Object]{&kept, at, until}
}

// walkKept hands out what is kept of a removed blob.
func (o *Object) walkKept(v engine.Visitor) {
	if o.rare.kept == nil {
		return
	}
	v.Instant("deleted-at", &o.rare.kept.at)
	v.Instant("kept-until", &o.rare.kept.until)
	v.Under("deleted")
	o.rare.kept.what.content.walk(v)
	v.Mark("changed.body", &o.rare.kept.what.wrote.body)
	v.Mark("changed.metadata", &o.rare.kept.what.rare.wrote.metadata)
	v.Mark("changed.tags", &o.rare.kept.what.rare.wrote.tags)
	v.Mark("changed.properties", &o.rare.kept.what.wrote.properties)
	v.Mark("changed.tier", &o.rare.kept.what.rare.wrote.tier)
	v.Up()
}

// Undelete brings a blob back that was deleted while deleted blobs are kept, with its snapshots that were deleted: its
// content, ETag and date are what they were. Where the blob is there, its deleted snapshots come back alone.
//
// Answers: 200, also where there is nothing to bring back and the blob is there; 404 BlobNotFound.
//
// Source: Azure REST, "Undelete Blob".
// Assumed: ETag and date stay what they were.
type Undelete struct {
	Path string `op:"path" help:"the blob, its container before the first slash"`
	engine.UnderPolicy
}

// Apply brings back.
func (o Undelete) Apply(tx *engine.Tx) engine.Answer {
	a := request{path: o.Path, under: o.Under, needs: "w", use: writes}
	f := found{state: tx.State().(*State)}
	for _, check := range []func(*engine.Tx, *found) *engine.Cause{a.wordGate, a.containerGate, a.permissionGate} {
		if c := check(tx, &f); c != nil {
			return tx.Refuse(c)
		}
	}
	next := f.old
	undeletes := next == nil && f.past != nil && f.bare == nil && f.past.rare.kept.good(tx.Now())
	if undeletes {
		next = f.past.rare.kept.what
		object := blobObject(o.Path)
		for _, part := range slices.Concat(next.parts(object), next.pieces(object, span{}),
			[]engine.Part{{Object: object, Name: engine.Undeleted}}) {
			part.Gone, part.Mark = true, f.past.rare.removed
			tx.Change(engine.Change{Part: part, Wanted: true})
		}
	}
	if next == nil {
		return tx.Refuse(a.notFound(tx, blobObject(o.Path), f.removed()))
	}
	back := *next
	rare := back.alter()
	if undeletes {
		rare.undeleted = tx.Mark()
	}
	rare.stamped = f.past.rare.stamped
	rare.snapshots = f.state.broughtBack(tx, o.Path, next.rare.snapshots)
	f.state.blobs.Put(tx, o.Path, &back)
	return tx.Done(200)
}

// broughtBack are the ids of a blob's snapshots after the deleted ones came back.
func (s *State) broughtBack(tx *engine.Tx, path string, there []string) []string {
	ids := slices.Clone(there)
	for key, snap := range s.snapshots.All() {
		id, of := strings.CutPrefix(key, path+"@")
		if !of || !snap.gone || !snap.kept.good(tx.Now()) {
			continue
		}
		for _, part := range snap.kept.what.parts(key) {
			part.Gone, part.Mark = true, snap.removed
			tx.Change(engine.Change{Part: part, Wanted: true})
		}
		ids = append(ids, id)
		s.snapshots.Put(tx, key, snap.kept.what)
	}
	slices.Sort(ids)
	return ids
}
