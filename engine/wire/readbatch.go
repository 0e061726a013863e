package wire

import (
	"slices"
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
	g := grouping{reader: r}
	for i, set := range sets {
		kind, inner := partOf(set)
		requests, many := partsOf(kind, inner)
		if !many {
			requests = []string{set} // a read stands alone, in no change set
		}
		for _, one := range requests {
			_, text := partOf(one)
			reading, err := r.inner(text)
			if err != nil {
				return err
			}
			g.add(reading, i, many)
		}
	}
	r.put("path", engine.Text(g.box))
	r.put("partition", engine.Text(g.partition))
	if g.readsInSet && len(g.sets[0])+len(g.sets[1]) == 1 {
		return &NotReadError{400, "InvalidInput", "A read is the only operation of its group, in no change set."}
	}
	if g.reads { // beside another operation, of whatever set: one refusal for all
		g.sets[0], g.sets[1] = append(g.sets[0], g.sets[1]...), nil
	}
	r.put("operations", engine.List(g.sets[0]...))
	if len(g.sets[1]) > 0 {
		r.put("second", engine.List(g.sets[1]...))
	}
	return nil
}

// grouping is a group as far as it is read: its first request names the table and the partition of all.
type grouping struct {
	*reader
	box, partition string
	sets           [2][]engine.Value
	reads          bool // one of them is a read
	readsInSet     bool // one that stands in a change set
}

// add takes the request of a set as an operation of the group, under its row alone as far as it is one of the table.
func (g *grouping) add(one Reading, set int, inSet bool) {
	if spec := g.spec(one.Verb); spec != nil && spec.Group == engine.GroupRead {
		g.reads, g.readsInSet = true, g.readsInSet || inSet
	}
	names := strings.SplitN(one.Args[0].Value.String(), "/", 3)
	if set == 0 && len(g.sets[0]) == 0 {
		g.box, g.partition = names[0], append(names, "")[1]
	}
	args := one.Args[1:]
	if len(names) < 3 { // a new entity that lacks a key
		lacks := []string{".PartitionKey", ".RowKey"}[len(names)-1]
		names = []string{names[0], append(names, g.partition)[1], ""}
		args = slices.DeleteFunc(slices.Clone(args), func(a engine.Arg) bool { return a.Name == lacks })
		args = append(args, engine.Arg{Name: lacks, Value: engine.Text("null")})
	}
	if strings.EqualFold(names[0], g.box) {
		names = names[1:]
	}
	words := []engine.Value{engine.Text(one.Verb), engine.Text(strings.Join(names, "/"))}
	for _, a := range args {
		words = append(words, pair(a.Name, a.Value))
	}
	if set < len(g.sets) {
		g.sets[set] = append(g.sets[set], engine.List(words...))
	}
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
	m.Headers = headersIn(lines[1:])
	reading, err := Read(r.service.name, m, r.spec)
	if err == nil && (reading.Verb == r.form.verb || len(reading.Args) == 0) {
		return Reading{}, badJSON()
	}
	return reading, err
}

// headersIn are the headers that stand in lines, one a line.
func headersIn(lines []string) (list []Header) {
	for _, line := range lines {
		if name, value, ok := strings.Cut(line, ":"); ok {
			list = append(list, Header{strings.TrimSpace(name), strings.TrimSpace(value)})
		}
	}
	return list
}

// partsOf are the parts of a body of several, between the boundaries that its type names.
func partsOf(kind, body string) (parts []string, ok bool) {
	mark := boundary(kind)
	if mark == "" {
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

// boundary is what parts a body of several; empty where its type does not say it.
func boundary(kind string) string {
	_, parameters, _ := strings.Cut(kind, ";")
	for one := range strings.SplitSeq(parameters, ";") {
		name, mark, _ := strings.Cut(one, "=")
		if strings.EqualFold(strings.TrimSpace(name), "boundary") {
			return strings.Trim(strings.TrimSpace(mark), `"`)
		}
	}
	return ""
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
