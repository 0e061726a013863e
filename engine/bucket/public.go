package bucket

import (
	"slices"
	"strings"
)

// fixing are the keys of conditions by which a statement for everybody is for some after all, where what they ask for
// is fixed.
//
// Source: Amazon S3 User Guide, "Blocking public access to your Amazon S3 storage", "The meaning of public".
const fixing = " aws:sourcearn aws:sourcevpc aws:sourcevpce aws:sourceowner aws:sourceaccount aws:sourceip " +
	"aws:userid aws:principalarn aws:principalaccount aws:principalorgid aws:principalorgpaths s3:dataaccesspointarn " +
	"s3:dataaccesspointaccount s3:x-amz-server-side-encryption-aws-kms-key-id "

// narrow says whether a range of addresses is not everybody's.
//
// Source: the same, aws:SourceIp: ranges wider than 8 bits of IPv4 or 32 of IPv6 are public.
func narrow(text string) bool {
	p, ok := addresses(text)
	return ok && (p.Addr().Is4() && p.Bits() >= 8 || p.Addr().Is6() && p.Bits() >= 32)
}

// fixes says whether a condition lets in only some whom it names.
func (c condition) fixes() bool {
	if !strings.Contains(fixing, " "+c.key+" ") || c.ifExists || c.qualifier != "" || len(c.values) == 0 {
		return false
	}
	switch c.operator {
	case "StringEquals", "StringLike", "StringEqualsIgnoreCase", "ArnEquals", "ArnLike", "IpAddress":
	default:
		return false
	}
	return !slices.ContainsFunc(c.values, func(v string) bool {
		return strings.ContainsAny(v, "*?") || strings.Contains(v, "${") || c.key == keySourceIP && !narrow(v)
	})
}

// public says whether a statement lets everybody in.
func (s *statement) public() bool {
	everybody := s.Principal != nil && slices.Contains(s.Principal.names, "*")
	return s.Effect == "Allow" && everybody && !slices.ContainsFunc(s.conditions, condition.fixes)
}

// public says whether a policy lets everybody in.
func (d *document) public() bool {
	return d != nil && slices.ContainsFunc(d.statements, func(s statement) bool { return s.public() })
}
