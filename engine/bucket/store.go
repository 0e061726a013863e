package bucket

import (
	"slices"

	"interleave/engine"
)

// store puts a version in its place among the others of its key. In a bucket without versioning a version that comes
// after a later one leaves no trace; with versioning it lies below. Wanted says that the request asked for the absence
// that it replaces.
//
// Source: rules.md, "Order of unconditional writes", engine rule; "Versioning".
func (p place) store(tx *engine.Tx, v *Version, wanted bool) *Object {
	versioning := p.bucket.versioningNow(tx)
	if v.lock.mode == "" {
		standard := p.bucket.standard(tx)
		v.lock.mode, v.lock.until, v.lock.retained = standard.mode, standard.until, standard.retained
	}
	next := *p.object
	next.versions = slices.Clone(p.object.versions)
	next.count++
	v.count, v.wrote, v.id = next.count, tx.Mark(), null
	if v.stamp == (stamp{}) {
		v.stamp = stamp{count: next.count}
	}
	if versioning == enabled {
		v.id = tx.Mint(engine.VersionID)
	} else {
		old := next.version(null)
		late := versioning == off && v.stamp.before(next.top) || old >= 0 && v.stamp.before(next.versions[old].stamp)
		if late {
			tx.Shadow()
			v.count = 0
			return p.object
		}
		if old >= 0 {
			next.versions = slices.Delete(next.versions, old, old+1)
		}
	}
	at, _ := slices.BinarySearchFunc(next.versions, v.stamp, func(w *Version, s stamp) int {
		if s.before(w.stamp) {
			return -1
		}
		return 1
	})
	next.versions = slices.Insert(next.versions, at, v)
	if next.top.before(v.stamp) {
		next.top = v.stamp
	}
	next.changed = tx.Mark()
	p.replace(tx, &next, wanted)
	p.state.objects.Put(tx, p.path, &next)
	return &next
}

// replace says what became of the key's parts, where its current version is another.
func (p place) replace(tx *engine.Tx, next *Object, wanted bool) {
	before, after := p.object.current(), next.current()
	switch {
	case before == after:
	case before != nil:
		for _, part := range before.parts(p.path) {
			tx.Change(engine.Change{Part: part, Drops: after == nil, Side: after != nil && part.Name != "body",
				Same: after != nil && before.sameBeside(part.Name, after)})
		}
	default:
		part := engine.Part{Object: objectName(p.path), Name: "body", Mark: p.state.absence(p.path), Gone: true}
		tx.Change(engine.Change{Part: part, Wanted: wanted})
		if back := after; back != nil && back.undeleted == tx.Mark() {
			part.Name = engine.Undeleted
			tx.Change(engine.Change{Part: part, Side: true, Wanted: true})
		}
	}
}

// sameBeside says whether another version has the same beside its body as this one, where anybody has set that.
func (w *Version) sameBeside(part string, o *Version) bool {
	switch part {
	case "tags":
		return len(w.tags) > 0 && slices.Equal(w.tags, o.tags)
	case "properties":
		return len(w.metadata)+len(w.headers) > 0 && w.contentType == o.contentType &&
			slices.Equal(w.metadata, o.metadata) && slices.Equal(w.headers, o.headers)
	}
	return false
}

// remove deletes a key as a request without a version id does; the marker that it leaves, where it leaves one.
//
// Source: rules.md, "The write rule", DeleteObject; "Versioning".
func (p place) remove(tx *engine.Tx) (marker *Version) {
	versioning := p.bucket.versioningNow(tx)
	if versioning == off {
		if p.object.current() != nil {
			p.take(tx, 0)
		}
		return nil
	}
	next := *p.object
	next.versions = slices.Clone(p.object.versions)
	next.count++
	marker = &Version{id: null, marker: true, count: next.count, modified: tx.Now().Seconds(),
		stamp: stamp{count: next.count}, wrote: tx.Mark()}
	if versioning == enabled {
		marker.id = tx.Mint(engine.VersionID)
	} else if old := next.version(null); old >= 0 {
		next.versions = slices.Delete(next.versions, old, old+1)
	}
	next.versions = slices.Insert(next.versions, 0, marker)
	next.top, next.changed = marker.stamp, tx.Mark()
	p.replace(tx, &next, false)
	p.state.objects.Put(tx, p.path, &next)
	return marker
}

// take takes one version away for good.
func (p place) take(tx *engine.Tx, at int) { p.takeFrom(tx, at, *p.object) }

// takeVersion takes away one that was named by its id: who names it later is told who did.
func (p place) takeVersion(tx *engine.Tx, at int) {
	next := *p.object
	kept, version := next.taken[max(0, len(next.taken)-takenKept+1):], next.versions[at]
	next.taken = append(slices.Clone(kept), takenAway{version.id, tx.Mark()})
	if version.lock.mode != "" && version.lock.until > tx.Now() { // it was passed by, and goes with the version
		of := found{version: version, isCurrent: version == p.object.current()}
		tx.Change(engine.Change{Part: of.partOf(version.retention(p.path)), Drops: true})
	}
	p.takeFrom(tx, at, next)
}

func (p place) takeFrom(tx *engine.Tx, at int, next Object) {
	next.versions = slices.Delete(slices.Clone(p.object.versions), at, at+1)
	next.count++
	next.top, next.changed = stamp{count: next.count}, tx.Mark()
	if len(next.versions) == 0 {
		next.deleted = tx.Mark()
	}
	if at == 0 && !next.Gone() {
		back := *next.versions[0]
		if p.object.Gone() {
			back.undeleted = tx.Mark()
		} else {
			back.surfaced = tx.Mark()
		}
		next.versions[0] = &back
	}
	p.lose(tx, &next)
	p.state.objects.Put(tx, p.path, &next)
}

// lose says what became of the key's parts where a version was taken away: all of it goes, whatever lies below it, so
// that none of it is beside what was asked for.
func (p place) lose(tx *engine.Tx, next *Object) {
	before, after := p.object.current(), next.current()
	if before == nil || before == after {
		p.replace(tx, next, false)
		return
	}
	for _, part := range before.parts(p.path) {
		tx.Change(engine.Change{Part: part, Drops: after == nil})
	}
}
