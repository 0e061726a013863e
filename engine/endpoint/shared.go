package endpoint

import (
	"cmp"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/wire"
)

// permitted says whether the shared access signature of a request, if it comes by one, allows an operation. A signature
// that names a stored access policy leaves the letters to the service.
//
// Source: Azure REST, "Create an account SAS", "Create a service SAS", "Status and error codes".
func (r *request) permitted(service string, spec *engine.OpSpec, args []engine.Arg,
	of func(verb string) *engine.OpSpec) *denied {
	q := r.shared
	if q == nil {
		return nil
	}
	const asked = "This request is not authorized to perform this operation using this "
	needs := wire.PermissionFor(spec)
	letter := map[string]string{"share": "f"}[service]
	if letter == "" {
		letter = service[:1]
	}
	byPolicy := q.Get("si") != "" && q.Get("sp") == ""
	switch {
	case !comesFrom(r.from, q.Get("sip")):
		return &denied{403, "AuthorizationSourceIPMismatch", asked + "source IP."}
	case service == "table" && !withinKeys(q, spec.Target(args)) || !eachWithinKeys(q, spec, args, of):
		return &denied{403, "AuthorizationFailure", "This request is not authorized to perform this operation."}
	case needs.Key || needs.Account && q.Get("ss") == "":
		return &denied{403, "AuthorizationFailure", "This request is not authorized to perform this operation."}
	case byPolicy:
		return nil
	case q.Get("ss") != "" && !strings.Contains(q.Get("ss"), letter):
		return &denied{403, "AuthorizationServiceMismatch", asked + "service."}
	case q.Get("ss") != "" && strings.IndexByte(q.Get("srt"), needs.Resource) < 0:
		return &denied{403, "AuthorizationResourceTypeMismatch", asked + "resource type."}
	case lacks(q.Get("sp"), needs.Letters), lacks(q.Get("sp"), needs.Also), !allows(q, spec, args, of):
		return &denied{403, "AuthorizationPermissionMismatch", asked + "permission."}
	}
	return nil
}

// allows says whether a signature allows each of the operations that stand in another one, as those of a transaction.
//
// Source: rules.md of the tables, "Requests under an access policy".
func allows(q url.Values, spec *engine.OpSpec, args []engine.Arg, of func(verb string) *engine.OpSpec) bool {
	for _, one := range operations(spec, args, of) {
		member := of(one.Verb)
		if member == nil {
			continue // the table says what it is not
		}
		needs := wire.PermissionFor(member)
		if lacks(q.Get("sp"), needs.Letters) || lacks(q.Get("sp"), needs.Also) {
			return false
		}
	}
	return true
}

// eachWithinKeys says whether the entities of a transaction lie between the keys that a signature names.
func eachWithinKeys(q url.Values, spec *engine.OpSpec, args []engine.Arg, of func(verb string) *engine.OpSpec) bool {
	partition := engine.ValueOf(args, "partition").String()
	for _, one := range operations(spec, args, of) {
		for _, a := range one.Args {
			within := []string{spec.Target(args), partition} // as far as the operation does not name them itself
			named := strings.Split(a.Value.String(), "/")
			if a.Name == "path" && !withinKeys(q, strings.Join(append(within[:max(0, 3-len(named))], named...), "/")) {
				return false
			}
		}
	}
	return true
}

// operations are those that stand in a transaction of a table; of another request none.
func operations(spec *engine.OpSpec, args []engine.Arg, of func(verb string) *engine.OpSpec) (list []engine.Request) {
	for _, a := range args {
		if a.Name == "operations" && spec.Object == "table" {
			list, _ = engine.Requests(a.Value, of)
		}
	}
	return list
}

// lacks says whether letters have none of those that are needed, where some are.
func lacks(letters, needs string) bool { return needs != "" && !strings.ContainsAny(letters, needs) }

// ofSource is what the signature of the source of a copy denies: it must be good, and allow to read. A source without
// one is the account's own.
//
// Source: Azure REST, "Copy Blob", x-ms-copy-source; Azurite's tests, the code.
func (r *request) ofSource(service string, read *engine.OpSpec, check bool) *denied {
	source, err := url.Parse(r.Header("x-ms-copy-source"))
	if service != "blob" || err != nil || source.Query().Get("sig") == "" || !check {
		return nil
	}
	one := &request{Message: wire.Message{Method: "GET", Host: source.Host, Query: source.RawQuery},
		raw: source.EscapedPath(), from: r.from}
	_, no := one.sasAccount(service, source.Query(), check)
	if no == nil {
		no = one.permitted(service, read, nil, nil)
	}
	if no != nil {
		message, _, _ := strings.Cut(no.message, "\n")
		no = &denied{403, "CannotVerifyCopySource", message}
	}
	return no
}

// notSecure is `spr` where a signature is for HTTPS alone and the request came without: these addresses stand where the
// service speaks TLS, and the clients' own helpers (GetSASURL of azqueue, of aztables) make no other signature. So it
// is let through, and told as not looked at. Only what ends TLS in front of this program lets a request for the real
// service's host come here.
func (r *request) notSecure() []string {
	host, _, _ := strings.Cut(r.Host, ":")
	if r.shared.Get("spr") == "https" && !strings.HasSuffix(host, ".core.windows.net") {
		return []string{"query spr"}
	}
	return nil
}

// comesFrom says whether an address is the one that a signature names, or between the two that it names. What is no
// address allows none.
func comesFrom(address, allowed string) bool {
	if allowed == "" {
		return true
	}
	first, last, two := strings.Cut(allowed, "-")
	if !two {
		last = first
	}
	low, err := netip.ParseAddr(first)
	high, err2 := netip.ParseAddr(last)
	at, err3 := netip.ParseAddrPort(address)
	return cmp.Or(err, err2, err3) == nil && at.Addr().Compare(low) >= 0 && at.Addr().Compare(high) <= 0
}

// withinKeys says whether an entity lies between the keys that a signature for a table names. A query that goes beyond
// them is let through.
//
// Source: Azure REST, "Create a service SAS", "Specify table access restrictions". Assumed: the code; a query is to
// show only what lies between, which is not done here.
func withinKeys(q url.Values, target string) bool {
	parts := strings.SplitN(target, "/", 3)
	if len(parts) < 3 {
		return true
	}
	keys, from, to := parts[1:], []string{q.Get("spk"), q.Get("srk")}, []string{q.Get("epk")}
	last := keys[:1] // without a last row all rows of the last partition lie within
	if q.Has("erk") {
		to, last = append(to, q.Get("erk")), keys
	}
	return slices.Compare(keys, from) >= 0 && (!q.Has("epk") || slices.Compare(last, to) <= 0)
}

// overrides are the headers of an answer that a request asks for in its query, by the name there.
//
// Source: Azure REST, "Create a service SAS", "Overriding response headers"; Amazon S3 API, "GetObject", "Overriding
// response header values".
var overrides = map[string]string{
	"rscc": "Cache-Control", "rscd": "Content-Disposition", "rsce": "Content-Encoding", "rscl": "Content-Language",
	"rsct":                   "Content-Type",
	"response-cache-control": "Cache-Control", "response-content-disposition": "Content-Disposition",
	"response-content-encoding": "Content-Encoding", "response-content-language": "Content-Language",
	"response-content-type": "Content-Type", "response-expires": "Expires",
}

// anonymousOverrides is what S3 says of a read that nobody signed and that asks for headers of the answer.
//
// Source: bucket/rules.md, "Words that are looked at first".
func (r *request) anonymousOverrides(service string) *denied {
	if service != "bucket" || !r.Unsigned || r.Method != "GET" && r.Method != "HEAD" {
		return nil
	}
	query, _ := url.ParseQuery(r.Query) // what is none asks for nothing
	for name := range query {
		if overrides[name] != "" && strings.HasPrefix(name, "response-") {
			return &denied{400, "InvalidRequest",
				"Request specific response headers cannot be used for anonymous GET requests."}
		}
	}
	return nil
}

// overridden is an accepted answer with the headers that the request asks for. Those of Azure count only where the
// signature is over them.
func (r *request) overridden(service string, a wire.Raw) wire.Raw {
	if r.Method != "GET" && r.Method != "HEAD" || a.Status >= 300 {
		return a
	}
	query, err := url.ParseQuery(r.Query)
	if service != "bucket" {
		query = r.shared
	}
	for name, values := range query {
		header := overrides[name]
		if err != nil || header == "" || strings.HasPrefix(name, "response-") != (service == "bucket") {
			continue
		}
		a.Headers = slices.DeleteFunc(slices.Clone(a.Headers), func(h wire.Header) bool {
			return strings.EqualFold(h.Name, header)
		})
		a.Headers = append(a.Headers, wire.Header{Name: header, Value: values[0]})
	}
	return a
}

// notOverrides are the names that no row looked at, without those that overridden looks at.
func notOverrides(unread []string) []string {
	return slices.DeleteFunc(unread, func(what string) bool {
		name, isQuery := strings.CutPrefix(what, "query ")
		return isQuery && overrides[name] != ""
	})
}
