package enginetest

import (
	"path"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/races"
	"interleave/engine/scenario"
)

// RaceFile is a race of the library, read.
func RaceFile(t testing.TB, name string) *scenario.File {
	t.Helper()
	text, err := races.FS.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := scenario.Parse(name, text, catalog.Services())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Searched is a scenario's text, read, and what of it can be searched.
func Searched(t testing.TB, text string) (*scenario.File, *scenario.Searched) {
	t.Helper()
	f, err := scenario.Parse("test.race", []byte(text), catalog.Services())
	if err != nil {
		t.Fatal(err)
	}
	s, err := f.Searched()
	if err != nil {
		t.Fatal(err)
	}
	return f, s
}

// Each is the same lines of a scenario for each of some writers, in which WHO stands for the writer.
func Each(lines string, writers ...string) string {
	text := ""
	for _, id := range writers {
		text += strings.ReplaceAll(lines, "WHO", id)
	}
	return text
}

// RanText is a scenario's text on some services, played to its end; on all where none is named.
func RanText(t testing.TB, text string, services ...*engine.Service) scenario.Result {
	t.Helper()
	if services == nil {
		services = catalog.Services()
	}
	return ran(t, "test.race", text, services)
}

func ran(t testing.TB, name, text string, services []*engine.Service) scenario.Result {
	t.Helper()
	f, err := scenario.Parse(name, []byte(text), services)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	result, err := f.Run()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return result
}

// Ran is a race of the library, played to its end.
func Ran(t testing.TB, name string) scenario.Result {
	t.Helper()
	result, err := RaceFile(t, name).Run()
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// Races plays the races of the library that are about a service, at least so many, on that service alone: they get the
// answers, marks and end states that their files state. What else is to hold of a run, holds says.
func Races(t *testing.T, service func() *engine.Service, least int, holds func(*testing.T, scenario.Result)) {
	t.Helper()
	names := races.Of(service().Name)
	if len(names) < least {
		t.Fatalf("%d races", len(names))
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(path.Base(name), ".race"), func(t *testing.T) {
			text, err := races.FS.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			result := ran(t, name, string(text), []*engine.Service{service()})
			for _, failure := range result.Failures {
				t.Error(failure)
			}
			if holds != nil {
				holds(t, result)
			}
		})
	}
}
