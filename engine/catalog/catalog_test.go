package catalog_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
)

func TestEveryOperationIsDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range enginetest.Specs() {
		if seen[s.Verb] {
			t.Errorf("%s: two operations have this verb", s.Verb)
		}
		seen[s.Verb] = true
		switch {
		case s.Verb != strings.ToLower(s.Verb) && !s.Prompt() || s.Prompt() && s.Verb != strings.ToUpper(s.Verb) ||
			s.Verb == "":
			t.Errorf("%q is no verb", s.Verb)
		case s.Method == "" || s.Object == "" || s.Group == "" || len(s.OK) == 0:
			t.Errorf("%s: no method, object, group or success: %+v", s.Verb, s)
		case !strings.HasSuffix(s.Summary, ".") || strings.Contains(s.Summary, "%"):
			t.Errorf("%s: %q is no sentence", s.Verb, s.Summary)
		case s.Source.Document == "" || s.Source.Section == "":
			t.Errorf("%s: no source", s.Verb)
		case !slices.Contains(engine.AllGroups(), s.Group):
			t.Errorf("%s: no such group as %q", s.Verb, s.Group)
		case s.Effect == engine.NoEffect || s.Did == "":
			t.Errorf("%s: its OpSpec says no Effect or not what it Did: a story could only say that something happened",
				s.Verb)
		case (s.Group == engine.GroupRead) != (s.Effect == engine.Reads):
			t.Errorf("%s: stands in the group %s and has the effect %d: what only reads is in the group read", s.Verb,
				s.Group, s.Effect)
		case s.Lists && s.Effect != engine.Reads:
			t.Errorf("%s: Lists is said of what only reads", s.Verb)
		}
		for _, p := range s.Params() {
			if p.Help == "" {
				t.Errorf("%s: %s has no help", s.Verb, p.Name)
			}
		}
	}
}

// What an operation makes and what others lie in are kinds of objects that the service has operations for.
func TestKindsOfColumnsAreKindsOfObjects(t *testing.T) {
	for _, service := range catalog.Services() {
		kind := func(name string) bool {
			return slices.ContainsFunc(service.Ops, func(s engine.OpSpec) bool { return s.Object == name })
		}
		for _, s := range service.Ops {
			if s.Makes != "" && !kind(s.Makes) {
				t.Errorf("%s makes a %s, which is no kind of object", s.Verb, s.Makes)
			}
		}
		for _, name := range service.Holders {
			if !kind(name) || !slices.ContainsFunc(service.Ops, func(s engine.OpSpec) bool { return s.Makes == name }) {
				t.Errorf("%s: nothing makes a %s, in which others are said to lie", service.Name, name)
			}
		}
	}
}

// A rule that bears the name of a source or of a type is about that: advice and stories go by the column.
func TestRulesOfSourcesLookAtThem(t *testing.T) {
	for _, s := range enginetest.Specs() {
		for _, r := range s.Refuses {
			words := strings.FieldsFunc(strings.ToLower(r.Name), func(c rune) bool { return c == ' ' || c == '-' })
			if slices.Contains(words, "source") != (r.Looks == engine.AtSource) {
				t.Errorf("%s: %s %s looks at %d", s.Verb, r.Name, r.Fault, r.Looks)
			}
			if r.Kind == engine.IsGone && slices.Contains(words, "type") != (r.Looks == engine.AtType) {
				t.Errorf("%s: %s %s looks at %d", s.Verb, r.Name, r.Fault, r.Looks)
			}
		}
	}
}

func TestEveryRuleHasItsCodeAndItsSource(t *testing.T) {
	check := func(where string, r *engine.Rule) {
		if r.Name == "" || r.Fault.Status < 400 || r.Fault.Code == "" || r.Fault.Message == "" {
			t.Errorf("%s: a rule without name, status, code or message: %+v", where, r)
		}
		if r.Source.Document == "" || r.Source.Section == "" {
			t.Errorf("%s: %s has no source", where, r.Fault.Code)
		}
	}
	for _, service := range catalog.Services() {
		for _, r := range service.Faults {
			check(service.Name, r)
		}
		for _, s := range service.Ops {
			for i, r := range s.Refuses {
				check(s.Verb, r)
				if slices.Contains(s.Refuses[:i], r) {
					t.Errorf("%s: %s %s is there twice", s.Verb, r.Name, r.Fault.Code)
				}
			}
		}
	}
}

// What a guide says otherwise than the page that is followed is said with its place: rules of the receipts of an
// update, conditions on containers, leases of files, what SMB does not stop, the wording of a failed EXCAS.
func TestWhereAGuideDiffersTheSourceSaysSo(t *testing.T) {
	sources := map[string][]engine.Source{}
	for _, s := range catalog.Services() {
		for _, op := range s.Ops {
			sources[op.Verb] = append(sources[op.Verb], op.Source)
			for _, r := range op.Refuses {
				sources[op.Verb] = append(sources[op.Verb], r.Source)
			}
		}
	}
	for verb, place := range map[string]string{"update-message": "Managing concurrency in Queue storage",
		"set-container-metadata": "Optimistic concurrency for blobs and containers",
		"set-container-acl":      "Optimistic concurrency for blobs and containers",
		"delete-container":       "Optimistic concurrency for blobs and containers",
		"renew-container-lease":  "Optimistic concurrency for blobs and containers",
		"acquire-blob-lease":     "Pessimistic concurrency for blobs",
		"acquire-file-lease":     "Managing concurrency in Azure Files",
		"list-handles":           "Managing concurrency in Azure Files",
		"get-file-properties":    "Managing concurrency in Azure Files", "EXCAS": "tair.wording=module"} {
		if !slices.ContainsFunc(sources[verb],
			func(s engine.Source) bool { return strings.Contains(s.Differs, place) }) {
			t.Errorf("%s does not say that %s says otherwise", verb, place)
		}
	}
	for _, s := range sources["update-message"] {
		if strings.Contains(s.Document, "Delete Message") {
			t.Errorf("an update cites %s", s.Document)
		}
	}
}

func TestTableNamesAreTheObjectsOfTheOperations(t *testing.T) {
	w := catalog.New()
	if w.Check() != nil || w.Describe() == "" {
		t.Fatal("an empty world must hold what it promises")
	}
	for _, s := range enginetest.Specs() {
		if w.Spec(s.Verb) == nil {
			t.Errorf("%s: not in the world", s.Verb)
		}
	}
}
