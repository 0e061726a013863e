package bucket

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// Complete makes an object of the parts of an upload.
//
// Parts is a list of number and ETag, ascending: `[1=$p1.etag 2=$p2.etag]`. All but the last have at least
// bucket.minimum-part bytes, 5242880 unless set. The condition is checked now; what was changed since the upload was
// created is a conflict.
//
// Answers: 200 with the ETag of the whole, also again for the same list until the key is changed (the habit; by choice
// 404, or the 412 of a condition that no longer holds); 404 NoSuchUpload; 400
// InvalidRequest, InvalidPartOrder, InvalidPart, EntityTooSmall; 412 PreconditionFailed and 404 NoSuchKey, which leave
// the upload open; 400 BadDigest; 409 ConditionalRequestConflict, which ends it; 501 NotImplemented; 403 AccessDenied.
//
// Source: Amazon S3 API, "CompleteMultipartUpload"; rules.md, "The write rule", "Multipart life cycle" ("Complete,
// order of checks", "A Complete that is repeated", "What a failed Complete leaves behind") and "Order of unconditional
// writes" (the place of an upload; an abort beside a complete in flight). Assumed: a Complete that arrived before an
// abort is refused (the habit) or goes through, by choice.
type Complete struct {
	Path   string                   `op:"path" help:"the object, its bucket before the first slash"`
	Parts  engine.Value             `op:"parts,content" help:"the parts, as [1=ETAG 2=ETAG]"`
	Upload engine.Opt[engine.Token] `op:"upload,guard=upload" help:"the id of the upload"`
	Type   engine.Opt[string]       `op:"checksum-type,one=COMPOSITE|FULL_OBJECT" help:"the type that the upload was begun with: another one is refused"`
	Size   engine.Opt[int64]        `op:"object-size" help:"the size of the whole in bytes: another one is refused"`
	Sums   []engine.Pair            `op:"checksum.*" help:"the checksum of the whole, in base64: another one is refused"`
	CreateConditions
}

// writes says which key it writes, to others that arrive meanwhile.
func (o Complete) writes(path string) bool { return o.Path == path }

// Arrive looks at permission and headers.
func (o Complete) Arrive(tx *engine.Tx) (engine.Answer, bool) {
	g := o.guards(tx, writeConditions)
	_, no := visit{path: o.Path, actions: g.writeActions(), creation: "true", when: g}.enter(tx)
	if no == nil {
		no = o.conditions(tx, writeConditions, oldStore, assumedOnUse)
	}
	if no == nil {
		no = o.validate()
	}
	if no != nil {
		return no.answer(tx), true
	}
	return engine.Answer{}, false
}

// validate looks at the request alone.
//
// Source: rules.md, "Multipart life cycle", "Checksums of an upload".
func (o Complete) validate() *refusal {
	if no := (Sums{Checksums: o.Sums}).one(); no != nil {
		return no
	}
	for _, c := range o.Sums {
		sum, count, whole := strings.Cut(c.Text, "-")
		if !isSum(engine.Pair{Name: c.Name, Text: sum}) || whole && strings.Trim(count, "0123456789") != "" {
			return invalidSum(c)
		}
	}
	switch {
	case o.Type.Set && o.Type.Want != composite && o.Type.Want != fullObject:
		return refuse(otherType, o.Type.Raw(), text("message", "Value for x-amz-checksum-type header is invalid."))
	case o.Size.Set && (!o.Size.OK || o.Size.Want < 0):
		return refuse(otherSize, o.Size.Raw(), text("message",
			"Value for x-amz-mp-object-size header is less than zero: '"+o.Size.Raw().String()+"'"))
	}
	return nil
}

// agree compares what is said of the whole with what the upload is and becomes.
//
// Source: rules.md, "Multipart life cycle", "Checksums of an upload".
func (o Complete) agree(u *Upload, parts []*part, list []listed) *refusal {
	size := int64(0)
	for _, n := range parts {
		size += int64(len(n.body))
	}
	unsummed := slices.IndexFunc(list, func(l listed) bool { return len(l.sums) == 0 })
	switch {
	case u.sumType == composite && unsummed >= 0:
		return refuse(noPartSum, engine.Value{}, text("message", fmt.Sprintf("The upload was created "+
			"using a %s checksum. The complete request must include the checksum for each part. It was missing for "+
			"part %d in the request.", u.algorithm, list[unsummed].number)))
	case o.Type.Set && u.sumType != "" && o.Type.Want != u.sumType:
		return refuse(otherType, o.Type.Raw(), text("message", "The upload was created using the "+u.sumType+
			" checksum mode. The complete request must use the same checksum mode."))
	case o.Size.Set && o.Size.Want != size:
		no := refuse(otherSize, o.Size.Raw(), text("message", fmt.Sprintf("The provided 'x-amz-mp-object-size' header "+
			"value %d does not match what was computed: %d", o.Size.Want, size)))
		no.cause.Have = engine.Number(size)
		return no
	}
	return nil
}

// Apply checks upload, parts and condition, and writes.
func (o Complete) Apply(tx *engine.Tx) engine.Answer {
	p, no := visit{path: o.Path}.find(tx)
	if no != nil {
		return no.answer(tx)
	}
	listed, ok := listOf(o.Parts)
	u := p.upload(o.Upload)
	if u != nil && u.status == completed && u.list == namesOf(listed) && u.left == p.object.count {
		return o.repeated(tx, p, u)
	}
	over := noSuchUpload
	if u != nil && u.status == completed && u.list == namesOf(listed) {
		over = completedTwice
	}
	u, no = p.openUpload(o.Upload, over)
	if over == completedTwice {
		no.cause.Ended = p.object.changed
	}
	if no != nil && lands(tx, u) {
		alive := *u
		alive.parts, no = u.freed, nil
		u = &alive
	}
	if no == nil && !ok {
		no = refuse(badPartList, o.Parts)
	}
	var parts []*part
	if no == nil {
		parts, no = u.pick(tx, listed)
	}
	if no == nil {
		no = o.agree(u, parts, listed)
	}
	if no == nil {
		no = o.decide(tx, p, u)
	}
	var body []byte
	var sums []engine.Pair
	if no == nil {
		for _, n := range parts {
			body = append(body, n.body...)
		}
		sums = u.wholeSum(parts, body)
		no = Sums{Checksums: o.Sums}.checkWhole(sums)
	}
	if no != nil {
		return no.answer(tx)
	}
	v := &Version{etag: hashOfParts(parts), modified: u.created.At.Seconds(), contentType: u.contentType,
		storageClass: u.class, acl: u.acl, redirect: u.redirect, encrypted: u.encrypted, body: body, sums: sums,
		metadata: u.metadata, headers: u.headers, tags: u.tags, stamp: u.stamp()}
	return o.write(tx, p, u, v, parts, namesOf(listed))
}

// repeated is the answer to the same again of an upload that is completed, while nobody has changed the key since. The
// habit is the recorded 200; others look for the upload, or at the condition first.
//
// Source: rules.md, "Multipart life cycle", "A Complete that is repeated".
func (o Complete) repeated(tx *engine.Tx, p place, u *Upload) engine.Answer {
	unfit := o.guards(tx, writeConditions).unfit(p.object.current(), repeatedThere, repeatedOther)
	ways := 2
	if unfit != nil {
		ways = 3
	}
	switch tx.Choose(ways) {
	case 1:
		_, no := p.openUpload(o.Upload, completedTwice)
		return no.answer(tx)
	case 2:
		return unfit.answer(tx)
	}
	return tx.Done(200, slices.Concat([]engine.Field{text("etag", u.etag)}, u.encrypted.fields(),
		sumFields(p.sumsNow()))...)
}

// sumsNow are the checksums of the current version.
func (p place) sumsNow() []engine.Pair {
	if v := p.object.current(); v != nil {
		return v.sums
	}
	return nil
}

// decide checks the condition; a conflict ends the upload.
//
// Source: rules.md, "Multipart life cycle", "What a failed Complete leaves behind".
func (o Complete) decide(tx *engine.Tx, p place, u *Upload) *refusal {
	w := window{rule: uploadOver, pending: uploadOver}
	if p.object.count > u.after {
		w.changed = p.object.changed
	}
	no := o.guards(tx, writeConditions).decide(tx, p, w)
	if no != nil && no.cause.Rule == uploadOver {
		p.drop(tx, u, dropped)
		no.keeps = true
	}
	return no
}

func (o Complete) write(tx *engine.Tx, p place, u *Upload, v *Version, parts []*part, list string) engine.Answer {
	if tx.Setting("multipart-order") == "completion" {
		v.stamp, v.modified = stamp{}, tx.Now().Seconds()
	}
	key := uploadKey(u.path, u.id)
	v.lock, v.etag = u.lock, u.encrypted.tag(tx, v.etag)
	for _, n := range parts {
		v.sizes = append(v.sizes, int64(len(n.body)))
		if u.algorithm != "" {
			v.came = append(v.came, piece{n.number, int64(len(n.body)), n.sums})
		}
		tx.Take(partOf(key, n))
		if n.from != nil {
			tx.Take(*n.from)
		}
	}
	after := p.store(tx, v, o.guards(tx, writeConditions).create())
	next := *u
	next.parts, next.freed, next.status, next.ended, next.etag, next.list, next.left = nil, nil, completed,
		tx.Mark(), v.etag, list, after.count
	p.state.uploads.Put(tx, key, &next)
	return tx.Done(200, append(v.wroteFields(), sumFields(v.sums)...)...)
}

// listed is one line of the list of parts.
type listed struct {
	number int64
	etag   string
	sums   []engine.Pair // that the part is said to have
}

// namesOf are the lines without their checksums: by those a list is told from another.
func namesOf(all []listed) string {
	lines := []string{}
	for _, l := range all {
		lines = append(lines, fmt.Sprintf("{%d %s}", l.number, l.etag))
	}
	return fmt.Sprint(lines)
}

// summed reads one line that says checksums too: [1=ETAG crc32=SUM].
func summed(list []engine.Value) (l listed, ok bool) {
	for i, e := range list {
		pair, _ := e.List()
		if len(pair) != 3 || pair[1].String() != "=" {
			return l, false
		}
		if i > 0 {
			l.sums = append(l.sums, engine.Pair{Name: strings.ToLower(pair[0].String()), Text: pair[2].String()})
			continue
		}
		n, err := strconv.ParseInt(pair[0].String(), 10, 64)
		if err != nil {
			return l, false
		}
		l.number, l.etag = n, tagOf(pair[2])
	}
	return l, len(list) > 0
}

// listOf reads a list of pairs, each as number=ETag or in a list of its own; ok is false where it is none.
func listOf(v engine.Value) (all []listed, ok bool) {
	list, isList := v.List()
	if !isList {
		return nil, v.IsZero()
	}
	for _, e := range list {
		pair, _ := e.List()
		if len(pair) == 3 && pair[1].String() == "=" {
			pair = []engine.Value{pair[0], pair[2]}
		}
		if len(pair) == 1 {
			if inner, ok := listOf(e); ok {
				all = append(all, inner...)
				continue
			}
		}
		if line, ok := summed(pair); ok {
			all = append(all, line)
			continue
		}
		if len(pair) != 2 {
			return nil, false
		}
		n, err := strconv.ParseInt(pair[0].String(), 10, 64)
		if err != nil {
			return nil, false
		}
		all = append(all, listed{number: n, etag: tagOf(pair[1])})
	}
	return all, true
}

// had says whether a tag is one that stood for the part before it was replaced.
func (n *part) had(etag string) bool {
	return slices.ContainsFunc(n.former, func(tag string) bool { return strings.EqualFold(tag, etag) })
}

// has says whether a part has the checksums that a list says of it.
func (n *part) has(sums []engine.Pair) bool {
	for _, s := range sums {
		if s.Text != sumOf(s.Name, n.body) {
			return false
		}
	}
	return true
}

// minimumPart is the least size in bytes of all parts but the last, unless bucket.minimum-part says otherwise.
//
// Source: rules.md, "Multipart life cycle", "Complete, order of checks", row 8.
const minimumPart = 5_242_880

func leastPart(tx *engine.Tx) int64 {
	if n, err := strconv.ParseInt(tx.Setting("minimum-part"), 10, 64); err == nil {
		return n
	}
	return minimumPart
}

// pick is the parts that a list names, in its order.
//
// Source: rules.md, "Multipart life cycle", "Complete, order of checks", rows 5 to 8.
func (u *Upload) pick(tx *engine.Tx, list []listed) (parts []*part, no *refusal) {
	id := text("upload-id", u.id.String())
	if len(list) == 0 {
		return nil, refuse(noParts, engine.Value{})
	}
	for i := range list {
		if list[i].number < 1 {
			return nil, refuse(lowPart, engine.Number(list[i].number), text("argument-name", "PartNumber"),
				number("argument-value", list[i].number))
		}
		if i > 0 && list[i].number <= list[i-1].number {
			return nil, refuse(partOrder, engine.Number(list[i].number), id)
		}
	}
	size := 0
	for _, l := range list {
		at, ok := u.part(l.number)
		if !ok || !strings.EqualFold(u.parts[at].etag, l.etag) || !u.parts[at].has(l.sums) {
			no := refuse(badPart, engine.Text(l.etag), id, number("part-number", l.number), text("etag", l.etag))
			if ok && u.parts[at].had(l.etag) {
				no.cause.Rule, no.cause.Have = otherPart, engine.Text(u.parts[at].etag)
				no.cause.Since = u.parts[at].wrote
			}
			return nil, no
		}
		parts = append(parts, u.parts[at])
		size += len(u.parts[at].body)
	}
	least := leastPart(tx)
	for _, n := range parts[:len(parts)-1] {
		if got := int64(len(n.body)); got < least {
			no := refuse(smallPart, engine.Number(got), text("etag", n.etag), number("min-size-allowed", least),
				number("part-number", n.number),
				number("proposed-size", got))
			no.cause.Have = engine.Number(least)
			return nil, no
		}
	}
	if size > engine.MaxObject {
		return nil, refuse(largeBody, engine.Number(int64(size)), number("max-size-allowed", engine.MaxObject))
	}
	return parts, nil
}
