package wire

import (
	"cmp"
	"slices"
	"strings"
)

// What is reckoned of the texts of the tables once, when the program begins: each message asks many rows.

// reckoning is what is reckoned of a row.
type reckoning struct {
	path            string   // of the target, without the query
	query           []Header // of the target
	headers         []Header // that are always the same
	needed          []string // the places of what it needs
	literal         int      // how much of the path stands as it is: `/$batch` is no name of a table
	shape           shape    // of the decoded path; nil: path says it all
	own, told, each places   // of places, says and entry
}

// reckoned is a service with what is reckoned of its tables.
func reckoned(s *service) *service {
	s.placed, s.sayings = placesIn(s.defaultPlaces), placesIn(s.says)
	s.forms, s.byVerb = slices.Clone(s.forms), map[string]int{}
	for i := range s.forms {
		f := &s.forms[i]
		if _, known := s.byVerb[f.verb]; !known {
			s.byVerb[f.verb] = i
		}
		path, query, _ := strings.Cut(f.target, "?")
		f.path, f.literal = path, len(path)-strings.Count(path, "{")*len("{all}")
		f.query, _ = pairsOf(query) // the row's own
		for pair := range strings.SplitSeq(f.fixed, " | ") {
			if name, value, ok := strings.Cut(pair, ": "); ok {
				f.headers = append(f.headers, Header{name, value})
			}
		}
		f.own, f.told, f.each = placesIn(f.places), placesIn(f.says), placesIn(f.entry)
		for param := range strings.FieldsSeq(f.needs) {
			f.needed = append(f.needed, s.place(f, param))
		}
		if path != "/{all}" && path != "/{box}" {
			f.shape = s.shapeOf(path)
		}
	}
	return s
}

// captured are the parts of a path that a row names.
type captured struct{ all, first, second, third, rest string }

// captures are the parts of a decoded path; ok is false where the path is not of the row's shape.
func (s *service) captures(f *form, path string) (c captured, ok bool) {
	if f.shape == nil {
		name, slash := strings.CutPrefix(path, "/")
		if f.path == "/{box}" {
			name = strings.TrimSuffix(name, "/")
			return captured{all: name}, slash && name != "" && !strings.Contains(name, "/") &&
				(s.name != "table" || !strings.ContainsAny(name, "()"))
		}
		at := strings.IndexByte(name, '/')
		return captured{all: name}, slash && name != "" && (s.name != "bucket" || at > 0 && at < len(name)-1)
	}
	return f.shape.match(path)
}

// What several services have in the same places: of a request,
const (
	conditional = "if-match=@If-Match if-none-match=@If-None-Match if-modified-since=@If-Modified-Since " +
		"if-unmodified-since=@If-Unmodified-Since "
	azureLeases = "lease=@x-ms-lease-id duration=@x-ms-lease-duration period=@x-ms-lease-break-period " +
		"id=@x-ms-proposed-lease-id "
	azurePolicies = "account=/ under=?si policy.*=: policy-start.*=: policy-expiry.*=: property.*=: "
	paging        = "prefix=?prefix marker=?marker include=?include "
)

// and of an answer.
const (
	stamps         = "etag=@ETag last-modified=@Last-Modified version=-the_program's_own_count_of_versions "
	contentHeaders = "content-type=@Content-Type content-encoding=@Content-Encoding " +
		"content-language=@Content-Language content-disposition=@Content-Disposition cache-control=@Cache-Control "
	leaseStates = "lease=@x-ms-lease-id lease-time=@x-ms-lease-time lease-state=@x-ms-lease-state " +
		"lease-status=@x-ms-lease-status lease-duration=@x-ms-lease-duration "
	copyStates = "copy-id=@x-ms-copy-id copy-status=@x-ms-copy-status copy-source=@x-ms-copy-source " +
		"copy-completed=@x-ms-copy-completion-time "
	saidPolicies = "policy.*=:SignedIdentifiers policy-start.*=:SignedIdentifiers policy-expiry.*=:SignedIdentifiers " +
		"property.*=:StorageServiceProperties "
	counted  = "count=-a_client_counts_the_entries "
	geoStats = "geo-status=:StorageServiceStats last-sync=:StorageServiceStats "
)

// places say where parameters or fields stand: by name, and by the beginning of names.
type places struct {
	named map[string]string
	stars []Header // the longest beginning first
}

// placesIn are those that a text tells, as `max=?maxresults`; of two the first counts.
func placesIn(text string) places {
	p := places{named: map[string]string{}}
	for pair := range strings.FieldsSeq(text) {
		name, place, _ := strings.Cut(pair, "=")
		if _, known := p.named[name]; !known {
			p.named[name] = strings.ReplaceAll(place, "_", " ")
		}
	}
	for name, place := range p.named {
		if beginning, ok := strings.CutSuffix(name, "*"); ok {
			p.stars = append(p.stars, Header{beginning, place})
		}
	}
	slices.SortFunc(p.stars, func(a, b Header) int {
		return cmp.Or(len(b.Name)-len(a.Name), cmp.Compare(a.Name, b.Name))
	})
	return p
}

// place is where a parameter of an operation goes; empty where the table does not say it.
func (s *service) place(f *form, param string) string { return lookup(f.own, s.placed, param) }

// said is where a field of an answer stands; empty where the table does not say it.
func (s *service) said(f *form, field string) string { return lookup(f.told, s.sayings, field) }

// lookup is the place of a name: the row's own counts first, and the whole name before any beginning of it.
func lookup(own, usual places, name string) string {
	if place, ok := own.named[name]; ok {
		return place
	}
	if place, ok := usual.named[name]; ok {
		return place
	}
	first, behind := own.begins(name), usual.begins(name)
	if first != nil && (behind == nil || len(first.Name) >= len(behind.Name)) {
		return first.Value
	}
	if behind != nil {
		return behind.Value
	}
	return ""
}

// begins is the longest beginning of a name that has a place; nil: none has.
func (p places) begins(name string) *Header {
	for i := range p.stars {
		if strings.HasPrefix(name, p.stars[i].Name) {
			return &p.stars[i]
		}
	}
	return nil
}
