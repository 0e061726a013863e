package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/view"
)

// form is one form in which something is taken along.
type form struct{ word, title, ext string }

// groupAction is one request of a group transaction: its verb, its tag (empty: none), its entity as JSON and as
// properties.
type groupAction struct {
	verb, tag, json string
	inner           *request
}

// group are the requests of a group transaction, each as if it stood alone.
func (r *request) group(c *hole) (list []groupAction) {
	c.used = append(c.used, "operations", "partition")
	inner, _ := engine.Requests(r.arg("operations"), r.specs)
	for _, q := range inner {
		spec := r.specs(q.Verb)
		if spec == nil {
			continue
		}
		one := &request{spec: spec, number: r.number, at: r.at, specs: r.specs}
		for _, a := range q.Args {
			if a.Name == "path" {
				a.Value = engine.Text(r.arg("path").String() + "/" + r.entityPath(a.Value.String()))
			}
			one.args = append(one.args, a)
		}
		tag, _ := etagText(one.arg("if-match"))
		list = append(list, groupAction{q.Verb, tag, one.entity(), one})
	}
	return list
}

// entityPath is the path of an entity in its table: its row alone is in the partition of the group.
func (r *request) entityPath(path string) string {
	if strings.Contains(path, "/") {
		return path
	}
	return r.arg("partition").String() + "/" + path
}

// keys are the keys of an entity as JSON.
func (r *request) keys() string {
	parts := append(strings.SplitN(r.arg("path").String(), "/", 3), "", "")
	text, err := json.Marshal(struct{ PartitionKey, RowKey string }{parts[1], parts[2]})
	if err != nil {
		panic(fmt.Sprintf("export: keys that JSON cannot hold: %v", err))
	}
	return string(text)
}

// entity is an entity as JSON with its keys, as SDKs take it: on the wire an update has them in its address.
func (r *request) entity() string {
	body, keys := compact(r.wire().Body), r.keys()
	if body == "" || body == "{}" {
		return keys
	}
	if strings.Contains(body, `"PartitionKey":`) {
		return body
	}
	return strings.TrimSuffix(keys, "}") + "," + strings.TrimPrefix(body, "{")
}

// compact is JSON without blanks and rows; what is none stays as it is.
func compact(text string) string {
	var b bytes.Buffer
	if json.Compact(&b, []byte(text)) != nil {
		return text
	}
	return b.String()
}

// languages are all of them, in the order in which they are offered.
var languages = []*language{&curl, &redisCLI, &cli, &net, &python, &golang, &java, &javascript}

// Languages are the words and titles of the languages and tools in which a request can be copied.
func Languages() (words, titles []string) {
	for _, t := range languages {
		words, titles = append(words, t.word), append(titles, t.title)
	}
	return words, titles
}

// Code is a request in a language or for a tool, by its word; why says in a sentence where there is no such call.
func Code(v *view.View, number int, word string) (text, why string) {
	r := requestOf(v, number)
	if r == nil {
		return "", "There is no such request."
	}
	return r.code(word)
}

func (r *request) code(word string) (text, why string) {
	t := languageOf(word)
	if t == nil {
		return "", fmt.Sprintf("%q is no language that is known here.", word)
	}
	if _, rejected := r.spec.Op.(engine.Rejected); rejected {
		return "", "The service refused this request before it looked at it: only its first line is kept."
	}
	return t.write(r)
}

// languageOf is the language with that word; nil: there is none.
func languageOf(word string) *language {
	at := slices.IndexFunc(languages, func(t *language) bool { return t.word == word })
	if at < 0 {
		return nil
	}
	return languages[at]
}

// CodeOf is the newest request of that name in a world, in a language; for what a lesson is remembered by.
func CodeOf(w *engine.World, name, word string) (text, why string) {
	x := w.Named(name)
	if x == nil {
		return "", "There is no request " + name + "."
	}
	return Code(view.OfWorld(w), x.Number, word)
}
