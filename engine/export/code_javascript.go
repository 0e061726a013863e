package export

import (
	"encoding/base64"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"interleave/engine/wire"
)

// JavaScript for Node.js: the request as it travels, by fetch; signed for Amazon by aws4fetch; a command of Redis by
// node-redis. An SDK would send the same headers.
//
// Source: nodejs.org, "Global objects", "fetch"; the reference pages of aws4fetch and of node-redis.
var javascript = language{form: form{word: "javascript", title: "JavaScript", ext: ".mjs"}, comment: "//",
	quote: scriptText, direct: asJavaScript}

// scriptText is a text as JavaScript writes it; what does not print stands as its number.
func scriptText(text string) string {
	return quoted(text, func(r rune) string {
		switch {
		case r == '"' || r == '\\':
			return `\` + string(r)
		case r == '\n':
			return `\n`
		case r == unicode.ReplacementChar || !unicode.IsPrint(r):
			return fmt.Sprintf(`\u{%x}`, r)
		}
		return string(r)
	})
}

// scriptBody is a body as bytes: a string would get a Content-Type of its own.
func scriptBody(body string) string {
	if utf8.ValidString(body) {
		return "Buffer.from(" + scriptText(body) + ")"
	}
	return "Buffer.from(" + scriptText(base64.StdEncoding.EncodeToString([]byte(body))) + `, "base64")`
}

func asJavaScript(r *request) (text, why string) {
	raw := r.wire()
	switch raw.Kind {
	case wire.SMB:
		return "", noSMB
	case wire.RESP:
		words := make([]string, len(raw.Words))
		for i, w := range raw.Words {
			words[i] = scriptText(w)
		}
		return "import { createClient } from \"redis\";\n\nconst client = createClient();\nawait client.connect();\n" +
			"const answer = await client.sendCommand([" + strings.Join(words, ", ") + "]);\n" +
			"console.log(answer);\nclient.destroy();\n", ""
	}
	var b strings.Builder
	call := "fetch"
	if raw.Service == "bucket" {
		fmt.Fprintf(&b, "import { AwsClient } from \"aws4fetch\";\n\nconst aws = new AwsClient({\n  accessKeyId: "+
			"process.env.AWS_ACCESS_KEY_ID,\n  secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY,\n  service: %q,\n"+
			"  region: \"us-east-1\",\n  retries: 0,\n});\n", signer(r))
		call = "aws.fetch"
	}
	fmt.Fprintf(&b, "const answer = await %s(%s, {\n  method: %q,\n", call, scriptText(raw.URL), raw.Method)
	var headers []string
	if raw.Service != "bucket" {
		headers = append(headers, "    Authorization: \"Bearer \" + process.env.AZURE_STORAGE_TOKEN,\n")
	}
	for _, h := range raw.Headers { // fetch cuts a body into chunks by itself, and takes no order to do so
		if name := strings.ToLower(h.Name); name != "transfer-encoding" && !strings.Contains(madeAnew, " "+name+" ") {
			headers = append(headers, fmt.Sprintf("    %s: %s,\n", scriptText(h.Name), scriptText(h.Value)))
		}
	}
	if len(headers) > 0 {
		b.WriteString("  headers: {\n" + strings.Join(headers, "") + "  },\n")
	}
	if raw.Body != "" {
		b.WriteString("  body: " + scriptBody(raw.Body) + ",\n")
	}
	b.WriteString("});\nconsole.log(answer.status, await answer.text());\n")
	return b.String(), ""
}
