package explore

import (
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"

	"interleave/engine"
)

// reading is how a field of a record is written.
type reading uint8

const (
	asIs      reading = iota
	leftOut           // nothing decides by it
	asEvent           // the number of an event
	asRequest         // the number of a request
	asMemory          // tokens that are over
	asWriter          // the id of a writer
	asWish            // the mark of a request, or its number, that may still be carried out later
	asToken           // the number of a minted token; 0: of none

	asMention // of a draft: whose id stands in a text; it writes nothing
	asEntries // of a draft: a map
)

// odd are the fields of records that are not written as they are, each with the reason. counted are left out only where
// no plan asks for a version.
var (
	odd = map[string]reading{
		"tair.watched.touched": asEvent,
		"tair.watched.request": asWish,
		"tair.queued.request":  asWish,
		"share.opens.pending":  asWish,
		"share.Handle.opened":  asWish,
		"share.Handle.kept":    asWish,
		"share.cached.by":      asWish,
		"blob.copying.request": asRequest,
		"queue.Message.former": asMemory, // who holds one of them is told that it is an old one
		"lease.terms.former":   asMemory,
		"queue.Message.holder": asWriter,
		"lease.terms.holder":   asWriter,
		"share.Handle.client":  asWriter,
		"bucket.stamp.seq":     asToken,
		"queue.Queue.seq":      leftOut, // the list of the queue tells the order
		"queue.Message.seq":    leftOut,
		"blob.copying.reason":  leftOut, // for people
	}
	counted = map[string]bool{
		"blob.content.version": true, "blob.Container.version": true, "table.Entity.version": true,
		"share.Share.version": true, "share.File.version": true,
	}
)

// fieldTable remembers how the fields of each type are written.
type fieldTable struct {
	known    map[reflect.Type][]reading
	versions bool // somebody asks for the numbers of versions
}

func newFieldTable(versions bool) fieldTable {
	return fieldTable{map[reflect.Type][]reading{}, versions}
}

func (t fieldTable) of(typ reflect.Type) []reading {
	list, ok := t.known[typ]
	if ok {
		return list
	}
	for i := range typ.NumField() {
		name := typ.String() + "." + typ.Field(i).Name
		how := odd[name]
		if counted[name] && !t.versions {
			how = leftOut
		}
		list = append(list, how)
	}
	t.known[typ] = list
	return list
}

// countsOnly says whether the versions that a service tells are only counted, for people.
func countsOnly(service string) bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(counted)), func(field string) bool {
		return strings.HasPrefix(field, service+".")
	})
}

// CountsOnly says whether the version of an object of a kind is only counted: a search takes moments for the same that
// differ in it alone.
func CountsOnly(kind string) bool {
	return slices.Contains([]string{"blob", "container", "entity", "share", "file"}, kind)
}

// dates says whether the service of a record decides by when something was done; the others remember it for people.
func dates(r engine.Record) bool {
	typ := reflect.TypeOf(r)
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	return slices.Contains(datedPackages, path.Base(typ.PkgPath()))
}

// datedPackages are the services that ask when something was done: for an oplock's patience, a quota, an upload.
var datedPackages = []string{"share", "bucket"}
