package cors

import (
	"encoding/xml"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// The limits of the rules of a service.
//
// Source: Azure REST, "Cross-Origin Resource Sharing (CORS) support for Azure Storage", "Enabling CORS for Azure
// Storage".
const (
	mostRules    = 5
	mostBytes    = 2 << 10 // of all that the rules say
	longest      = 256     // letters of a header or an origin
	mostLiteral  = 64      // headers of a list that are named whole
	mostPrefixed = 2       // that are named by how they begin
)

// methods are those that a rule can name.
var methods = []string{"DELETE", "GET", "HEAD", "MERGE", "PATCH", "POST", "OPTIONS", "PUT"}

// written are rules as they are set.
type written struct {
	CorsRule []struct {
		AllowedOrigins, AllowedMethods, AllowedHeaders, ExposedHeaders, MaxAgeInSeconds *string
	}
}

// Rules are those that an element Cors holds, in their order. ok is false where it holds something else than rules, or
// more than there may be. What is no XML at all is a person's word for rules, and is none.
func Rules(text string) (list []engine.OriginRule, ok bool) {
	if !strings.HasPrefix(text, "<") {
		return nil, true
	}
	var all written
	if xml.Unmarshal([]byte("<x>"+text+"</x>"), &all) != nil || len(all.CorsRule) > mostRules {
		return nil, false
	}
	size := 0
	for _, r := range all.CorsRule {
		for _, said := range []*string{r.AllowedOrigins, r.AllowedMethods, r.AllowedHeaders, r.ExposedHeaders,
			r.MaxAgeInSeconds} {
			if said == nil {
				return nil, false
			}
			size += len(*said)
		}
		rule := engine.OriginRule{Origins: parted(*r.AllowedOrigins), Methods: parted(*r.AllowedMethods),
			Headers: parted(*r.AllowedHeaders), Exposed: parted(*r.ExposedHeaders),
			MaxAge: strings.TrimSpace(*r.MaxAgeInSeconds)}
		if !fits(rule) {
			return nil, false
		}
		list = append(list, rule)
	}
	return list, size <= mostBytes
}

// parted are the words of a list.
func parted(list string) (words []string) {
	for word := range strings.SplitSeq(list, ",") {
		if word = strings.TrimSpace(word); word != "" {
			words = append(words, word)
		}
	}
	return words
}

// fits says whether a rule is within the limits.
func fits(r engine.OriginRule) bool {
	seconds, err := strconv.Atoi(r.MaxAge)
	if err != nil || seconds < 0 || len(r.Origins) == 0 || len(r.Methods) == 0 {
		return false
	}
	tooLong := func(word string) bool { return len(word) > longest }
	for _, headers := range [][]string{r.Headers, r.Exposed} {
		prefixed := 0
		for _, h := range headers {
			if strings.HasSuffix(h, "*") {
				prefixed++
			}
		}
		if prefixed > mostPrefixed || len(headers)-prefixed > mostLiteral || slices.ContainsFunc(headers, tooLong) {
			return false
		}
	}
	return !slices.ContainsFunc(r.Origins, tooLong) &&
		!slices.ContainsFunc(r.Methods, func(m string) bool { return !slices.Contains(methods, m) })
}

// Cross is what an element Cors says of a request. The first rule of its origin and its method decides: where that one
// does not allow the headers that a browser asks for, none does.
//
// Source: Azure REST, "Cross-Origin Resource Sharing (CORS) support for Azure Storage", "Understanding CORS rule
// evaluation logic".
func Cross(text string, c engine.Crossing) (x engine.Crossed) {
	rules, _ := Rules(text) // what was set is within the limits
	x.Ruled = len(rules) > 0
	for i := range rules {
		r := &rules[i]
		anyone := slices.Contains(r.Origins, "*")
		if !anyone && (c.Origin == "" || !slices.Contains(r.Origins, c.Origin)) ||
			!slices.Contains(r.Methods, c.Method) {
			continue
		}
		if !c.Asks || !slices.ContainsFunc(c.Headers, func(h string) bool { return !Lists(r.Headers, h) }) {
			x.Rule, x.Anyone = r, anyone
		}
		return x
	}
	return x
}

// Lists says whether a list of headers names one, whole or by how it begins.
func Lists(list []string, header string) bool {
	return slices.ContainsFunc(list, func(word string) bool {
		prefix, prefixed := strings.CutSuffix(word, "*")
		return strings.EqualFold(word, header) ||
			prefixed && len(header) >= len(prefix) && strings.EqualFold(header[:len(prefix)], prefix)
	})
}

// Fits says whether an element of a service's properties can hold a text, as far as it is about other origins.
func Fits(element, text string) bool {
	if element != "Cors" {
		return true
	}
	_, ok := Rules(text)
	return ok
}

// Properties are those of a service of Azure that has Cors among them; unknown refuses what cannot be set.
func Properties(table engine.Table[*engine.Elements], unknown *engine.Rule, names ...string) engine.ElementsOf {
	return engine.ElementsOf{Table: table, Names: names, Unknown: unknown, Fits: Fits, Cross: Cross}
}
