package view

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// Answers are what a writer can fill guards from (engine.Answers): those that it heard.
type Answers struct{ *Known }

// Shown is a reference to a field of the newest answer that showed the object.
func (a Answers) Shown(object engine.ObjectID, field string) engine.Value {
	read, ok := a.Reading(object)
	if !ok {
		if listed := a.listed(object, field); !listed.IsZero() {
			return listed
		}
		return a.Said(object, field) // its properties or metadata alone were read
	}
	if read.Gone {
		return engine.Value{}
	}
	return a.ShownBy(a.world.Exchange(read.Request), object, field)
}

// ShownBy is a reference to a field of an object in one answer: where that shows several rows, at the place of its own.
// Nothing where it says none; the value itself where a newer request goes by the name of that one.
func (a Answers) ShownBy(x *engine.Exchange, object engine.ObjectID, field string) engine.Value {
	if x == nil {
		return engine.Value{}
	}
	name := field
	if place, _, ok := a.queried(x, object); ok {
		name = place + "." + field
	} else if _, place, ok := a.inGroup(x, object); ok {
		name = fmt.Sprint(place, ".", field)
	}
	return a.said(x, name)
}

// path is what a request refers to a field of an answer by, as `a1.etag`; empty where it cannot by a name.
func (k *Known) path(x *engine.Exchange, field string) string {
	if name := k.world.NameNow(x); name != "" {
		return name + "." + field
	}
	return ""
}

// said is a reference to a field of an answer; the value itself where a newer request goes by the name of that one.
func (k *Known) said(x *engine.Exchange, field string) engine.Value {
	value := x.Answer.Field(field)
	if path := k.path(x, field); path != "" && !value.IsZero() {
		return engine.Ref(path, false)
	}
	return value
}

// listed is a reference to a field of an object in the newest listing of what holds it, as `r4.0.etag`.
func (a Answers) listed(object engine.ObjectID, field string) engine.Value {
	left := heardMost
	for x := range a.world.Showed(a.ID, object, func(string) bool { return true }) {
		if left--; left < 0 {
			break
		}
		for _, f := range x.Answer.Fields {
			number, of, _ := strings.Cut(f.Name, ".")
			if (of == "name" || of == "key") && x.Object.Name+"/"+f.Value.String() == object.Name &&
				!x.Answer.Field(number+"."+field).IsZero() {
				return a.said(x, number+"."+field)
			}
		}
	}
	return engine.Value{}
}

// Absent says whether the newest answer about the object said that nothing is there.
func (a Answers) Absent(object engine.ObjectID) bool {
	read, ok := a.Reading(object)
	return ok && read.Gone
}

// Said is a reference to a field of the newest answer about the object that says it.
func (a Answers) Said(object engine.ObjectID, field string) engine.Value {
	name, v := a.Property(object, field)
	if v.IsZero() || name == "" {
		return v
	}
	return engine.Ref(name+"."+field, false)
}

// Own is the content that the writer itself put there since.
func (a Answers) Own(object engine.ObjectID) engine.Value {
	if read, ok := a.Reading(object); ok && read.Own && read.HasBody {
		return engine.Text(read.Body)
	}
	return engine.Value{}
}

// Tags is the condition that the tags of an object are those that the newest answer about them said, or that the writer
// set itself since.
func (a Answers) Tags(object engine.ObjectID) engine.Value {
	for x := range a.world.Showed(a.ID, object, func(part string) bool { return part == "tags" }) {
		return TagsAre(TagsIn(x, object))
	}
	return engine.Value{}
}

// tag is in front of the name of a tag, in requests and in answers.
const tag = "tag."

// TagsIn are the tags of an object that an answer says, those of the one among many that it lists, or those that an
// accepted request set; by their names with `tag.` in front.
func TagsIn(x *engine.Exchange, object engine.ObjectID) (list []engine.Field) {
	within := ""
	if x.Object != object {
		for _, f := range x.Answer.Fields {
			number, of, _ := strings.Cut(f.Name, ".")
			holder := x.Object.Name
			if in := x.Answer.Field(number + ".container"); !in.IsZero() {
				holder = in.String()
			}
			if of == "name" && holder+"/"+f.Value.String() == object.Name {
				within = number + "."
			}
		}
		if within == "" {
			return nil
		}
	}
	for _, f := range x.Answer.Fields {
		if name, of := strings.CutPrefix(f.Name, within); of && strings.HasPrefix(name, tag) {
			list = append(list, engine.Field{Name: name, Value: f.Value})
		}
	}
	for _, arg := range x.Resolved() {
		if x.Took && x.Object == object && strings.HasPrefix(arg.Name, tag) {
			list = append(list, engine.Field{Name: arg.Name, Value: arg.Value})
		}
	}
	return list
}

// TagsAre is the condition that tags are as they were said; nothing of none, for no condition says that there are none.
//
// Source: Azure REST, "Specifying conditional headers for Blob service operations", x-ms-if-tags.
func TagsAre(said []engine.Field) engine.Value {
	if len(said) == 0 {
		return engine.Value{}
	}
	var all []string
	for _, f := range said {
		all = append(all, fmt.Sprintf("%q = '%s'", strings.TrimPrefix(f.Name, tag), f.Value))
	}
	slices.Sort(all)
	return engine.Text(strings.Join(all, " AND "))
}

// ForRequest are the answers that a guard of one request is filled from, which may have been sent already.
type ForRequest struct {
	Answers
	Of engine.Send
}

// Own is what the writer put there too where no answer says so: it knows what it sent, as its plan would. Who sends
// something once more names what the first try would name: whether that was done is what it has not heard.
func (a ForRequest) Own(object engine.ObjectID) engine.Value {
	if own := a.Answers.Own(object); !own.IsZero() {
		return own
	}
	wish := 0
	if first := a.world.Named(a.Of.Words.Again); first != nil && first.Heard.IsZero() {
		wish = first.Wish
	}
	left := heardMost
	for x := range a.world.RequestsOf(a.Of.By) { // the newest first
		spec := a.world.Spec(x.Verb)
		if left--; left < 0 {
			break
		}
		switch {
		case a.Of.As != "" && x.Name == a.Of.As, x.Object != object || spec.Effect == engine.Describes,
			wish != 0 && x.Wish == wish, !x.Heard.IsZero() && !x.Answer.Accepted():
		case spec.Group != engine.GroupWrite:
			return engine.Value{}
		default:
			return spec.WholeText(x.Asked().Args)
		}
	}
	return engine.Value{}
}

// Former is the content that the writer itself had put there before it found nothing there.
func (a Answers) Former(object engine.ObjectID) engine.Value {
	if !a.Absent(object) {
		return engine.Value{}
	}
	for x := range a.showed(object) {
		for _, p := range x.Shows {
			if p.Object != object || p.Gone || !readable(p.Name) {
				continue
			}
			if r := a.reading(x, p); r.Own && r.HasBody {
				return engine.Text(r.Body)
			}
			return engine.Value{}
		}
	}
	return engine.Value{}
}

// Receipt is a reference to the newest receipt that the writer was given with a message.
func (a Answers) Receipt(message engine.Value) engine.Value {
	object := engine.ObjectID{Kind: "message", Name: message.String()}
	if name, field, ok := message.RefName(); ok {
		x := a.world.Named(name)
		if x == nil {
			return engine.Value{}
		}
		object.Name = x.Answer.Reach(field).String()
	}
	handed := a.Handed(object)
	if len(handed) == 0 {
		return engine.Value{}
	}
	return handed[len(handed)-1].Proof()
}

// Needed is not known of one moment.
func (a Answers) Needed(string) int64 { return 0 }
