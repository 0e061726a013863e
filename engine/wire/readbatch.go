package wire

import (
	"strings"

	"interleave/engine"
)

// readBatch reads a group: the requests of its change sets, each as an operation of the table.
//
// Source: Azure REST, "Performing entity group transactions"; table/rules.md, "Entity group transactions".
func readBatch(r *reader) error {
	sets, ok := partsOf(r.m.Header("Content-Type"), r.m.Body)
	if !ok {
		return badJSON()
	}
	box, partition := "", ""
	for i, set := range sets {
		kind, inner := partOf(set)
		requests, many := partsOf(kind, inner)
		if !many {
			requests = []string{set} // a read stands alone, in no change set
		}
		operations := []engine.Value{}
		for _, one := range requests {
			_, text := partOf(one)
			reading, err := r.inner(text)
			if err != nil {
				return err
			}
			names := append(strings.SplitN(reading.Args[0].Value.String(), "/", 3), "", "")
			if len(operations) == 0 && i == 0 {
				box, partition = names[0], names[1]
			}
			words := []engine.Value{engine.Text(reading.Verb), engine.Text(names[1] + "/" + names[2])}
			for _, a := range reading.Args[1:] {
				words = append(words, pair(a.Name, a.Value))
			}
			operations = append(operations, engine.List(words...))
		}
		switch i {
		case 0:
			r.put("path", engine.Text(box))
			r.put("partition", engine.Text(partition))
			r.put("operations", engine.List(operations...))
		case 1:
			r.put("second", engine.List(operations...))
		}
	}
	return nil
}

// inner reads one request of a group.
func (r *reader) inner(text string) (Reading, error) {
	head, body, _ := strings.Cut(text, "\n\n")
	lines := strings.Split(head, "\n")
	words := strings.Fields(lines[0])
	if len(words) < 2 {
		return Reading{}, badJSON()
	}
	m := &Message{Method: words[0], Host: r.m.Host, Account: r.m.Account, Body: body}
	target := words[1]
	host := r.m.Host
	if _, rest, ok := strings.Cut(target, "://"); ok {
		at := strings.IndexByte(rest, '/')
		if at < 0 {
			return Reading{}, badJSON()
		}
		host, target = rest[:at], rest[at:]
	}
	target, m.Query, _ = strings.Cut(target, "?")
	m.Path, _ = AccountOf(host, target)
	for _, line := range lines[1:] {
		if name, value, ok := strings.Cut(line, ":"); ok {
			m.Headers = append(m.Headers, Header{strings.TrimSpace(name), strings.TrimSpace(value)})
		}
	}
	reading, err := Read(r.service.name, m, r.spec)
	if err == nil && (reading.Verb == r.form.verb || len(reading.Args) == 0) {
		return Reading{}, badJSON()
	}
	return reading, err
}

// partsOf are the parts of a body of several, between the boundaries that its type names.
func partsOf(kind, body string) (parts []string, ok bool) {
	_, mark, ok := strings.Cut(kind, "boundary=")
	mark, _, _ = strings.Cut(mark, ";")
	if mark = strings.Trim(strings.TrimSpace(mark), `"`); !ok || mark == "" {
		return nil, false
	}
	all := strings.Split("\n"+strings.ReplaceAll(body, "\r\n", "\n"), "\n--"+mark)
	if len(all) < 2 {
		return nil, false
	}
	for _, part := range all[1:] {
		if strings.HasPrefix(part, "--") {
			return parts, true
		}
		_, part, _ = strings.Cut(part, "\n") // what stands behind the boundary on its line
		parts = append(parts, part)
	}
	return nil, false
}

// partOf is the type of a part and what stands behind its headers.
func partOf(part string) (kind, body string) {
	head, body, _ := strings.Cut(part, "\n\n")
	for line := range strings.Lines(head) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.EqualFold(name, "Content-Type") {
			kind = strings.TrimSpace(value)
		}
	}
	return kind, body
}
