package endpoint

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"interleave/engine/wire"
)

// posted is a form by which a browser puts an object: its fields, the file, and what is to be answered. It is carried
// out as the PutObject that it stands for.
//
// Source: Amazon S3 API, "POST Object"; Amazon S3 User Guide, "Creating a POST policy", "Browser-based uploads using
// POST".
type posted struct {
	fields []wire.Header // in their order, the names in small letters
	file   string
	bucket string
	key    string
}

// formMost is how many bytes the fields of a form have together, without the file.
const formMost = 20 << 10

// isForm says whether a request is a form for a bucket.
func (r *request) isForm() bool {
	kind, _, err := mime.ParseMediaType(r.Header("Content-Type"))
	return r.Method == "POST" && err == nil && kind == "multipart/form-data" && r.Query == ""
}

// badForm is a body that is no form.
var badForm = &denied{400, "MalformedPOSTRequest",
	"The body of your POST request is not well-formed multipart/form-data."}

// form reads the body of a form; what stands behind the file counts for nothing.
func (r *request) form() (p posted, no *denied) {
	_, words, _ := mime.ParseMediaType(r.Header("Content-Type")) // isForm has read it
	if p.bucket = bucketInHost(r.Host); p.bucket == "" {
		name, err := url.PathUnescape(strings.Trim(r.raw, "/"))
		if err != nil || strings.Contains(name, "/") {
			return p, &denied{405, "MethodNotAllowed", "The specified method is not allowed against this resource."}
		}
		p.bucket = name
	}
	parts, size := multipart.NewReader(strings.NewReader(r.Body), words["boundary"]), 0
	for {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return p, &denied{400, "InvalidArgument", "POST requires exactly one file upload per request."}
		}
		if err != nil {
			return p, badForm
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return p, badForm
		}
		name := strings.ToLower(part.FormName())
		if name == "file" {
			p.file = string(data)
			p.key = strings.ReplaceAll(p.field("key"), "${filename}", path.Base("/"+part.FileName()))
			if p.key = strings.TrimPrefix(p.key, "/"); p.key == "" {
				return p, &denied{400, "InvalidArgument", "Bucket POST must contain a field named 'key'.  If it is " +
					"specified, please check the order of the fields."}
			}
			return p, nil
		}
		if size += len(name) + len(data); size > formMost {
			return p, &denied{400, "MaxPostPreDataLengthExceeded",
				"Your POST request fields preceding the upload file were too large."}
		}
		p.fields = append(p.fields, wire.Header{Name: name, Value: string(data)})
	}
}

func (p posted) field(name string) string {
	for _, f := range p.fields {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// account is the access key id under which a form is signed, once its signature and its policy hold.
func (p posted) account(check bool, virtual time.Time) (id string, no *denied) {
	signed := signed{scope: "", signature: p.field("x-amz-signature")}
	signed.id, signed.scope, _ = strings.Cut(p.field("x-amz-credential"), "/")
	policy := p.field("policy")
	want := ""
	if signed.id != "" {
		want = hex.EncodeToString(mac(signed.signingKey(), policy))
	} else if signed.id = p.field("awsaccesskeyid"); signed.id != "" {
		h := hmac.New(sha1.New, []byte(Secret))
		_, _ = io.WriteString(h, policy) // a sum takes everything
		want, signed.signature = base64.StdEncoding.EncodeToString(h.Sum(nil)), p.field("signature")
	}
	switch {
	case !check:
		return signed.id, nil
	case signed.id != "" && policy != "" && signed.signature == "":
		return signed.id, &denied{400, "InvalidArgument", "Bucket POST must contain a field named 'Signature'.  If " +
			"it is specified, please check the order of the fields."}
	case signed.id == "" || policy == "":
		return "", &denied{403, "AccessDenied", "Access Denied"}
	case want != signed.signature:
		return signed.id, &denied{403, "SignatureDoesNotMatch",
			"The request signature we calculated does not match the signature you provided. Check your key and " +
				"signing method."}
	}
	return signed.id, p.allowed(policy, virtual)
}

// unnamed are fields that no condition has to name.
const unnamed = " x-amz-signature signature awsaccesskeyid policy file "

// allowed says whether a policy allows the form: each of its conditions holds, and each field is in one of them, the
// bucket too, which is no field.
func (p posted) allowed(text string, virtual time.Time) *denied {
	var policy map[string]json.RawMessage // its names are told by their case
	var expiration string
	var conditions []json.RawMessage
	data, err := base64.StdEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(data, &policy)
	}
	if err == nil {
		err = errors.Join(read(policy["expiration"], &expiration), read(policy["conditions"], &conditions))
	}
	ends, wrong := time.Parse(time.RFC3339, expiration)
	switch {
	case err != nil || conditions == nil:
		return &denied{400, "InvalidPolicyDocument", "Invalid Policy: Invalid JSON."}
	case wrong != nil:
		return &denied{400, "InvalidPolicyDocument", "Invalid Policy: Invalid 'expiration' value: '" +
			expiration + "'"}
	case time.Now().After(ends) && virtual.After(ends):
		return &denied{403, "AccessDenied", "Invalid according to Policy: Policy expired."}
	}
	named := map[string]bool{}
	for _, c := range conditions {
		if no := p.meets(c, named); no != nil {
			return no
		}
	}
	for _, f := range append([]wire.Header{{Name: "bucket"}}, p.fields...) {
		if !named[f.Name] && !strings.Contains(unnamed, " "+f.Name+" ") && !strings.HasPrefix(f.Name, "x-ignore-") {
			return &denied{403, "AccessDenied", "Invalid according to Policy: Extra input fields: " + f.Name}
		}
	}
	return nil
}

// read reads what a policy has under a name; nothing where it has none.
func read(text json.RawMessage, into any) error {
	if text == nil {
		return nil
	}
	return json.Unmarshal(text, into)
}

// meets says whether a condition holds, and notes what it names: {"key": "a"}, ["eq", "$key", "a"], ["starts-with",
// "$key", "a/"] or ["content-length-range", 1, 10].
func (p posted) meets(text json.RawMessage, named map[string]bool) *denied {
	var exact map[string]string
	if json.Unmarshal(text, &exact) == nil {
		if len(exact) != 1 {
			return &denied{400, "InvalidPolicyDocument", "Invalid Policy: Invalid Simple-Condition: " +
				"Simple-Conditions must have exactly one property specified."}
		}
		for name, value := range exact {
			if no := p.compare("eq", "$"+name, value, named); no != nil {
				return no
			}
		}
		return nil
	}
	var list []any
	if json.Unmarshal(text, &list) != nil || len(list) != 3 {
		return &denied{400, "InvalidPolicyDocument", "Invalid Policy: Invalid Condition: " + string(text)}
	}
	how, _ := list[0].(string)
	if strings.EqualFold(how, "content-length-range") {
		least, most := fmt.Sprint(list[1]), fmt.Sprint(list[2])
		from, wrong := strconv.ParseFloat(least, 64)
		to, bad := strconv.ParseFloat(most, 64)
		switch size := float64(len(p.file)); {
		case wrong != nil || bad != nil:
			return &denied{400, "InvalidPolicyDocument", "Invalid Policy: Invalid Condition: " + string(text)}
		case size < from:
			return &denied{400, "EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size"}
		case size > to:
			return &denied{400, "EntityTooLarge", "Your proposed upload exceeds the maximum allowed size"}
		}
		return nil
	}
	name, _ := list[1].(string)
	value, _ := list[2].(string)
	return p.compare(strings.ToLower(how), name, value, named)
}

// compare is one condition on a field.
func (p posted) compare(how, name, value string, named map[string]bool) *denied {
	field := strings.ToLower(strings.TrimPrefix(name, "$"))
	have := p.field(field)
	switch field {
	case "bucket":
		have = p.bucket
	case "key":
		have = p.key
	}
	named[field] = true
	if how == "eq" && have == value || how == "starts-with" && strings.HasPrefix(have, value) {
		return nil
	}
	said, _ := json.Marshal([]string{how, name, value}) // texts can be written
	return &denied{403, "AccessDenied", "Invalid according to Policy: Policy Condition failed: " +
		strings.ReplaceAll(string(said), ",", ", ")}
}

// put makes the request the PutObject that the form stands for.
func (r *request) put(p posted) {
	r.Method, r.Path, r.Body = "PUT", "/"+wire.Escape(p.bucket, "")+"/"+wire.Escape(p.key, "/"), p.file
	headers := []wire.Header{{Name: "Host", Value: r.Host}, {Name: "User-Agent", Value: r.Header("User-Agent")},
		{Name: "Content-Length", Value: strconv.Itoa(len(p.file))}}
	for _, f := range p.fields {
		switch {
		case f.Name == "acl":
			headers = append(headers, wire.Header{Name: "x-amz-acl", Value: f.Value})
		case f.Name == "tagging":
			headers = append(headers, wire.Header{Name: "x-amz-tagging", Value: tagsOf(f.Value)})
		case strings.Contains(" content-type cache-control content-disposition content-encoding expires ",
			" "+f.Name+" "), strings.HasPrefix(f.Name, "x-amz-") && !strings.Contains(
			" x-amz-signature x-amz-credential x-amz-algorithm x-amz-date ", " "+f.Name+" "):
			headers = append(headers, f)
		}
	}
	r.Headers = headers
}

// tagsOf are the tags of a form, which are XML, as a header has them.
func tagsOf(text string) string {
	var tags struct {
		TagSet struct {
			Tag []struct{ Key, Value string }
		}
	}
	if xml.Unmarshal([]byte(text), &tags) != nil {
		return text
	}
	list := url.Values{}
	for _, t := range tags.TagSet.Tag {
		list.Add(t.Key, t.Value)
	}
	return list.Encode()
}

// answered is what a form that was sent to a host hears of the put: 204, or what it asks for, or where to go on.
func (p posted) answered(a wire.Raw, host string) wire.Raw {
	if a.Status != 200 {
		return a
	}
	place := wire.ObjectAt(host, p.bucket+"/"+p.key)
	tag := a.Header("ETag")
	a.Status, a.Reason, a.Body = 204, "No Content", ""
	next, err := url.Parse(p.field("success_action_redirect"))
	switch status := p.field("success_action_status"); {
	case err == nil && next.Host != "":
		query := next.Query()
		query.Set("bucket", p.bucket)
		query.Set("key", p.key)
		query.Set("etag", tag)
		next.RawQuery, place = query.Encode(), ""
		a.Status, a.Reason = 303, "See Other"
		a.Headers = append(a.Headers, wire.Header{Name: "Location", Value: next.String()})
	case status == "200":
		a.Status, a.Reason = 200, "OK"
	case status == "201":
		data, _ := xml.Marshal(struct {
			XMLName                     xml.Name `xml:"PostResponse"`
			Location, Bucket, Key, ETag string
		}{Location: place, Bucket: p.bucket, Key: p.key, ETag: tag}) // texts can be written
		a.Status, a.Reason, a.Body = 201, "Created", xml.Header+string(data)
		a.Headers = append(a.Headers, wire.Header{Name: "Content-Type", Value: "application/xml"})
	}
	if place != "" {
		a.Headers = append(a.Headers, wire.Header{Name: "Location", Value: place})
	}
	for i, h := range a.Headers {
		if h.Name == "Content-Length" {
			a.Headers[i].Value = strconv.Itoa(len(a.Body))
		}
	}
	return a
}

// postForm carries out a form.
func (c *connection) postForm(r *request, event *Event) bool {
	r.inBucket()
	x := c.crosses(r)
	p, no := r.form()
	account := ""
	if no == nil {
		account, no = p.account(!c.server.options.Trust, c.server.virtual())
	}
	event.Writer = c.writer(r, account)
	if no != nil {
		return c.refuses(r, account, event, x, no.asError())
	}
	r.put(p)
	a, code, err := c.carryOut(r, account, event)
	event.What += " by a form"
	return err == nil && c.say(r, event, x.tell(c.service, p.answered(a, r.Host)), code)
}
