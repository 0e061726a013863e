package bucket

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
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
	if data[0] == '"' {
		if string(data) != `"*"` {
			return errors.New("a principal is * or names accounts")
		}
		p.names = words{"*"}
		return nil
	}
	var named map[string]words
	if err := json.Unmarshal(data, &named); err != nil {
		return err
	}
	p.names = named["AWS"]
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

// condition is one line of a Condition: an operator, the key it looks at, and values of which one must fit.
type condition struct {
	operator string
	ifExists bool
	key      string // in lower case
	values   words
}

// Keys of conditions, in lower case as they are compared.
const (
	keyMatch     = "s3:if-match"
	keyNoneMatch = "s3:if-none-match"
	keyCreation  = "s3:objectcreationoperation"
	keySource    = "s3:x-amz-copy-source"
	keyReferer   = "aws:referer" // no request of a program has one
)

// operators are those that a condition may name; true: the values must not fit.
var operators = map[string]bool{"Null": false, "Bool": false, "StringEquals": false, "StringLike": false,
	"StringEqualsIgnoreCase": false,
	"StringNotEquals":        true, "StringNotLike": true, "StringNotEqualsIgnoreCase": true}

// readPolicy reads a policy: of a bucket, with principals and the bucket's resources, or of a role, without.
//
// Source: rules.md, "Bucket policies", the table of elements.
func readPolicy(text string, bucket string) (*document, error) {
	if !strings.HasPrefix(text, "{") {
		return nil, errors.New("it does not begin with {")
	}
	var raw struct {
		Version, ID string
		Statement   json.RawMessage
	}
	if err := strictly([]byte(text), &raw); err != nil {
		return nil, err
	}
	d := &document{text: text}
	if len(raw.Statement) > 0 && raw.Statement[0] == '{' {
		raw.Statement = slices.Concat([]byte("["), raw.Statement, []byte("]"))
	}
	if err := strictly(raw.Statement, &d.statements); err != nil {
		return nil, err
	}
	for i := range d.statements {
		if err := d.statements[i].check(bucket); err != nil {
			return nil, fmt.Errorf("statement %d: %w", i+1, err)
		}
	}
	return d, nil
}

func strictly(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if d.More() {
		return errors.New("something else stands behind its last brace")
	}
	return nil
}

// check says what is wrong with a statement, and puts its conditions in order.
func (s *statement) check(bucket string) error {
	hasPrincipal := s.Principal != nil || s.NotPrincipal != nil
	switch {
	case s.Effect != "Allow" && s.Effect != "Deny":
		return fmt.Errorf("the effect %q is neither Allow nor Deny", s.Effect)
	case (bucket != "") != hasPrincipal:
		return errors.New("a bucket's policy names principals, a role's does not")
	case len(s.Action)+len(s.NotAction) == 0 || len(s.Resource)+len(s.NotResource) == 0:
		return errors.New("an action and a resource are needed")
	}
	for _, r := range slices.Concat(s.Resource, s.NotResource) {
		inside := like("arn:aws:s3:::"+bucket, r) || strings.HasPrefix(r, "arn:aws:s3:::"+bucket+"/")
		if bucket != "" && !inside || bucket == "" && r != "*" && !strings.HasPrefix(r, "arn:aws:s3:::") {
			return fmt.Errorf("the resource %s does not belong here", r)
		}
	}
	// In the order of their names: a policy with several faults is refused for the same one each time.
	for _, operator := range slices.Sorted(maps.Keys(s.Condition)) {
		lines := s.Condition[operator]
		for _, key := range slices.Sorted(maps.Keys(lines)) {
			c := condition{key: strings.ToLower(key), values: lines[key]}
			c.operator, c.ifExists = strings.CutSuffix(operator, "IfExists")
			if err := c.check(); err != nil {
				return err
			}
			s.conditions = append(s.conditions, c)
		}
	}
	return nil
}

func (c condition) check() error {
	_, known := operators[c.operator]
	switch {
	case !known || c.operator == "Null" && c.ifExists:
		return fmt.Errorf("the operator %s is not known", c.operator)
	case !slices.Contains([]string{keyMatch, keyNoneMatch, keyCreation, keySource, keyReferer}, c.key):
		return fmt.Errorf("the condition key %s is not known", c.key)
	}
	for _, v := range c.values {
		if (c.operator == "Null" || c.operator == "Bool") && v != "true" && v != "false" {
			return fmt.Errorf("%s takes true or false, not %s", c.operator, v)
		}
	}
	return nil
}

// holds checks a condition by the keys that the request has.
//
// Source: rules.md, "Bucket policies", rows Null, Bool, IfExists and the negated operators.
func (c condition) holds(keys []engine.Pair) bool {
	at := slices.IndexFunc(keys, func(k engine.Pair) bool { return k.Name == c.key })
	if c.operator == "Null" {
		return slices.Contains(c.values, map[bool]string{true: "true", false: "false"}[at < 0])
	}
	negated := operators[c.operator]
	if at < 0 {
		return c.ifExists || negated
	}
	return negated != slices.ContainsFunc(c.values, func(want string) bool { return c.fits(want, keys[at].Text) })
}

func (c condition) fits(want, have string) bool {
	switch {
	case strings.HasSuffix(c.operator, "Like"):
		return like(have, want)
	case c.operator == "Bool" || strings.HasSuffix(c.operator, "IgnoreCase"):
		return strings.EqualFold(want, have)
	}
	return want == have
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
	resource := func(pattern string) bool { return like(q.resource, pattern) }
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
