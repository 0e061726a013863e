package wire

import (
	"strings"

	"interleave/engine"
)

// partList are the parts of a completed upload, as `[1=ETAG 2=ETAG]`, or with checksums as `[[1=ETAG crc32=SUM]]`.
func partList(r *draft) string {
	root := &node{}
	all := root.at("CompleteMultipartUpload")
	add := func(number, tag string) *node {
		one := all.add("Part", "")
		one.add("PartNumber", number)
		one.add("ETag", tags(engine.Text(tag), false))
		return one
	}
	list, _ := r.arg("parts").List()
	for _, line := range list {
		var one *node
		words, _ := line.List()
		for i, word := range words {
			switch pair, _ := word.List(); {
			case len(pair) != 3:
			case i == 0:
				one = add(pair[0].String(), pair[2].String())
			case one != nil:
				one.add("Checksum"+strings.ToUpper(pair[0].String()), pair[2].String())
			}
		}
	}
	if all.kids == nil {
		for number, tag := range named(r.arg("parts")) {
			add(number, tag)
		}
	}
	return r.document(root)
}

// named yields the pairs of a list of `name=value`, one alone too.
func named(v engine.Value) func(func(string, string) bool) {
	return func(yield func(string, string) bool) {
		list, _ := v.List()
		if len(list) == 3 && list[1].String() == "=" {
			list = []engine.Value{v}
		}
		for _, pair := range list {
			words, _ := pair.List()
			if len(words) == 3 && !yield(words[0].String(), words[2].String()) {
				return
			}
		}
	}
}

// readParts reads the parts of an upload that is to be completed.
//
// Source: Amazon S3 API, "CompletedPart".
func readParts(r *reader) error {
	top, err := r.element("CompleteMultipartUpload")
	if err != nil {
		return err
	}
	parts := []engine.Value{}
	summed := false
	for _, part := range top.kids {
		if part.name != "Part" {
			continue
		}
		if part.named("PartNumber") == nil || part.named("ETag") == nil {
			return r.badXML()
		}
		one := []engine.Value{pair(strings.TrimSpace(part.textOf("PartNumber")), unquoted(part.textOf("ETag")))}
		for _, kid := range part.kids {
			if algorithm, ok := strings.CutPrefix(kid.name, "Checksum"); ok {
				one = append(one, pair(strings.ToLower(algorithm), engine.Text(strings.TrimSpace(kid.text))))
			}
		}
		summed = summed || len(one) > 1
		parts = append(parts, engine.List(one...))
	}
	if !summed { // each is a pair alone
		for i := range parts {
			list, _ := parts[i].List()
			parts[i] = list[0]
		}
	}
	r.put("parts", engine.List(parts...))
	return nil
}
