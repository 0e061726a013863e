package export

import (
	"fmt"
	"html"
	"regexp"
	"strings"

	"interleave/engine/lesson"
)

// Paper is a text in the Markdown that handouts, sheets and the key card are written in, as a page of HTML that a
// browser prints as it stands: lines to write on, a break between front and back, diagrams drawn. Nothing in it is
// fetched from elsewhere.
func Paper(markdown string) []byte {
	p := &paper{rows: strings.Split(strings.TrimRight(markdown, "\n"), "\n")}
	p.text.WriteString("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n")
	fmt.Fprintf(&p.text, "<title>%s</title>\n<style>%s</style>\n", html.EscapeString(p.title()), paperStyle)
	for p.at < len(p.rows) {
		p.block()
	}
	p.text.WriteString("</html>\n")
	return []byte(p.text.String())
}

const paperStyle = `
@page { size: A4; margin: 16mm 18mm }
body { font: 11pt/1.4 sans-serif; color: #000; background: #fff; max-width: 46em; margin: 0 auto }
h1 { font-size: 17pt; margin: 0 0 .5em } h2 { font-size: 13pt } h3 { font-size: 11pt }
h1, h2, h3, p:has(+ pre), p:has(+ ol), p:has(> strong:only-child) { break-after: avoid }
p, li, blockquote { orphans: 3; widows: 3 }
p { margin: .55em 0 }
ul.choices { list-style: none; padding-left: 1em }
ul.choices li::before { content: "\2610"; margin-right: .6em }
pre { font: 8.5pt/1.35 monospace; white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid #999;
  padding: .5em .7em; break-inside: avoid }
code { font-family: monospace; font-size: .95em }
blockquote { border-left: 3px solid #000; margin: 1em 0; padding-left: .8em; font-weight: bold }
.write { display: inline-block; width: 75%; height: 1.7em; border-bottom: 1px solid #666 }
.write.wide { width: 100% }
.break { break-after: page }
table { border-collapse: collapse; width: 100%; margin: .8em 0 }
td { padding: 0 } tr { break-inside: avoid } svg { display: block; width: 100% }
svg text { font: 11px sans-serif } svg .who { font-weight: bold }
`

// paper is such a page as it grows.
type paper struct {
	rows []string
	at   int
	text strings.Builder
}

func (p *paper) title() string {
	if len(p.rows) == 0 {
		return ""
	}
	return strings.TrimLeft(p.rows[0], "# ")
}

var (
	fenced   = regexp.MustCompile("^(```+)(\\w*)$")
	headed   = regexp.MustCompile(`^(#{1,3}) (.*)$`)
	numbered = regexp.MustCompile(`^\d+\. (.*)$`)
)

// block takes what begins at this row.
func (p *paper) block() {
	row := p.rows[p.at]
	switch {
	case strings.TrimSpace(row) == "":
		p.at++
	case row == lesson.PageBreak:
		p.at++
		p.text.WriteString("<div class=\"break\"></div>\n")
	case fenced.MatchString(row):
		p.fence()
	case headed.MatchString(row):
		p.at++
		m := headed.FindStringSubmatch(row)
		fmt.Fprintf(&p.text, "<h%d>%s</h%d>\n", len(m[1]), inline(m[2]), len(m[1]))
	case strings.HasPrefix(row, "> "):
		p.at++
		fmt.Fprintf(&p.text, "<blockquote>%s</blockquote>\n", inline(row[2:]))
	case strings.HasPrefix(row, "- [ ] "):
		p.list("ul class=\"choices\"", "ul", func(row string) (string, bool) {
			return strings.CutPrefix(row, "- [ ] ")
		})
	case strings.HasPrefix(row, "- "):
		p.list("ul", "ul", func(row string) (string, bool) { return strings.CutPrefix(row, "- ") })
	case numbered.MatchString(row):
		p.list("ol", "ol", func(row string) (string, bool) {
			m := numbered.FindStringSubmatch(row)
			if m == nil {
				return "", false
			}
			return m[1], true
		})
	default:
		p.at++
		fmt.Fprintf(&p.text, "<p>%s</p>\n", inline(row))
	}
}

func (p *paper) list(open, end string, item func(row string) (text string, ok bool)) {
	fmt.Fprintf(&p.text, "<%s>\n", open)
	for ; p.at < len(p.rows); p.at++ {
		text, ok := item(p.rows[p.at])
		if !ok {
			break
		}
		fmt.Fprintf(&p.text, "<li>%s</li>\n", inline(text))
	}
	fmt.Fprintf(&p.text, "</%s>\n", end)
}

// fence is a block of code as it stands, or a diagram that is drawn.
func (p *paper) fence() {
	m, from := fenced.FindStringSubmatch(p.rows[p.at]), p.at+1
	for p.at = from; p.at < len(p.rows) && p.rows[p.at] != m[1]; p.at++ {
	}
	rows := p.rows[from:p.at]
	p.at++
	if m[2] == "mermaid" {
		p.text.WriteString(drawnSequence(rows))
		return
	}
	fmt.Fprintf(&p.text, "<pre>%s</pre>\n", html.EscapeString(strings.Join(rows, "\n")))
}

// dots are a line to write on; a long one has a row of its own.
var dots = regexp.MustCompile(`\.{20,}`)

// inline is a row with its emphasis, code and escapes.
func inline(row string) string {
	var b strings.Builder
	bold, slanted := false, false
	for at := 0; at < len(row); at++ {
		rest := row[at:]
		switch c := row[at]; {
		case c == '\\' && len(rest) > 1:
			at++
			b.WriteString(html.EscapeString(row[at : at+1]))
		case c == '`' && strings.IndexByte(rest[1:], '`') >= 0:
			end := strings.IndexByte(rest[1:], '`')
			fmt.Fprintf(&b, "<code>%s</code>", html.EscapeString(rest[1:1+end]))
			at += 1 + end
		case strings.HasPrefix(rest, "**") && turns(row, at, 2, bold):
			b.WriteString(map[bool]string{false: "<strong>", true: "</strong>"}[bold])
			bold = !bold
			at++
		case c == '*' && turns(row, at, 1, slanted):
			b.WriteString(map[bool]string{false: "<em>", true: "</em>"}[slanted])
			slanted = !slanted
		case c == '.' && dots.MatchString(rest) && dots.FindStringIndex(rest)[0] == 0:
			n := dots.FindStringIndex(rest)[1]
			b.WriteString(map[bool]string{false: `<span class="write"></span>`,
				true: `<span class="write wide"></span>`}[n > 80])
			at += n - 1
		default:
			b.WriteString(html.EscapeString(row[at : at+1]))
		}
	}
	return b.String()
}

// turns says whether stars open emphasis here, or end the one that is open: a star between blanks is a star.
func turns(row string, at, n int, open bool) bool {
	if open {
		return at > 0 && row[at-1] != ' '
	}
	return at+n < len(row) && row[at+n] != ' ' && strings.Contains(row[at+n:], row[at:at+n])
}
