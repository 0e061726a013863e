package bucket

import (
	"slices"
	"strings"

	"interleave/engine"
)

// Cross is what the rules of a bucket say of a request from a page of another origin. The first rule that has its
// origin, its method and every header that a browser asks for decides.
//
// Source: Amazon S3 User Guide, "Using cross-origin resource sharing (CORS)", "How does Amazon S3 evaluate the CORS
// configuration on a bucket?".
func (s *State) Cross(c engine.Crossing) (x engine.Crossed) {
	b := s.bucket(c.Target)
	if b == nil {
		return engine.Crossed{Missing: true}
	}
	given, _ := b.given("cors")
	rules := originRules(given.text)
	x.Ruled = len(rules) > 0
	for i := range rules {
		r := &rules[i]
		at := slices.IndexFunc(r.Origins, func(origin string) bool { return starred(origin, c.Origin) })
		if at < 0 || !slices.Contains(r.Methods, c.Method) {
			continue
		}
		refused := slices.ContainsFunc(c.Headers, func(header string) bool {
			return !slices.ContainsFunc(r.Headers, func(allowed string) bool {
				return starred(strings.ToLower(allowed), strings.ToLower(header))
			})
		})
		if !refused {
			x.Rule, x.Anyone = r, r.Origins[at] == "*"
			return x
		}
	}
	return x
}

// originRules are the rules of a document, in their order.
func originRules(text string) (list []engine.OriginRule) {
	if text == "" {
		return nil
	}
	e, _ := setting{text: text}.read() // it was read before it was kept
	for _, rule := range e.all("CORSRule") {
		list = append(list, engine.OriginRule{Origins: rule.words("AllowedOrigin"),
			Methods: rule.words("AllowedMethod"), Headers: rule.words("AllowedHeader"),
			Exposed: rule.words("ExposeHeader"), MaxAge: rule.at("MaxAgeSeconds")})
	}
	return list
}

// words are the texts of the elements of a name.
func (e element) words(name string) (list []string) {
	for _, kid := range e.all(name) {
		list = append(list, strings.TrimSpace(kid.Text))
	}
	return list
}

// starred says whether a text is a pattern with at most one star, which stands for any letters.
func starred(pattern, text string) bool {
	before, behind, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == text
	}
	return len(text) >= len(before)+len(behind) && strings.HasPrefix(text, before) && strings.HasSuffix(text, behind)
}
