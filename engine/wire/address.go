package wire

import (
	"net/url"
	"strings"
)

// unescaped is what a client may leave unescaped in the source of a copy of Amazon, and what it is escaped.
var unescaped = strings.NewReplacer("+", "%20", "#", "%23", "?", "%3F")

// sourceOf is the address from which a copy is made. In that of Amazon a plus stands for a blank, and the stroke in
// front may be escaped as all others.
//
// Source: bucket/rules.md, "What client libraries ask beside that".
func (r *reader) sourceOf() (*url.URL, bool) {
	text := r.m.Header(strings.TrimPrefix(r.service.place(r.form, "source"), "@"))
	if r.service == buckets {
		path, query := cutVersion(text)
		text = "/" + unescaped.Replace(strings.TrimPrefix(strings.TrimPrefix(path, "%2F"), "/"))
		if query != "" {
			text += "?" + query
		}
	}
	source, err := url.Parse(strings.Clone(text))
	return source, err == nil && text != "" && text != "/"
}

// pathOf is the name of what an address means, without the account of Azure that stands in the path of an address by
// number.
func (s *service) pathOf(u *url.URL) string {
	if s == buckets {
		return u.Path
	}
	rest, _ := AccountOf(u.Host, u.Path)
	if s == blobs {
		rest = Slashed(rest)
	}
	return rest
}

// Slashed is the name of a blob as the service keeps it: the strokes that go the other way are slashes there.
//
// Source: blob/rules.md, "Limits and input rules".
func Slashed(name string) string { return strings.ReplaceAll(name, `\`, "/") }

// AccountOf parts a path of Azure from the account before it, where an address by number or of one word has the account
// in the path; else the account is the first word of the host.
//
// Source: Azure, "Use the Azurite emulator", "Differences between Azurite and Azure Storage", URI of an account.
func AccountOf(host, path string) (rest, account string) {
	name, _, _ := strings.Cut(host, ":")
	first, _, dotted := strings.Cut(name, ".")
	if strings.HasPrefix(host, "[") || !dotted || strings.Trim(name, "0123456789.") == "" ||
		name == "host.docker.internal" {
		account, behind, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
		return "/" + behind, account
	}
	return path, first
}
