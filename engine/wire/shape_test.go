package wire

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// A path is of a row's shape where an expression says so, and has the same parts there: names hold no slash and a table
// no brackets, a key ends at a single quote, a slash may stand behind a name alone, and brackets may be left out.
func TestPathsHaveTheShapesOfTheirRows(t *testing.T) {
	random, matched := rand.New(rand.NewPCG(1, 2)), 0
	words := []string{"/", "/", "a", "bc", "messages", "Tables", "$batch", "(", ")", "()", "'", "''", "('", "')",
		"',RowKey='", "(PartitionKey='", "\n", "\xff", "é", " "}
	for _, s := range [...]*service{blobs, queues, tables, files, buckets} {
		for i := range s.forms {
			f := &s.forms[i]
			if f.shape == nil {
				continue
			}
			e := expressionOf(s, f.path)
			for range 3000 {
				path := f.path
				for strings.Contains(path, "{") { // most paths nearly fit
					from, to := strings.IndexByte(path, '{'), strings.IndexByte(path, '}')
					path = path[:from] + drawn(random, words, 3) + path[to+1:]
				}
				switch random.IntN(4) {
				case 0:
					path = "/" + drawn(random, words, 7)
				case 1:
					at := random.IntN(len(path) + 1)
					path = path[:at] + drawn(random, words, 1) + path[at:]
				}
				c, ok := f.shape.match(path)
				found := e.FindStringSubmatch(path)
				want := captured{}
				for i, name := range e.SubexpNames() {
					if found != nil && name != "" {
						want.put(name, found[i])
					}
				}
				if ok {
					matched++
				}
				if ok != (found != nil) || ok && c != want {
					t.Fatalf("%s %q is %+v %v, not %+v %v", f.path, path, c, ok, want, found != nil)
				}
			}
		}
	}
	if matched < 1000 {
		t.Errorf("only %d paths fitted", matched)
	}
}

func drawn(random *rand.Rand, words []string, most int) (text string) {
	for range random.IntN(most + 1) {
		text += words[random.IntN(len(words))]
	}
	return text
}

// expressionOf is the path of a target as an expression.
func expressionOf(s *service, path string) *regexp.Regexp {
	text := strings.NewReplacer(`\{box\}`, "(?P<all>[^/]+)/?", `\{name\}`, "(?P<all>[^']+)",
		`\{first\}`, "(?P<first>[^/()]+)", `\{rest\}`, "(?P<rest>.+)", `\{second\}`, "(?P<second>(?:[^']|'')*)",
		`\{third\}`, "(?P<third>(?:[^']|'')*)").Replace(regexp.QuoteMeta(path))
	if s.name == "table" {
		text = strings.ReplaceAll(text, "[^/]+)/?", "[^/()]+)/?")
	}
	if bare, ok := strings.CutSuffix(text, `\(\)`); ok {
		text = bare + `(?:\(\))?`
	}
	return regexp.MustCompile("(?s)^" + text + "$")
}

// The keys of an entity stand in any order, with blanks between; what is no entity's address stays as it is.
func TestTheKeysOfAnEntityStandInAnyOrder(t *testing.T) {
	keys := regexp.MustCompile(`^(/[^(]+)\( *(PartitionKey|RowKey)='((?:[^']|'')*)' *, *` +
		`(PartitionKey|RowKey)='((?:[^']|'')*)' *\)$`)
	random, moved := rand.New(rand.NewPCG(3, 4)), 0
	words := []string{"/", "a", "(", ")", "'", "''", " ", ",", "=", "PartitionKey", "RowKey", "='", "\n"}
	for range 30_000 {
		name := func() string { return []string{"PartitionKey", "RowKey"}[random.IntN(2)] }
		path := "/" + drawn(random, words[:3], 3) + "(" + drawn(random, words[6:7], 1) + name() + "='" +
			drawn(random, words[:7], 2) + "'" + drawn(random, words[6:7], 1) + "," + drawn(random, words[6:7], 1) +
			name() + "='" + drawn(random, words[:7], 2) + "'" + drawn(random, words[6:7], 1) + ")"
		if random.IntN(4) == 0 {
			at := random.IntN(len(path) + 1)
			path = path[:at] + drawn(random, words, 1) + path[at:]
		}
		want := path
		if k := keys.FindStringSubmatch(path); k != nil && k[2] != k[4] {
			moved++
			partition, row := k[3], k[5]
			if k[2] == "RowKey" {
				partition, row = row, partition
			}
			want = k[1] + "(PartitionKey='" + partition + "',RowKey='" + row + "')"
		}
		if got := tablePath(path); got != want {
			t.Fatalf("%q is %q, not %q", path, got, want)
		}
	}
	if moved < 1000 {
		t.Errorf("only %d paths were an entity's", moved)
	}
}
