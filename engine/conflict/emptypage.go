package conflict

import (
	"strconv"
	"strings"

	"interleave/engine"
)

// pageAt is where a page of a page blob begins; ok is false for any other part.
func pageAt(p engine.Part) (at int64, ok bool) {
	number, page := strings.CutPrefix(p.Name, "page ")
	at, err := strconv.ParseInt(number, 10, 64)
	return at, page && err == nil
}

// emptyPage is a page that nobody had written when an answer showed the bytes of the blob, or that there was no blob: a
// page of zeros, which is shown with them and has no part of its own.
func emptyPage(h *engine.Exchange, p engine.Part) (engine.Part, bool) {
	at, page := pageAt(p)
	if !page {
		return engine.Part{}, false
	}
	for _, s := range h.Shows {
		if s.Object == p.Object && s.Name == "body" && (s.To == 0 || s.From <= at && at < s.To) {
			return engine.Part{Object: p.Object, Name: p.Name, Mark: s.Mark, Gone: s.Gone}, true
		}
	}
	return engine.Part{}, false
}
