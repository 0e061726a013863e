package endpoint_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine/endpoint"
)

// asks sends a request to an address; headers are parted by strokes.
func asks(t *testing.T, address, line, headers, body string) string {
	t.Helper()
	text := line + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
	for h := range strings.SplitSeq(headers, "|") {
		if h != "" {
			text += h + "\r\n"
		}
	}
	return talk(t, address, text+fmt.Sprintf("Content-Length: %d\r\n\r\n", len(body))+body)
}

// crossed is what an answer says of other origins: its status, and its headers in their order.
func crossed(answer string) string {
	head, _, _ := strings.Cut(answer, "\r\n\r\n")
	lines := strings.Split(head, "\r\n")
	said := []string{strings.Fields(lines[0] + " ?")[1]}
	for _, line := range lines[1:] {
		line = strings.TrimPrefix(line, "Access-Control-")
		if strings.HasPrefix(line, "Vary") || !strings.Contains(head, "\r\n"+line+"\r\n") &&
			!strings.HasSuffix(head, "\r\n"+line) {
			said = append(said, line)
		}
	}
	return strings.Join(said, "; ")
}

// blob/rules.md, "Pages of other origins": the same four services answer by the properties of their own.
func TestAzureAnswersPagesOfOtherOrigins(t *testing.T) {
	const rules = "<StorageServiceProperties><Cors><CorsRule><AllowedOrigins>http://a, http://b</AllowedOrigins>" +
		"<AllowedMethods>GET,PUT,DELETE</AllowedMethods><AllowedHeaders>x-ms-meta-*,x-ms-date</AllowedHeaders>" +
		"<ExposedHeaders>x-ms-r*,ETag,x-other</ExposedHeaders><MaxAgeInSeconds>60</MaxAgeInSeconds></CorsRule>" +
		"<CorsRule><AllowedOrigins>*</AllowedOrigins><AllowedMethods>HEAD</AllowedMethods><AllowedHeaders/>" +
		"<ExposedHeaders/><MaxAgeInSeconds>5</MaxAgeInSeconds></CorsRule></Cors></StorageServiceProperties>"
	const exposed = "Expose-Headers: x-ms-request-id,ETag,x-other"
	_, at := open(t, endpoint.Options{Trust: true})
	for _, service := range []string{"blob", "queue", "table", "file"} {
		ask := func(line, headers, want string) {
			t.Helper()
			if got := crossed(asks(t, at[service], line, headers, "")); got != want {
				t.Errorf("%s: %s %q\n got %s\nwant %s", service, line, headers, got, want)
			}
		}
		ask("OPTIONS /dev/a/b", "", "400")
		ask("OPTIONS /dev/a/b", "Origin: http://a", "400")
		ask("OPTIONS /dev/a/b", "Origin: http://a"+get, "403")
		ask("GET /dev/?comp=list", "Origin: http://a", crossed(asks(t, at[service], "GET /dev/?comp=list", "", "")))
		if said := asks(t, at[service], "PUT /dev?restype=service&comp=properties", "", rules); crossed(said) != "202" {
			t.Fatalf("%s: the rules are answered %q", service, said)
		}
		ask("OPTIONS /dev/a/b", "Origin: http://a"+get,
			"200; Allow-Origin: http://a; Allow-Methods: GET; Max-Age: 60; Allow-Credentials: true")
		ask("OPTIONS /dev/a/b?comp=block",
			"Origin: http://b"+put+"|Access-Control-Request-Headers: x-ms-meta-x,X-Ms-Date",
			"200; Allow-Origin: http://b; Allow-Methods: PUT; Allow-Headers: x-ms-meta-x,X-Ms-Date; Max-Age: 60; "+
				"Allow-Credentials: true")
		ask("OPTIONS /dev", "Origin: http://c|Access-Control-Request-Method: HEAD",
			"200; Allow-Origin: http://c; Allow-Methods: HEAD; Max-Age: 5; Allow-Credentials: true")
		ask("OPTIONS /dev/a/b", "Origin: http://c"+get, "403")
		ask("OPTIONS /dev/a/b", "Origin: http://a|Access-Control-Request-Method: POST", "403")
		ask("OPTIONS /dev/a/b", "Origin: http://a"+get+"|Access-Control-Request-Headers: x-ms-version", "403")
		if service != "blob" { // whose properties are those of all accounts (blob/rules.md, "Soft delete")
			ask("OPTIONS /eve/a/b", "Origin: http://a"+get, "403")
		}
		const properties = "GET /dev?restype=service&comp=properties"
		ask(properties, "Origin: http://a",
			"200; Allow-Origin: http://a; "+exposed+"; Allow-Credentials: true; Vary: Origin")
		ask(properties, "Origin: http://c", "200; Vary: Origin")
		ask(properties, "", "200; Vary: Origin")
	}
	ask := func(line, headers, want string) {
		t.Helper()
		if got := crossed(asks(t, at["blob"], line, headers, "")); got != want {
			t.Errorf("%s %q\n got %s\nwant %s", line, headers, got, want)
		}
	}
	ask("HEAD /dev/none/b", "", "404; Allow-Origin: *") // whoever asks
	ask("PUT /dev/none/b", "Origin: http://a|x-ms-blob-type: BlockBlob",
		"404; Allow-Origin: http://a; "+exposed+"; Allow-Credentials: true")
	ask("PUT /dev/none/b", "Origin: http://c|x-ms-blob-type: BlockBlob", "404")
}

// What a browser asks needs no signature, and what is refused for its signature can be read by the page as well.
func TestPagesOfOtherOriginsSignNothingBefore(t *testing.T) {
	trusted, at := open(t, endpoint.Options{Trust: true})
	asks(t, at["s3"], "PUT /lake", "", "")
	asks(t, at["s3"], "PUT /lake?cors", "", "<CORSConfiguration><CORSRule><AllowedOrigin>http://a</AllowedOrigin>"+
		"<AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>")
	checked := openChecked(t, trusted.Room(), "s3")["s3"]
	for line, want := range map[string]string{"OPTIONS /lake/k": "200", "GET /lake/k": "403"} {
		const allowed = "; Allow-Origin: http://a; Allow-Credentials: true; Allow-Methods: GET; " + varying
		got := crossed(asks(t, checked, line,
			"Origin: http://a|Access-Control-Request-Method: GET", ""))
		if got != want+allowed {
			t.Errorf("%s: %s, want %s", line, got, want+allowed)
		}
	}
}

const varying = "Vary: Origin, Access-Control-Request-Headers, Access-Control-Request-Method"

const (
	site = "https://localhost:4200"
	get  = "|Access-Control-Request-Method: GET"
	put  = "|Access-Control-Request-Method: PUT"

	forbidden  = "<Code>AccessForbidden</Code><Message>CORSResponse: "
	notAllowed = forbidden + "This CORS request is not allowed. This is usually because the evalution of Origin, " +
		"request method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the " +
		"resource's CORS spec.</Message>"
)

// askS3 compares what an answer says of other origins with the first of what is wanted, and looks for the others in it.
func askS3(t *testing.T, address, line, headers string, want ...string) {
	t.Helper()
	said := asks(t, address, line, headers, "")
	for _, part := range want[1:] {
		if !strings.Contains(said, part) {
			t.Errorf("%s %q lacks %q: %q", line, headers, part, said)
		}
	}
	if got := crossed(said); got != want[0] {
		t.Errorf("%s %q\n got %s\nwant %s", line, headers, got, want[0])
	}
}

// corsOf gives the bucket lake its rules.
func corsOf(t *testing.T, address string, list ...string) {
	t.Helper()
	said := asks(t, address, "PUT /lake?cors", "", "<CORSConfiguration>"+strings.Join(list, "")+"</CORSConfiguration>")
	if !strings.HasPrefix(said, "HTTP/1.1 200") {
		t.Fatalf("%q: %q", list, said)
	}
}

// bucket/rules.md, "Pages of other origins": what was recorded of S3, with its headers and the words of its refusals.
func TestBucketsAnswerPagesOfOtherOrigins(t *testing.T) {
	_, at := open(t, endpoint.Options{Trust: true})
	ask := func(line, headers string, want ...string) { t.Helper(); askS3(t, at["s3"], line, headers, want...) }
	const noOrigin = "<Code>BadRequest</Code><Message>Insufficient information. Origin request header needed.</Message>"
	ask("OPTIONS /lake/k", "", "400", noOrigin)
	ask("OPTIONS /lake/k", "Origin: x", "403",
		forbidden+"Bucket not found</Message><Method>OPTIONS</Method><ResourceType>BUCKET</ResourceType>")
	asks(t, at["s3"], "PUT /lake", "", "")
	asks(t, at["s3"], "PUT /lake/k", "", "test-cors")
	ask("OPTIONS /lake/k", "", "400", noOrigin)
	ask("OPTIONS /lake/k", "Origin: x"+put, "403", forbidden+"CORS is not enabled for this bucket.</Message>"+
		"<Method>PUT</Method><ResourceType>BUCKET</ResourceType>")
	ask("OPTIONS /lake/k", "Origin: x", "403", "<Method>OPTIONS</Method><ResourceType>BUCKET</ResourceType>")
	ask("GET /lake/k", "Origin: x", "200")

	const lets = "; Allow-Origin: " + site + "; Allow-Credentials: true; Allow-Methods: GET, PUT; " +
		"Max-Age: 3000; " + varying
	corsOf(t, at["s3"], corsRule(site, "GET PUT", "*", "", "3000"))
	ask("OPTIONS /lake/k", "", "400", noOrigin)
	ask("OPTIONS /lake/k", "Referer: "+site+put, "400", noOrigin)
	ask("OPTIONS /lake/k", "Origin: "+site, "400", "Invalid Access-Control-Request-Method: null")
	ask("OPTIONS /lake/k", "Origin: "+site+put, "200"+lets)
	ask("GET /lake/k", "Origin: "+site, "200"+lets, "\r\n\r\ntest-cors")
	ask("OPTIONS /lake/k", "Origin: http://localhost:4200"+put, "403", notAllowed+
		"<Method>PUT</Method><ResourceType>OBJECT</ResourceType>")
	ask("OPTIONS /lake", "Origin: http://localhost:4200"+get, "403",
		"<Method>GET</Method><ResourceType>BUCKET</ResourceType>")
	ask("GET /lake/k", "Origin: http://localhost:4200", "200")
}

// The same, of rules with stars.
func TestBucketsCompareOriginsAndHeaders(t *testing.T) {
	_, at := open(t, endpoint.Options{Trust: true})
	ask := func(line, headers string, want ...string) { t.Helper(); askS3(t, at["s3"], line, headers, want...) }
	asks(t, at["s3"], "PUT /lake", "", "")
	asks(t, at["s3"], "PUT /lake/k", "", "test-cors")
	corsOf(t, at["s3"], corsRule("*", "GET", "", "x-amz-id-2 x-amz-request-id", ""))
	ask("OPTIONS /lake/k", "Origin: http://random:1234"+get, "200; Allow-Origin: *; Allow-Methods: GET; "+
		"Expose-Headers: x-amz-id-2, x-amz-request-id; "+varying)
	ask("OPTIONS /lake/k", "Origin: a"+get+"|Access-Control-Request-Headers: x-amz-request-payer", "403", notAllowed)
	ask("PUT /lake/new", "Origin: a", "200")

	corsOf(t, at["s3"], corsRule("http://*.origin.com", "GET", "x-amz-acl x-AMZ-server-*", "", ""), corsRule(site,
		"PUT", "", "", ""))
	const test = "; Allow-Origin: http://test.origin.com; Allow-Credentials: true; Allow-Methods: GET; "
	ask("OPTIONS /lake", "Origin: http://test.origin.com"+get, "200"+test+varying)
	ask("OPTIONS /lake", "Origin: http://origin.com"+get, "403")
	ask("OPTIONS /lake/k", "Origin: http://test.origin.com"+get+
		"|Access-Control-Request-Headers: X-amz-acl,x-amz-Server-side-encryption", "200"+test+
		"Allow-Headers: x-amz-acl, x-amz-server-side-encryption; "+varying)
	// what only a browser that asks should say counts in any request
	ask("GET /lake/k", "Origin: http://test.origin.com"+put, "200")
	ask("GET /lake/k", "Origin: http://test.origin.com|Access-Control-Request-Headers: x-other", "200")
	ask("GET /lake/k", "Origin: http://test.origin.com|x-amz-request-payer: requester", "200"+test+varying)
	ask("GET /lake/none", "Origin: http://test.origin.com", "404"+test+varying)

	asks(t, at["s3"], "DELETE /lake?cors", "", "")
	ask("OPTIONS /lake", "Origin: "+site+get, "403", "CORS is not enabled")
}

// corsRule is one of a bucket; lists are parted by blanks.
func corsRule(origins, methods, headers, exposed, age string) string {
	text := ""
	for _, list := range [][2]string{{"AllowedOrigin", origins}, {"AllowedMethod", methods}, {"AllowedHeader", headers},
		{"ExposeHeader", exposed}, {"MaxAgeSeconds", age}} {
		for word := range strings.FieldsSeq(list[1]) {
			text += "<" + list[0] + ">" + word + "</" + list[0] + ">"
		}
	}
	return "<CORSRule>" + text + "</CORSRule>"
}

// A form that a browser puts is let in as a POST.
func TestFormsOfOtherOrigins(t *testing.T) {
	_, at := open(t, endpoint.Options{Trust: true})
	asks(t, at["s3"], "PUT /lake", "", "")
	asks(t, at["s3"], "PUT /lake?cors", "", "<CORSConfiguration>"+corsRule("http://a", "POST", "", "", "")+
		"</CORSConfiguration>")
	const form = "--x\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\nk\r\n--x\r\n" +
		"Content-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\nhello\r\n--x--\r\n"
	const want = "204; Allow-Origin: http://a; Allow-Credentials: true; Allow-Methods: POST; " + varying
	if got := crossed(asks(t, at["s3"], "POST /lake", "Origin: http://a|Content-Type: multipart/form-data; boundary=x",
		form)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
