package engine_test

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"interleave/engine/rulebook"
)

// Documents of the repository and what leads to them: links between pages, and citations in comments.

// citation is how a comment names sections of a page:
//
//	rules.md, "Byte-range locks" (L7) and "SMB opens"
var citation = regexp.MustCompile("(`?[\\w./]*\\w\\.md)" + `((?:,? (?:and |or )?"[^"]+"(?: \([^()]*\))?)*)`)

// pageNumber is how no comment cites: a number means nothing in a page whose sections have names.
var pageNumber = regexp.MustCompile(`\b(?:[Ff]act sheet|design/\w|[Ss]ections? \d)`)

// chapter is how no comment on a declaration begins: with the number of a chapter, as `2.1 Reads`, `4.1: a lease`.
var chapter = regexp.MustCompile(`^\d{1,2}(?:\.\d)?(?:[:.] |, (?:row|"|[A-Z])| [A-Z"(]| and \d)`)

// outside is what may be cited by number: documents that are not ours.
var outside = regexp.MustCompile(`(?:RFC \d+|MS-\w+|Diff3"), section \d`)

var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

func TestTidyDocuments(t *testing.T) {
	docs := readPages(t, "..")
	h := ourHouse(t)
	if len(docs) < 8 {
		t.Fatalf("only %d documents were read: %v", len(docs), slices.Sorted(maps.Keys(docs)))
	}
	lines := onOneLine(docs)
	for _, s := range h.sources {
		for _, f := range wrongCitations(s, lines) {
			t.Errorf("%s: %s", f.where, f.what)
		}
	}
	for name, text := range docs {
		for _, wrong := range wrongLinks(name, text, docs) {
			t.Errorf("%s: %s", name, wrong)
		}
	}
}

func TestTidyFindsAWrongCitation(t *testing.T) {
	docs := map[string]string{"engine/blob/rules.md": "# Blobs\n\n## Copy\nSee [there](#copy), " +
		"[lease](../lease/rules.md#leases).",
		"engine/lease/rules.md": "# Leases\nNothing of [it](../blob/rules.md#gone), nor of [that](../x.md).\n"}
	s, err := parse("engine/blob/a.go", []byte("package blob\n\n// A is rules.md, \"Copy\" and \"Leases\".\n"+
		"// B is lease/rules.md, \"Leases\".\n\n// C is ux.md.\n\n// D is section 4.\n\n// E is RFC 7232, section "+
		"6.\n\n// 2.1 Reads, row by row.\n\n// 7 and 4.1: a.\n\n// 60 of all orders, 1.5 s each.\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range wrongCitations(s, onOneLine(docs)) {
		got = append(got, f.what)
	}
	for _, name := range []string{"engine/blob/rules.md", "engine/lease/rules.md"} {
		got = append(got, wrongLinks(name, docs[name], docs)...)
	}
	want := []string{`"Leases" is neither a section nor a phrase of engine/blob/rules.md`, "there is no ux.md",
		`"section 4" is cited by number: name the section of rules.md`,
		`"2.1 R" begins a comment as a chapter does: name the section of rules.md`,
		`"7 and 4" begins a comment as a chapter does: name the section of rules.md`,
		"../blob/rules.md#gone leads to no section", "../x.md leads to no document"}
	if !slices.Equal(got, want) {
		t.Errorf("found\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// readPages are the Markdown documents, by their names from the top.
func readPages(t testing.TB, root string) map[string]string {
	t.Helper()
	docs := map[string]string{}
	for _, pattern := range []string{"*.md", ".github/*.md", "*/*.md", "*/*/*.md"} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			short, err := filepath.Rel(root, name)
			if err != nil {
				t.Fatal(err)
			}
			docs[filepath.ToSlash(short)] = string(text)
		}
	}
	return docs
}

// onOneLine are documents without their breaks: what is cited may go over the end of a line.
func onOneLine(docs map[string]string) map[string]string {
	lines := map[string]string{}
	for name, text := range docs {
		lines[name] = strings.Join(strings.Fields(text), " ")
	}
	return lines
}

// wrongCitations are those of documents, each given on one line, that lead nowhere.
func wrongCitations(s *source, docs map[string]string) (out []finding) {
	for _, group := range s.file.Comments {
		text := prose(group.Text())
		for _, m := range citation.FindAllStringSubmatch(text, -1) {
			name := pageNamed(s, m[1], docs)
			if name == "" {
				every := m[2] == "" && path.Base(m[1]) == "rules.md"            // those of all services
				if !every && !strings.HasPrefix(m[1], "`") && isOurPage(m[1]) { // in backticks stands an example
					out = append(out, s.at(group, "there is no %s", m[1]))
				}
				continue
			}
			for i, phrase := range strings.Split(m[2], `"`) {
				if i%2 == 1 && !strings.Contains(docs[name], phrase) {
					out = append(out, s.at(group, "%q is neither a section nor a phrase of %s", phrase, name))
				}
			}
		}
		m := chapter.FindString(text)
		if s.set.Position(group.Pos()).Column == 1 && m != "" {
			out = append(out, s.at(group, "%q begins a comment as a chapter does: name the section of rules.md", m))
		}
		for _, m := range pageNumber.FindAllString(outside.ReplaceAllString(text, ""), -1) {
			out = append(out, s.at(group, "%q is cited by number: name the section of rules.md", m))
		}
	}
	return out
}

// pageNamed finds a cited page: beside the file, in another package by its short name, or from the top.
func pageNamed(s *source, cited string, docs map[string]string) string {
	for _, name := range []string{path.Join(s.dir(), cited), path.Join("engine", cited), cited} {
		if _, ok := docs[name]; ok {
			return name
		}
	}
	return ""
}

// prose is a comment without its examples, on one line.
func prose(comment string) string {
	var words []string
	for line := range strings.Lines(comment) {
		if !strings.HasPrefix(line, "\t") {
			words = append(words, strings.Fields(line)...)
		}
	}
	return strings.Join(words, " ")
}

// isOurPage tells a document of the repository from an object that examples are about, as wiki/home.md.
func isOurPage(name string) bool {
	base := path.Base(name)
	return !strings.Contains(name, "/") || base == "rules.md" ||
		strings.ToUpper(base[:len(base)-3]) == base[:len(base)-3]
}

func wrongLinks(name, text string, docs map[string]string) (out []string) {
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		file, anchor, _ := strings.Cut(m[1], "#")
		if strings.Contains(file, ":") {
			continue // elsewhere in the world
		}
		to := name
		if file != "" {
			to = path.Join(path.Dir(name), file)
		}
		if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(to))); err != nil && docs[to] == "" {
			out = append(out, fmt.Sprintf("%s leads to no document", m[1]))
			continue
		}
		if anchor != "" && !slices.ContainsFunc(rulebook.Parse(docs[to]),
			func(s rulebook.Section) bool { return s.Anchor() == anchor }) {
			out = append(out, fmt.Sprintf("%s leads to no section", m[1]))
		}
	}
	return out
}
