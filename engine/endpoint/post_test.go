package endpoint_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"interleave/engine/endpoint"
)

// rules.md of engine/bucket, "What client libraries ask beside that": what a form and its policy are refused for.
func TestFormsAreAllowedByTheirPolicy(t *testing.T) {
	_, at := open(t, endpoint.Options{})
	post := func(policy string, signed bool) (status int, body string) {
		t.Helper()
		var form bytes.Buffer
		w := multipart.NewWriter(&form)
		text := base64.StdEncoding.EncodeToString([]byte(policy))
		h := hmac.New(sha1.New, []byte(endpoint.Secret))
		h.Write([]byte(text))
		fields := []string{"key", "a.txt", "AWSAccessKeyId", "app", "policy", text}
		if signed {
			fields = append(fields, "signature", base64.StdEncoding.EncodeToString(h.Sum(nil)))
		}
		for i := 0; i < len(fields); i += 2 {
			if err := w.WriteField(fields[i], fields[i+1]); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.WriteField("file", "bar"); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		answer, err := http.Post("http://"+at["s3"]+"/lake", w.FormDataContentType(), &form)
		if err != nil {
			t.Fatal(err)
		}
		said, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close() // it is read
		return answer.StatusCode, string(said)
	}
	const until = `"expiration": "2199-01-01T00:00:00Z"`
	for _, row := range []struct {
		policy string
		signed bool
		want   int
		says   string
	}{
		// Two that are allowed.
		{`{` + until + `, "conditions": [{"key": "a.txt"}, {"bucket": "lake"}]}`, true, 404, "NoSuchBucket"},
		{`{` + until + `, "conditions": [["eq", "$key", "a.txt"], {"bucket": "lake"}]}`, true, 404, "NoSuchBucket"},
		{`{` + until + `, "conditions": [{"key": "a.txt"}]}`, true, 403, "Extra input fields: bucket"},
		{`{` + until + `, "conditions": [{"key": "b.txt"}]}`, true, 403, "Policy Condition failed"},
		{`{` + until + `, "CONDITIONS": [{"key": "a.txt"}]}`, true, 400, "InvalidPolicyDocument"},
		{`{"EXPIRATION": "2199-01-01T00:00:00Z", "conditions": [{"key": "a.txt"}]}`, true, 400, "InvalidPolicyDocument"},
		{`{` + until + `, "conditions": [{}]}`, true, 400, "exactly one property"},
		{`{` + until + `, "conditions": [{"key": "a.txt", "bucket": "lake"}]}`, true, 400, "exactly one property"},
		{`{` + until + `, "conditions": [{"key": "a.txt"}]}`, false, 400, "Bucket POST must contain a field"},
	} {
		if status, body := post(row.policy, row.signed); status != row.want ||
			!strings.Contains(body, row.says) {
			t.Errorf("%s, signed %v: %d %s", row.policy, row.signed, status, body)
		}
	}
}

// rules.md of engine/bucket, "How an object is stored": where an object of a form lies is told at the address that the
// form was sent to.
func TestFormsTellWhereTheObjectLies(t *testing.T) {
	_, at := open(t, endpoint.Options{Trust: true})
	send := func(method, host, target, kind, body string) *http.Response {
		t.Helper()
		request, err := http.NewRequest(method, "http://"+at["s3"]+target, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Host = host
		if kind != "" {
			request.Header.Set("Content-Type", kind)
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	_ = send("PUT", at["s3"], "/lake", "", "").Body.Close() // it is empty
	const form = "--x\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\nd/a b\r\n--x\r\nContent-Disposition: " +
		"form-data; name=\"success_action_status\"\r\n\r\n201\r\n--x\r\nContent-Disposition: form-data; " +
		"name=\"file\"\r\n\r\nv\r\n--x--\r\n"
	for _, row := range [][3]string{{at["s3"], "/lake", "http://" + at["s3"] + "/lake/d/a%20b"},
		{"lake.localhost:9000", "/", "http://lake.localhost:9000/d/a%20b"},
		{"lake.s3.us-east-1.amazonaws.com", "/", "https://lake.s3.us-east-1.amazonaws.com/d/a%20b"}} {
		answer := send("POST", row[0], row[1], "multipart/form-data; boundary=x", form)
		said, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close() // it is read
		if err != nil || answer.StatusCode != 201 || answer.Header.Get("Location") != row[2] ||
			!strings.Contains(string(said), "<Location>"+row[2]+"</Location>") {
			t.Errorf("%s%s: %d, Location %q, %s, %v", row[0], row[1], answer.StatusCode, answer.Header.Get("Location"),
				said, err)
		}
	}
}
