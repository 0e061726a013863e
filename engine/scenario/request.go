package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"interleave/engine"
)

// request reads a request behind its writer.
func (p *parser) request(by string, items []item) (engine.Send, error) {
	in := engine.Send{By: by}
	name, ok := items[0].text()
	if !ok {
		return in, &wrong{items[0].start, "a verb stands here, as get-blob"}
	}
	in.Verb = name
	prompt := items[0].form == bare && isPrompt(name)
	if p.checks && p.g.verb(name) == nil {
		return in, &wrong{items[0].start, fmt.Sprintf("there is no operation %s%s", strconv.Quote(name),
			near(name, p.g.names()))}
	}
	rest, err := p.ownWords(&in, items[1:], prompt)
	if err != nil {
		return in, err
	}
	if err := p.known(rest); err != nil {
		return in, err
	}
	if prompt {
		in.Args, err = promptArgs(rest)
	} else {
		in.Args, err = p.args(name, rest, ownWords[:])
	}
	return in, err
}

// ownWords takes off what any request may carry: `as` and the words behind a prompt's command at the end only, those of
// other requests anywhere.
func (p *parser) ownWords(in *engine.Send, items []item, prompt bool) ([]item, error) {
	for len(items) > 0 {
		n := len(items)
		if n > 1 && items[n-2].is("as") && in.As == "" {
			name, ok := items[n-1].text()
			if !ok || name == "" {
				return nil, &wrong{items[n-1].start, "behind as stands a name, as a1"}
			}
			in.As, items = name, items[:n-2]
			continue
		}
		if !items[n-1].isOwn() {
			break
		}
		if p.propertyNamedOn(in.Verb, items[n-1]) {
			return nil, namesConnection(items[n-1])
		}
		if err := p.ownWord(&in.Words, items[n-1]); err != nil {
			return nil, err
		}
		items = items[:n-1]
	}
	if prompt {
		return items, nil
	}
	rest := items[:0] // never longer than what was looked at
	for _, i := range items {
		switch {
		case i.is("as"):
			return nil, &wrong{i.start, "as and a name stand last on the line"}
		case p.propertyNamedOn(in.Verb, i):
			return nil, namesConnection(i)
		case i.isOwn():
			if err := p.ownWord(&in.Words, i); err != nil {
				return nil, err
			}
		default:
			rest = append(rest, i)
		}
	}
	return rest, nil
}

func namesConnection(i item) error {
	return &wrong{i.from, "on= names a connection, as c1: a property of that name is written .on="}
}

// propertyNamedOn says whether on= is meant as a property: the operation takes any, and the word is no connection's.
func (p *parser) propertyNamedOn(verb string, i item) bool {
	if v := p.g.verb(verb); !p.checks || !i.isOwn() || i.key != "on" || v == nil || !v.takes(".on") {
		return false
	}
	number, ok := strings.CutPrefix(i.value.String(), "c")
	_, err := strconv.Atoi(number)
	return !ok || err != nil
}

func (i item) isOwn() bool { return i.hasKey && !i.keyQuoted && slices.Contains(ownWords[:], i.key) }

func (p *parser) ownWord(w *engine.Words, i item) error {
	if i.key == "choose" {
		return chooseWord(w, i)
	}
	if i.form == other {
		return &wrong{i.from, fmt.Sprintf("%s= takes a word", i.key)}
	}
	text := i.value.String()
	switch i.key {
	case "from":
		w.From = text
		if text != "none" && text != "" {
			return p.named(text, i.from)
		}
	case "again":
		w.Again = text
		if text != "" {
			return p.named(text, i.from)
		}
	case "fault":
		w.Fault = text
	case "on":
		w.On = text
	case "does":
		w.Does = text
		if p.checks && text != "none" {
			return &wrong{i.from, "does= takes none: this delete says nothing about work"}
		}
	}
	return nil
}

func chooseWord(w *engine.Words, i item) error {
	list, ok := i.value.List()
	if !ok {
		list = []engine.Value{i.value}
	}
	w.Choose = nil
	for _, v := range list {
		n, err := strconv.Atoi(v.String())
		if err != nil {
			return &wrong{i.from, "choose= takes a number or a list of them: choose=1, choose=[1 0]"}
		}
		w.Choose = append(w.Choose, n)
	}
	return nil
}

// promptArgs are the words of a command as typed at a prompt, as one argument.
func promptArgs(items []item) ([]engine.Arg, error) {
	var words []engine.Value
	for _, i := range items {
		switch {
		case i.hasKey && i.form == other:
			return nil, &wrong{i.start, "put this word in quotes"}
		case i.hasKey:
			words = append(words, engine.Text(i.key+"="+i.value.String()))
		default:
			words = append(words, i.value)
		}
	}
	return []engine.Arg{{Name: "line", Value: engine.List(words...)}}, nil
}

// args gives each value the name of its parameter. The own words are those that stand beside them.
func (p *parser) args(name string, items []item, own []string) ([]engine.Arg, error) {
	v := p.g.verb(name)
	places := p.g.positional(name)
	var args []engine.Arg
	for _, i := range items {
		arg := engine.Arg{Name: i.key, Value: i.value}
		switch {
		case p.checks && i.form == bare && holdsReference(i.value.String()):
			return nil, &wrong{i.from, "a reference stands alone: of a receive named a1, $a1.0 is the message " +
				"itself, $a1.0.receipt its receipt; a text that is meant as it stands is put in quotes"}
		case !i.hasKey && len(places) > 0:
			arg.Name, places = places[0], places[1:]
		case !i.hasKey && v == nil:
			return nil, &wrong{i.start, fmt.Sprintf(
				"there is no operation %s%s, so this word has no meaning: write name=value", name,
				near(name, p.g.names()))}
		case !i.hasKey:
			return nil, &wrong{i.start, fmt.Sprintf(
				"%s takes no more words without a name: a text with blanks stands in quotes, the rest is name=value "+
					"with one of %s", name, strings.Join(v.paramNames(), ", "))}
		case p.checks && !v.takes(i.key):
			return nil, &wrong{i.start, fmt.Sprintf("%s takes no %s=%s%s", name, key(i.key),
				p.g.sibling(v.spec, i.key), v.property(i.key, near(i.key, append(v.paramNames(), own...))))}
		}
		if p.checks && v.groups(arg.Name) {
			if err := p.members(i); err != nil {
				return nil, err
			}
		}
		args = append(args, arg)
	}
	return args, nil
}

// holdsReference says whether a word has what looks like a reference in it, as `jobs/$a1.0.id`: that would be sent as
// it stands, and find nothing.
func holdsReference(word string) bool {
	before, rest, ok := strings.Cut(word, "$")
	name, _, dotted := strings.Cut(rest, ".")
	return ok && before != "" && dotted && name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// DotInFront is what is said of a property that lacks its dot.
const DotInFront = "a property has a dot in front"

// property is how a word is written that can only be meant as a property of a row; else what is said otherwise.
func (v *verb) property(name, otherwise string) string {
	if slices.Contains(v.paramNames(), ".*") && !ownWord(name) && !strings.Contains(name, "-") &&
		Suggest(name, v.paramNames()) == "" {
		return "; " + DotInFront + ": ." + name + "="
	}
	return otherwise
}

// sibling names an operation that has the same effect on the same kind of object and takes a condition which another
// one does not.
func (g *grammar) sibling(spec *engine.OpSpec, param string) string {
	if !strings.HasPrefix(param, "if-") {
		return ""
	}
	for _, name := range g.names() {
		if o := g.verb(name); o.spec.Object == spec.Object && o.spec.Effect == spec.Effect && o.takes(param) {
			return "; " + name + " takes it"
		}
	}
	return ""
}
