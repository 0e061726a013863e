package bucket

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// document is a policy that was read.
type document struct {
	text       string
	statements []statement
}

// statement is one rule of a policy. It counts for a request when principal, action, resource and all conditions match.
type statement struct {
	Sid          string
	Effect       string
	Principal    *principals
	NotPrincipal *principals
	Action       words
	NotAction    words
	Resource     words
	NotResource  words
	Condition    map[string]map[string]words

	conditions []condition
}

// words is one text or a list of them.
type words []string

// UnmarshalJSON reads either form; a truth or a number is the text of it.
func (w *words) UnmarshalJSON(data []byte) error {
	var list []any
	*w = words{} // given, if empty
	if data[0] != '[' {
		list = make([]any, 1)
		if err := json.Unmarshal(data, &list[0]); err != nil {
			return err
		}
	} else if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	for _, e := range list {
		switch e.(type) {
		case string, bool, float64:
			*w = append(*w, fmt.Sprint(e))
		default:
			return fmt.Errorf("%v is no text", e)
		}
	}
	return nil
}

// principals are whom a statement is about: everyone, or those named.
type principals struct{ names words }

// UnmarshalJSON reads "*" and {"AWS": ...}; services and federations are nobody here.
func (p *principals) UnmarshalJSON(data []byte) error {
	const invalid = "Invalid principal in policy"
	if data[0] == '"' {
		if string(data) != `"*"` {
			return invalidPolicy(invalid, "the principal "+string(data)+" is none")
		}
		p.names = words{"*"}
		return nil
	}
	var named map[string]words
	if err := json.Unmarshal(data, &named); err != nil {
		return invalidPolicy(invalid, "the principal "+string(data)+" is none")
	}
	p.names = named["AWS"]
	if len(named) == 0 || p.names != nil && (len(p.names) == 0 || slices.Contains(p.names, "")) {
		return invalidPolicy(invalid, "the principal "+string(data)+" is none")
	}
	return nil
}

// has says whether a writer is among the principals: by its whole name, or by the last word of a role's or a user's
// name.
//
// Source: rules.md, "Bucket policies", rows Principal.
func (p *principals) has(who string) bool {
	return slices.ContainsFunc(p.names, func(name string) bool {
		last := name[max(strings.LastIndexByte(name, '/'), strings.LastIndexByte(name, ':'))+1:]
		return name == "*" || name == who || strings.HasPrefix(name, "arn:") && last == who
	})
}

// query is what a request asks of the policies.
type query struct {
	principal, action, resource string
	keys                        []engine.Pair
}

// covers says whether a statement is about the request, its conditions aside.
func (s *statement) covers(q query) bool {
	who := s.Principal == nil && s.NotPrincipal == nil || s.Principal != nil && s.Principal.has(q.principal) ||
		s.NotPrincipal != nil && !s.NotPrincipal.has(q.principal)
	action := func(pattern string) bool { return like(strings.ToLower(q.action), strings.ToLower(pattern)) }
	resource := func(pattern string) bool { return like(q.resource, expanded(pattern, q.keys)) }
	return who && (slices.ContainsFunc(s.Action, action) || s.NotAction != nil &&
		!slices.ContainsFunc(s.NotAction, action)) &&
		(slices.ContainsFunc(s.Resource, resource) || s.NotResource != nil &&
			!slices.ContainsFunc(s.NotResource, resource))
}

// holds says whether all conditions of a statement hold.
func (s *statement) holds(keys []engine.Pair) bool {
	return !slices.ContainsFunc(s.conditions, func(c condition) bool { return !c.holds(keys) })
}

// like compares a text with a pattern in which * stands for any characters, none too, and ? for one.
func like(text, pattern string) bool {
	t, p, star, from := 0, 0, -1, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, from, p = p, t, p+1
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == text[t]):
			t, p = t+1, p+1
		case star >= 0:
			from++
			t, p = from, star+1
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}
