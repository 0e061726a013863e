package plain

import (
	"flag"
	"fmt"
	"strings"

	"interleave/engine/catalog"
	"interleave/engine/conflict"
	"interleave/engine/guards"
	"interleave/ui/command"
	"interleave/ui/sessions"
)

func keysFlags(set *flag.FlagSet) func(*program, []string) int {
	card, out := false, ""
	set.BoolVar(&card, "card", false, "Lists the keys that one needs first, as a page of Markdown.")
	set.StringVar(&out, "o", "", "Writes the card to the `FILE`: .html to be printed, else Markdown.")
	return func(p *program, words []string) int {
		if card && out != "" {
			return p.writePage(out, keyCard())
		}
		if card {
			fmt.Fprint(p.out, keyCard())
			return exitOK
		}
		return p.keys(words)
	}
}

// keyCard is one page with the keys that letters have, by menus.
func keyCard() string {
	var b strings.Builder
	b.WriteString("# interleave: keys\n")
	for _, menu := range command.Menus() {
		fmt.Fprintf(&b, "\n**%s** ", menu)
		var list []string
		for _, c := range command.MenuOf(menu) {
			keys := c.Keys.Keys()
			if len(keys) == 0 || len(keys[0]) > len("space") || strings.HasPrefix(c.ID, "move.") ||
				strings.HasPrefix(c.ID, "writer.") && len(c.ID) == len("writer.1") && c.ID > "writer.2" {
				continue
			}
			list = append(list, fmt.Sprintf("`%s` %s", command.KeyName(keys[0]), strings.ToLower(c.Label())))
		}
		b.WriteString(strings.Join(list, ", ") + "\n")
	}
	return b.String()
}

// keys prints the table of the desktop's keys, as columns.
func (p *program) keys([]string) int {
	for _, c := range command.All() {
		if len(c.Keys.Keys())+len(c.Edit.Keys()) == 0 {
			continue
		}
		fmt.Fprintln(p.out, strings.TrimRight(
			fmt.Sprintf("%-28s %-18s %-16s %s", keyNames(c.Keys.Keys()), keyNames(c.Edit.Keys()), c.Menu, c.Title),
			" "))
	}
	return exitOK
}

func keyNames(keys []string) string {
	names := make([]string, len(keys))
	for i, key := range keys {
		names[i] = command.KeyName(key)
	}
	return strings.Join(names, ", ")
}

// help explains the program, a subcommand, a word, or an operation.
func (p *program) help(args []string) int {
	if len(args) == 0 {
		p.helpAll()
		return exitOK
	}
	name, found := args[0], false
	known := wordNames()
	for _, s := range subcommands() {
		if known = append(known, s.word); s.word == name {
			p.explain(s)
			found = true
		}
	}
	if w, ok := wordNamed(name); ok && w.explained() != "" {
		fmt.Fprintf(p.out, "%s\n    %s\n", strings.TrimSpace(w.name+" "+w.form), w.explained())
		found = true
	}
	if p.explainTopic(name) {
		found = true
	}
	for _, kind := range conflict.Kinds() {
		if known = append(known, string(kind)); string(kind) == strings.ReplaceAll(name, " ", "-") {
			fmt.Fprintf(p.out, "%c %s\n    %s\n", conflict.SeverityOf(kind), kind, conflict.Meaning(kind))
			found = true
		}
	}
	services := catalog.New().Services()
	for _, k := range guards.Rows(services) {
		known = append(known, k.ID)
		if row := strings.Trim(strings.Join(args, " "), `"`); strings.EqualFold(row, k.ID) ||
			strings.EqualFold(row, k.Title) {
			fmt.Fprintf(p.out, "the row %s of guards and compare-guards\n    %s\n", k.Title, k.Say)
			found = true
		}
	}
	for _, service := range services {
		for _, op := range service.Ops {
			if known = append(known, op.Verb); strings.EqualFold(op.Verb, name) {
				p.op(op)
				p.rulesOf(service, op)
				p.settings(service)
				found = true
			}
		}
	}
	if known = append(known, nouns()...); !found {
		found = p.explainNoun(name)
	}
	if !found {
		return p.wrong("There is no help on %q.%s%s interleave help lists the words.", name,
			sessions.Nearest(name, known), rulesSpeakOf(name))
	}
	return exitOK
}

func (p *program) helpAll() {
	fmt.Fprintf(p.out, "interleave [flags] [FILE...]\n    A FILE that ends in .race is a script in a new session. "+
		"Any other becomes a blob, files/NAME.\n\n")
	p.flags(sessions.FlagSet(new(sessions.Choice)))
	fmt.Fprintln(p.out)
	for _, s := range subcommands() {
		fmt.Fprintf(p.out, "interleave %s\n    %s\n", s.form(), s.help)
	}
	fmt.Fprintf(p.out, "\nThe words of the plain mode (--plain); a line of a scenario is a command too, as\nann: "+
		"get-blob wiki/home.md. help grammar explains its forms, such as again=, seed: and on lost.\n\n")
	for _, w := range words() {
		fmt.Fprintf(p.out, "  %-20s %s\n", strings.TrimSpace(w.name+" "+w.form), w.explained())
	}
}

// explain says how a subcommand is called, and what each of its flags does.
func (p *program) explain(s subcommand) {
	fmt.Fprintf(p.out, "interleave %s\n    %s\n", s.form(), s.help)
	set, _ := s.set()
	p.flags(set)
}

func (p *program) flags(set *flag.FlagSet) {
	set.VisitAll(func(f *flag.Flag) {
		value, help := flag.UnquoteUsage(f)
		fmt.Fprintf(p.out, "  %-20s %s\n", strings.TrimSpace(sessions.Dashes(set)+f.Name+" "+value), help)
	})
}
