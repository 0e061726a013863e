package bucket

import (
	"math"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// condition is one line of a Condition: an operator, the key it looks at, and values of which one must fit.
type condition struct {
	operator  string
	qualifier string // of a key that may have several values: forAll, forAny, or empty
	ifExists  bool
	key       string // in lower case
	values    words
}

// Qualifiers of operators: each value of the request must fit, which is so of none; or one of them.
const (
	forAll = "ForAllValues:"
	forAny = "ForAnyValue:"
)

// Keys of conditions, in lower case as they are compared.
const (
	keyMatch     = "s3:if-match"
	keyNoneMatch = "s3:if-none-match"
	keyCreation  = "s3:objectcreationoperation"
	keySource    = "s3:x-amz-copy-source"
	keyPrefix    = "s3:prefix"
	keyDelimiter = "s3:delimiter"
	keyMax       = "s3:max-keys"
	keyVersion   = "s3:versionid"
	keyClass     = "s3:x-amz-storage-class"
	keyACL       = "s3:x-amz-acl"
	keyGrant     = "s3:x-amz-grant-"
	keyLocation  = "s3:locationconstraint"
	keyRedirect  = "s3:x-amz-website-redirect-location"
	keyOwnership = "s3:x-amz-object-ownership"

	keyEncryption = "s3:x-amz-server-side-encryption"
	keyKMS        = keyEncryption + "-aws-kms-key-id"
	keyDirective  = "s3:x-amz-metadata-directive"
	keySourceIP   = "aws:sourceip"
	keyReferer    = "aws:referer"
	keyTag        = "s3:requestobjecttag/"
	keyTags       = "s3:requestobjecttagkeys"
	keyHas        = "s3:existingobjecttag/"
)

// operator compares a value of a condition with that of a request; negated: they must not fit.
type operator struct {
	negated bool
	fits    func(want, have string) bool
}

// operators are those that a condition may name. Null is looked at by itself.
//
// Source: AWS IAM User Guide, "IAM JSON policy elements: Condition operators".
var operators = map[string]operator{
	"Null": {}, "Bool": {false, strings.EqualFold}, "BinaryEquals": {false, equal},
	"StringEquals": {false, equal}, "StringNotEquals": {true, equal},
	"StringEqualsIgnoreCase": {false, strings.EqualFold}, "StringNotEqualsIgnoreCase": {true, strings.EqualFold},
	"StringLike": {false, fitsPattern}, "StringNotLike": {true, fitsPattern},
	"ArnEquals": {false, fitsPattern}, "ArnLike": {false, fitsPattern},
	"ArnNotEquals": {true, fitsPattern}, "ArnNotLike": {true, fitsPattern},
	"IpAddress": {false, within}, "NotIpAddress": {true, within},
	"NumericEquals": {false, numbers(0, 0)}, "NumericNotEquals": {true, numbers(0, 0)},
	"NumericLessThan": {false, numbers(-1, -1)}, "NumericLessThanEquals": {false, numbers(-1, 0)},
	"NumericGreaterThan": {false, numbers(1, 1)}, "NumericGreaterThanEquals": {false, numbers(1, 0)},
	"DateEquals": {false, dates(0, 0)}, "DateNotEquals": {true, dates(0, 0)},
	"DateLessThan": {false, dates(-1, -1)}, "DateLessThanEquals": {false, dates(-1, 0)},
	"DateGreaterThan": {false, dates(1, 1)}, "DateGreaterThanEquals": {false, dates(1, 0)},
}

func equal(want, have string) bool { return want == have }

func fitsPattern(want, have string) bool { return like(have, want) }

// numbers compares as numbers: how the request's stands to the condition's is one of two signs.
func numbers(one, other int) func(want, have string) bool {
	return func(want, have string) bool {
		w, err := strconv.ParseFloat(want, 64)
		h, err2 := strconv.ParseFloat(have, 64)
		sign := order(h, w)
		return err == nil && err2 == nil && !math.IsNaN(w) && !math.IsNaN(h) && (sign == one || sign == other)
	}
}

// dates compares as moments, which are dates or seconds since 1970.
func dates(one, other int) func(want, have string) bool {
	return func(want, have string) bool {
		w, ok := moment(want)
		h, ok2 := moment(have)
		sign := order(h, w)
		return ok && ok2 && (sign == one || sign == other)
	}
}

func order(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// moment is a date in seconds since 1970.
func moment(text string) (seconds float64, ok bool) {
	if at, ok := engine.ParseISODate(text); ok {
		return at.Epoch(), true
	}
	seconds, err := strconv.ParseFloat(text, 64)
	return seconds, err == nil
}

// within says whether an address lies in a range, as 10.0.0.0/8, or is that one.
func within(want, have string) bool {
	inside, ok := addresses(want)
	at, err := netip.ParseAddr(have)
	return ok && err == nil && inside.Contains(at)
}

// addresses are a range, or one address alone.
func addresses(text string) (netip.Prefix, bool) {
	if at, err := netip.ParseAddr(text); err == nil {
		return netip.PrefixFrom(at, at.BitLen()), true
	}
	p, err := netip.ParsePrefix(text)
	return p.Masked(), err == nil
}

// check says what is wrong with a condition whose operator is so named, beside what it is about.
//
// Source: rules.md, "Bucket policies", "What a policy is refused for".
func (c condition) check(name string) error {
	op, known := operators[c.operator]
	_, isKey := actionsOf(c.key)
	switch {
	case !known || op.fits == nil && (c.ifExists || c.qualifier != ""):
		return invalidPolicy("Invalid Condition type : "+name, "the operator "+name+" is not known")
	case !isKey:
		return invalidPolicy("Policy has an invalid condition key", "the condition key "+c.key+" is not known")
	}
	for _, v := range c.values {
		_, ok := addresses(v)
		switch {
		case c.key == keySourceIP && op.fits != nil && !ok:
			return invalidPolicy("Invalid IP address in Conditions", v+" is no address")
		case (c.operator == "Null" || c.operator == "Bool") && v != "true" && v != "false":
			return invalidPolicy("Invalid value in Conditions", c.operator+" takes true or false, not "+v)
		}
	}
	return nil
}

// holds checks a condition by the keys that the request has.
//
// Source: rules.md, "Bucket policies", rows Null, Bool, IfExists, the negated operators and the qualifiers.
func (c condition) holds(keys []engine.Pair) bool {
	var have []string
	for _, k := range keys {
		if k.Name == c.key {
			have = append(have, k.Text)
		}
	}
	if c.operator == "Null" {
		return slices.Contains(c.values, strconv.FormatBool(len(have) == 0))
	}
	op := operators[c.operator]
	fit := func(value string) bool {
		return op.negated != slices.ContainsFunc(c.values, func(want string) bool {
			return op.fits(expanded(want, keys), value)
		})
	}
	switch {
	case len(have) == 0:
		return c.ifExists || c.qualifier == forAll || op.negated && c.qualifier == ""
	case c.qualifier == forAll:
		return !slices.ContainsFunc(have, func(value string) bool { return !fit(value) })
	case op.negated && c.qualifier == "":
		return !slices.ContainsFunc(have, func(value string) bool { return !fit(value) })
	}
	return slices.ContainsFunc(have, fit)
}

// expanded is a text with the variables in it replaced, as ${aws:username}; one that the request does not have becomes
// the text that stands in quotes behind it, as ${aws:username, 'nobody'}, or stays.
//
// Source: AWS IAM User Guide, "IAM policy elements: Variables and tags".
func expanded(text string, keys []engine.Pair) string {
	var b strings.Builder
	for {
		before, rest, begins := strings.Cut(text, "${")
		inside, behind, ends := strings.Cut(rest, "}")
		b.WriteString(before)
		if !begins || !ends {
			b.WriteString(text[len(before):])
			return b.String()
		}
		name, other, otherwise := strings.Cut(inside, ",")
		at := slices.IndexFunc(keys, func(k engine.Pair) bool { return strings.EqualFold(k.Name, name) })
		switch other = strings.TrimSpace(other); {
		case at >= 0:
			b.WriteString(keys[at].Text)
		case otherwise && len(other) > 1 && other[0] == '\'' && other[len(other)-1] == '\'':
			b.WriteString(other[1 : len(other)-1])
		default:
			b.WriteString("${" + inside + "}")
		}
		text = behind
	}
}
