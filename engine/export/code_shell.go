package export

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"interleave/engine"
	"interleave/engine/wire"
)

// curl, made from the request as it would travel; redis-cli; the command lines of Azure and of Amazon.
//
// Source: the manuals of curl, redis-cli, az and aws.
var (
	curl = language{form: form{word: "curl", title: "curl", ext: ".sh"}, comment: "#", quote: shellText,
		direct: asCurl}
	redisCLI = language{form: form{word: "redis-cli", title: "redis-cli", ext: ".sh"}, comment: "#", quote: shellText,
		direct: asRedis}
	cli = language{
		form: form{word: "cli", title: "Azure and AWS CLI", ext: ".sh"}, comment: "#", quote: optionText,
		bytes: shellText, moment: shellMoment, unsaid: readAsFile,

		frame: func(f *filling, body string) string {
			body = strings.ReplaceAll(strings.ReplaceAll(body, " "+glued, "="), glued, "")
			return strings.TrimRight(body, " ") + "\n"
		},
		filters: map[string]filter{
			"pairs": func(c *hole) (string, bool) { return shellPairs(c, " "), true },
			"map":   func(c *hole) (string, bool) { return shellPairs(c, ","), true },
			"props": func(c *hole) (string, bool) { c.body(); return shellEntity(c.f.r.entity()) },
			"keys":  shellKeys, "parts": shellParts,
			"md5": func(c *hole) (string, bool) { return shellText(c.value.String()), !c.value.IsZero() },
		},
	}
)

// glued stands in front of a value that begins with a dash: behind a blank it would be an option. No literal holds it:
// it is no printable character.
const glued = "\ue001"

// optionText is the value of an option.
func optionText(text string) string {
	if strings.HasPrefix(text, "-") {
		return glued + shellText(text)
	}
	return shellText(text)
}

// readAsFile says of a value that the programs would take it for the name of a file whose content they send: az looks
// for that behind the first `=` too.
func readAsFile(text string) string {
	_, behind, _ := strings.Cut(text, "=")
	for _, value := range []string{text, behind} {
		value = strings.TrimLeft(value, "'$")
		if strings.HasPrefix(value, "@") || strings.HasPrefix(value, "file://") ||
			strings.HasPrefix(value, "fileb://") {
			return "az and aws would send the content of a file in place of " + text +
				": there is no way to write this value."
		}
	}
	return ""
}

func shellMoment(t time.Time) string { return shellText(t.Format(time.RFC3339)) }

func shellPairs(c *hole, between string) string {
	var list []string
	for _, p := range uniquePairs(c.pairs) {
		list = append(list, shellText(p.Name+"="+p.Text))
	}
	return strings.Join(list, between)
}

// shellEntity is an entity as az takes it: its properties with their types behind them.
func shellEntity(text string) (string, bool) {
	var list []string
	for _, p := range entityProperties(text) {
		list = append(list, shellText(p.name+"="+p.text))
		if p.kind != "Edm.String" {
			list = append(list, shellText(p.name+"@odata.type="+p.kind))
		}
	}
	return strings.Join(list, " "), len(list) > 0
}

func shellKeys(c *hole) (string, bool) {
	type key struct {
		Key       string
		ETag      string `json:",omitempty"`
		VersionId string `json:",omitempty"`
	}
	var list []key
	for _, k := range engine.NamedOf(c.value) {
		tag, _ := etagText(k.Valued("if-match"))
		list = append(list, key{k.Name, tag, k.Valued("version-id").String()})
	}
	return shellJSON(struct{ Objects []key }{list}), true
}

func shellParts(c *hole) (string, bool) {
	type part struct {
		PartNumber json.Number
		ETag       string
	}
	var list []part
	for _, p := range partList(c.value) {
		tag, _ := etagText(p.Value)
		list = append(list, part{json.Number(p.Name), tag})
	}
	return shellJSON(struct{ Parts []part }{list}), true
}

func shellJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return shellText(fmt.Sprintf("{} (%v)", err))
	}
	return shellText(string(text))
}

// shellText is one word of a POSIX shell. Where a character would do something to the terminal it is typed at, the word
// is written in the form that bash and zsh have for that.
func shellText(text string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("-_./:=,@%+", r)
	}
	if text != "" && strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return text
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(text,
		func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) {
		return shellBytes(text)
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// shellBytes is a word in which every byte that does not print is written as its number.
func shellBytes(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\'' || r == '\\':
			b.WriteString("\\" + string(r))
		case r == utf8.RuneError || !unicode.IsPrint(r):
			for _, c := range []byte(text[i : i+size]) {
				fmt.Fprintf(&b, `\x%02x`, c)
			}
		default:
			b.WriteRune(r)
		}
		i += size
	}
	return "$'" + b.String() + "'"
}

// printfText is the format with which printf writes some bytes.
func printfText(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		switch {
		case c == '%', c == '\\':
			b.WriteByte(c)
			b.WriteByte(c)
		case c == '\'':
			b.WriteString(`'\''`)
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return "'" + b.String() + "'"
}

// What a client makes anew for each sending.
const madeAnew = " host authorization x-ms-date x-ms-client-request-id x-amz-date x-amz-content-sha256 content-length "

// asCurl is a request of HTTP as a call of curl. The account is proved by what the shell knows: no key is known here.
func asCurl(r *request) (text, why string) {
	raw := r.wire()
	switch raw.Kind {
	case wire.SMB:
		return "", noSMB
	case wire.RESP:
		return "", "Redis does not speak HTTP: redis-cli sends the same."
	}
	words := []string{"curl", "-i"}
	switch raw.Method {
	case "GET":
	case "HEAD":
		words[1] = "--head"
	default:
		words = append(words, "-X", raw.Method)
	}
	words = append(words, shellText(raw.URL))
	if raw.Service == "bucket" {
		words = append(words, "\\\n  --aws-sigv4", "aws:amz:us-east-1:"+signer(r),
			`--user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY"`)
	} else {
		words = append(words, "\\\n  -H", `"Authorization: Bearer $AZURE_STORAGE_TOKEN"`)
	}
	for _, h := range raw.Headers {
		if !strings.Contains(madeAnew, " "+strings.ToLower(h.Name)+" ") {
			head := h.Name + ": " + h.Value
			if h.Value == "" {
				head = h.Name + ";" // so curl sends a header without a value
			}
			words = append(words, "\\\n  -H", shellText(head))
		}
	}
	if strings.Contains(raw.Body, "\x00") { // no word of a shell holds it
		words[0] = "printf " + printfText(raw.Body) + " | curl"
		words = append(words, "\\\n  --data-binary", "@-")
	} else if raw.Body != "" {
		words = append(words, "\\\n  --data-raw", shellText(raw.Body))
	} else if raw.Method != "GET" && raw.Method != "HEAD" && raw.Method != "DELETE" {
		words = append(words, "\\\n  -H", shellText("Content-Length: 0"))
	}
	return strings.Join(words, " ") + "\n", ""
}

// signer is the name of the service that a request to Amazon is signed for.
func signer(r *request) string {
	if r.spec.Verb == "put-role-policy" {
		return "iam"
	}
	return "s3"
}

// asRedis is a command as redis-cli takes it.
func asRedis(r *request) (text, why string) {
	if !r.spec.Prompt() {
		return "", "This is no command of Redis."
	}
	words := []string{"redis-cli"}
	for _, w := range r.wire().Words {
		words = append(words, shellText(w))
	}
	line := strings.Join(words, " ") + "\n"
	if slices.Contains([]string{"MULTI", "EXEC", "DISCARD", "WATCH", "UNWATCH"}, r.spec.Verb) {
		line = "# WATCH, MULTI and EXEC must come by one connection: type them at one prompt of redis-cli.\n" + line
	}
	return line, ""
}
