package persist

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"interleave/engine/timeline"
)

// oldSessions are the files of testdata/v1 in a folder of their own: sessions that the first program wrote, and what
// its own reader found in them. They have to open for ever.
func oldSessions(t testing.TB) (paths []string) {
	t.Helper()
	packed, err := filepath.Glob(filepath.Join("testdata", "v1", "*.db.gz"))
	if err != nil || len(packed) == 0 {
		t.Fatal(packed, err)
	}
	folder := t.TempDir()
	for _, from := range packed {
		path := filepath.Join(folder, strings.TrimSuffix(filepath.Base(from), ".gz"))
		writeFile(t, path, unpacked(t, from))
		paths = append(paths, path)
	}
	return paths
}

func unpacked(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if data, err = io.ReadAll(r); err != nil {
		t.Fatal(err)
	}
	return data
}

// oldContents is what the first program's reader found in one of the old sessions.
func oldContents(t testing.TB, path string) string {
	t.Helper()
	name := strings.TrimSuffix(filepath.Base(path), ".db") + ".txt.gz"
	return string(unpacked(t, filepath.Join("testdata", "v1", name)))
}

// listed is a session as the texts beside the old files have it.
func listed(s Session) string {
	var text strings.Builder
	for _, r := range s.Records {
		fmt.Fprintf(&text, "%d %d %d %016x %q %q\n", r.Number, r.Parent, r.Action, r.Digest, r.Line, r.Said)
	}
	for _, key := range slices.Sorted(maps.Keys(s.Notes)) {
		fmt.Fprintf(&text, "%s = %q\n", key, s.Notes[key])
	}
	return text.String()
}

func TestOldSessionsOpen(t *testing.T) {
	for _, path := range oldSessions(t) {
		want := oldContents(t, path)
		read, err := Read(path)
		if err != nil || read.Trouble != nil || listed(read) != want {
			t.Fatalf("%s: %v, %v, read as\n%s", path, err, read.Trouble, listed(read))
		}
		s := mustOpen(t, path)
		got := mustLoad(t, s)
		if got.Trouble != nil || listed(got) != want {
			t.Fatalf("%s: %v, opened as\n%s", path, got.Trouble, listed(got))
		}
		next := got.Records[len(got.Records)-1]
		next.Number++
		s.Append([]timeline.Record{next})
		s.Note("cursor", "1")
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		again := mustLoad(t, mustOpen(t, path))
		if again.Trouble != nil || len(again.Records) != next.Number || again.Notes["cursor"] != "1" {
			t.Fatalf("%s: %v, %d records after one more", path, again.Trouble, len(again.Records))
		}
		again.Records = again.Records[:len(got.Records)]
		again.Notes["cursor"] = got.Notes["cursor"]
		if listed(again) != want {
			t.Fatalf("%s: written on and opened again as\n%s", path, listed(again))
		}
	}
}
