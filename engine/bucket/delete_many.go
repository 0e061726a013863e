package bucket

import (
	"strconv"

	"interleave/engine"
)

// DeleteMany deletes several keys of a bucket, each checked by itself.
//
// Keys is a list of at most 1000 keys, each with what belongs to it behind it: `[a; b if-match=$r.etag; c
// version-id=$v.version-id]`.
//
// Answers: 200 with one inner answer for each key, 204 or a refusal; 400 MalformedXML; 404 NoSuchBucket.
//
// Source: Amazon S3 API, "DeleteObjects"; rules.md, "The write rule", "DeleteObjects". Assumed: a missing key with a
// condition is answered as by DeleteObject.
type DeleteMany struct {
	Path   string       `op:"path" help:"the bucket"`
	Keys   engine.Value `op:"keys,content,entries=object" help:"the keys, each with if-match=ETAG or version-id=ID behind it where wanted"`
	Bypass bool         `op:"bypass-governance" help:"pass retentions in GOVERNANCE by"`
	Quiet  bool         `op:"quiet" help:"only what was refused is told"`
}

// writes says whether the key is among them, to others that arrive meanwhile.
func (o DeleteMany) writes(path string) bool {
	for _, d := range o.deletions() {
		if d.path == path {
			return true
		}
	}
	return false
}

// manyMost is the most keys of one request.
const manyMost = 1000

// deletions are the keys of the list; nil where it is none.
func (o DeleteMany) deletions() []deletion {
	list, ok := o.Keys.List()
	if !ok {
		list = []engine.Value{o.Keys}
	}
	var all []deletion
	if !o.gather(list, &all) || len(all) == 0 || len(all) > manyMost {
		return nil
	}
	return all
}

// gather reads keys, each followed by pairs of a name and a value, in one list or in lists of their own.
func (o DeleteMany) gather(list []engine.Value, all *[]deletion) bool {
	for _, v := range list {
		inner, isList := v.List()
		switch {
		case !isList && v.String() != "":
			*all = append(*all, deletion{path: o.Path + "/" + v.String()})
		case !isList:
			return false
		case len(inner) != 3 || inner[1].String() != "=":
			if !o.gather(inner, all) {
				return false
			}
		case len(*all) == 0:
			return false
		case inner[0].String() == "if-match":
			(*all)[len(*all)-1].match = inner[2]
		case inner[0].String() == "version-id":
			t, ok := inner[2].Token()
			if !ok {
				t = engine.TokenOf(engine.VersionID, inner[2].String())
			}
			(*all)[len(*all)-1].version = engine.Some(t)
		default:
			return false
		}
	}
	return true
}

// Arrive looks at the list and the bucket.
func (o DeleteMany) Arrive(tx *engine.Tx) (engine.Answer, bool) {
	_, no := findBucket(tx, tx.State().(*State), o.Path)
	if no == nil && o.deletions() == nil {
		no = refuse(badKeyList, o.Keys)
	}
	if no != nil {
		return no.answer(tx), true
	}
	return engine.Answer{}, false
}

// Apply deletes one after the other.
func (o DeleteMany) Apply(tx *engine.Tx) engine.Answer {
	if _, no := findBucket(tx, tx.State().(*State), o.Path); no != nil {
		return no.answer(tx)
	}
	var inner []engine.Value
	var fields []engine.Field
	for i, d := range o.deletions() {
		d.bypass = o.Bypass
		done, no := d.one(tx)
		_, key := split(d.path)
		under := strconv.Itoa(i) + "."
		fields = append(fields, text(under+"key", key))
		answer := []engine.Value{engine.Number(204)}
		if no != nil {
			tx.RefuseEntry(objectName(d.path), no.cause)
			fault := no.cause.Rule.Fault
			answer = []engine.Value{engine.Number(int64(fault.Status)), engine.Text(fault.Code)}
			if d.version.Set { // who clears a bucket tries it again by that
				fields = append(fields, engine.Field{Name: under + "version-id", Value: d.version.Raw()})
			}
			fields = append(fields, text(under+"code", fault.Code), text(under+"message", fault.Message))
		}
		for _, f := range done {
			fields = append(fields, engine.Field{Name: under + f.Name, Value: f.Value})
		}
		inner = append(inner, engine.List(answer...))
	}
	return tx.Done(200, append([]engine.Field{{Name: "answers", Value: engine.List(inner...)}}, fields...)...)
}

func (d deletion) one(tx *engine.Tx) ([]engine.Field, *refusal) {
	if _, no := d.enter(tx); no != nil {
		return nil, no
	}
	if no := d.headers(); no != nil {
		return nil, no
	}
	return d.do(tx)
}
