package endpoint

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"hash"
	"net/url"
	"slices"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/wire"
)

// Secret is the key of every account and every access key id: the one that the emulator's documentation publishes for
// its account devstoreaccount1. It keeps no secret, it makes clients sign as they would.
//
// Source: Azure, "Use the Azurite emulator", "Well-known storage account and key".
const Secret = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="

// Emulator is the account that the emulator's documentation publishes.
const Emulator = "devstoreaccount1"

// denied is a signature that does not hold, as the service says it.
type denied struct {
	status        int
	code, message string
}

// shortShare is what a program is denied that makes a share with a name of less than 3 letters: scenarios may have one.
//
// Source: share/rules.md, "Error codes", InvalidResourceName.
func shortShare(args []engine.Arg) *denied {
	at := slices.IndexFunc(args, func(a engine.Arg) bool { return a.Name == "share" })
	if at < 0 || len(args[at].Value.String()) >= 3 {
		return nil
	}
	return &denied{400, "OutOfRangeInput", "One of the request inputs is out of range."}
}

// unsigned is what a request is denied that says nothing of who sends it.
var unsigned = denied{401, "NoAuthenticationInformation",
	"Server failed to authenticate the request. Please refer to " +
		"the information in the www-authenticate header."}

func (e *denied) Error() string { return e.code + ": " + e.message }

func authFailed(why string) *denied {
	return &denied{403, "AuthenticationFailed", formed + "\n" + why}
}

// formed is the message of a signature that does not hold; what is wrong with it stands on the next line.
const formed = "Server failed to authenticate the request. Make sure the value of Authorization header is formed " +
	"correctly including the signature."

// secret is the account's key as it signs.
var secret = func() []byte {
	key, _ := base64.StdEncoding.DecodeString(Secret) // the constant is base64
	return key
}()

// signedWith is the MAC of a text under the account's key, in base64.
func signedWith(text string) string { return string(macOf([]byte(text))) }

func macOf(text []byte) []byte { return (&macs{}).of(text) }

// macs makes the MACs of one connection, one after the other, in the same room.
type macs struct {
	mac  hash.Hash
	text []byte // of the newest request, as it was signed
	sum  [sha256.Size]byte
	said []byte
}

// of is the MAC of a text, in base64, up to the next one.
func (s *macs) of(text []byte) []byte {
	if s.mac == nil {
		s.mac = hmac.New(sha256.New, secret)
	}
	s.mac.Reset()
	s.mac.Write(text)
	s.said = base64.StdEncoding.AppendEncode(s.said[:0], s.mac.Sum(s.sum[:0]))
	return s.said
}

// azureAccount is the account that a request of Azure comes from, once its signature holds.
func (r *request) azureAccount(service string, check bool) (account string, no *denied) {
	kind, rest, _ := strings.Cut(r.Header("Authorization"), " ")
	name, signature, _ := strings.Cut(strings.TrimSpace(rest), ":")
	var query url.Values
	var err error
	if r.Query != "" {
		query, err = url.ParseQuery(r.Query)
	}
	switch {
	case kind == "SharedKey" || kind == "SharedKeyLite":
		if !check {
			return name, nil
		}
		if r.signing == nil {
			r.signing = &macs{}
		}
		r.signing.text = r.sharedKeyText(r.signing.text[:0], service, kind, name, query)
		if hmac.Equal(r.signing.of(r.signing.text), []byte(signature)) {
			return name, nil
		}
		return name, authFailed("The MAC signature found in the HTTP request '" + signature +
			"' is not the same as any computed signature.")
	case kind == "Bearer":
		return "", nil // whoever it is: the path says the account
	case err == nil && len(query["sig"]) > 1:
		account, _ = accountInPath(r)
		return account, authFailed("Signature did not match. There is more than one.")
	case err == nil && query.Get("sig") != "":
		return r.sasAccount(service, query, check)
	case check && service == "blob" && (r.Method == "GET" || r.Method == "HEAD"):
		r.Unsigned = true // a container may let anybody read
	case check:
		return "", &unsigned
	}
	return "", nil
}

// sharedKeyText puts the text that a client has signed behind a text.
//
// Source: Azure REST, "Authorize with Shared Key".
func (r *request) sharedKeyText(text []byte, service, kind, account string, query url.Values) []byte {
	lines := func(values ...string) {
		for _, v := range values {
			text = append(append(text, v...), '\n')
		}
	}
	date := r.Header("Date")
	if r.Header("x-ms-date") != "" {
		date = ""
	}
	lite := "/" + account + r.raw
	if comp := query.Get("comp"); comp != "" && (service == "table" || kind == "SharedKeyLite") {
		lite += "?comp=" + comp
	}
	switch {
	case service == "table" && kind == "SharedKeyLite":
		lines(r.tableDate())
		return append(text, lite...)
	case service == "table":
		lines(r.Method, r.Header("Content-MD5"), r.Header("Content-Type"), r.tableDate())
		return append(text, lite...)
	case kind == "SharedKeyLite":
		lines(r.Method, r.Header("Content-MD5"), r.Header("Content-Type"), date)
		return append(r.canonicalHeaders(text), lite...)
	}
	length := r.Header("Content-Length")
	if length == "0" {
		length = ""
	}
	lines(r.Method, r.Header("Content-Encoding"), r.Header("Content-Language"), length, r.Header("Content-MD5"),
		r.Header("Content-Type"), date)
	for _, name := range [...]string{"If-Modified-Since", "If-Match", "If-None-Match", "If-Unmodified-Since", "Range"} {
		lines(r.Header(name))
	}
	text = append(r.canonicalHeaders(text), lite...)
	var asked []string
	for name, values := range query {
		slices.Sort(values)
		asked = append(asked, "\n"+strings.ToLower(name)+":"+strings.Join(values, ","))
	}
	slices.Sort(asked)
	for _, line := range asked {
		text = append(text, line...)
	}
	return text
}

// tableDate is the date that requests to tables sign, in whichever header it stands.
func (r *request) tableDate() string {
	if date := r.Header("x-ms-date"); date != "" {
		return date
	}
	return r.Header("Date")
}

// canonicalHeaders puts the headers x-ms-* behind a text, in the order of their names; of one name their values.
func (r *request) canonicalHeaders(text []byte) []byte {
	list := make([]wire.Header, 0, 16)
	for _, h := range r.Headers {
		if len(h.Name) >= len("x-ms-") && strings.EqualFold(h.Name[:len("x-ms-")], "x-ms-") {
			list = append(list, wire.Header{Name: strings.ToLower(h.Name), Value: h.Value})
		}
	}
	slices.SortStableFunc(list, func(a, b wire.Header) int { return strings.Compare(a.Name, b.Name) })
	for i, h := range list {
		switch {
		case i > 0 && list[i-1].Name == h.Name:
			text[len(text)-1] = ','
		default:
			text = append(append(text, h.Name...), ':')
		}
		text = append(append(text, h.Value...), '\n')
	}
	return text
}

// sasAccount checks a shared access signature.
//
// Source: Azure REST, "Create an account SAS", "Create a service SAS", their strings to sign by version.
func (r *request) sasAccount(service string, q url.Values, check bool) (account string, no *denied) {
	account, _ = accountInPath(r)
	if !check {
		return account, nil
	}
	if end, err := parseTime(q.Get("se")); q.Get("se") != "" && (err != nil || time.Now().After(end)) {
		return account, authFailed("Signature not valid in the specified time frame: Expiry [" + q.Get("se") + "]")
	}
	if start, err := parseTime(q.Get("st")); q.Get("st") != "" &&
		(err != nil || time.Now().Before(start.Add(-5*time.Minute))) {
		return account, authFailed("Signature not valid in the specified time frame: Start [" + q.Get("st") + "]")
	}
	if q.Get("skoid") != "" { // by a user delegation key: there is no directory here that knows whose
		r.shared = q
		return account, nil
	}
	for _, text := range r.sasTexts(service, account, q) {
		if hmac.Equal([]byte(signedWith(text)), []byte(q.Get("sig"))) {
			r.shared = q
			return account, nil
		}
	}
	return account, authFailed("Signature did not match.")
}

func parseTime(text string) (at time.Time, err error) {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04Z", "2006-01-02"} {
		if at, err = time.Parse(form, text); err == nil {
			return at, nil
		}
	}
	return at, err
}

func (r *request) sasTexts(service, account string, q url.Values) (texts []string) {
	get := func(names string) (values []string) {
		for name := range strings.FieldsSeq(names) {
			values = append(values, q.Get(name))
		}
		return values
	}
	if q.Get("ss") != "" {
		whole := append([]string{account}, get("sp ss srt st se sip spr sv ses")...)
		return []string{strings.Join(whole, "\n") + "\n", strings.Join(whole[:9], "\n") + "\n"}
	}
	_, path := accountInPath(r)
	name, _ := url.PathUnescape(path)
	name = strings.Trim(name, "/")
	if service == "blob" {
		name = wire.Slashed(name) // the libraries sign the name that the service keeps
	}
	kind := map[string]string{"share": "file"}[service]
	if kind == "" {
		kind = service
	}
	box, _, _ := strings.Cut(name, "/")
	resources := []string{name, box}
	if service == "table" {
		table, _, _ := strings.Cut(box, "(")
		resources = []string{strings.ToLower(table), table, strings.ToLower(q.Get("tn")), q.Get("tn")}
	}
	for _, resource := range resources {
		resource = "/" + kind + "/" + account + "/" + resource
		first := append(append(get("sp st se"), resource), get("si sip spr sv")...)
		switch service {
		case "queue":
			texts = append(texts, strings.Join(first, "\n"))
		case "table":
			texts = append(texts, strings.Join(append(first, get("spk srk epk erk")...), "\n"))
		case "share":
			texts = append(texts, strings.Join(append(first, get("rscc rscd rsce rscl rsct")...), "\n"))
		default:
			texts = append(texts, strings.Join(
				append(slices.Clip(first), get("sr snapshot ses rscc rscd rsce rscl rsct")...),
				"\n"), strings.Join(append(slices.Clip(first), get("sr snapshot rscc rscd rsce rscl rsct")...), "\n"),
				strings.Join(append(slices.Clip(first), get("rscc rscd rsce rscl rsct")...), "\n"))
		}
	}
	return texts
}
