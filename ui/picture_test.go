package ui

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interleave/engine/roomtest"
)

// What README shows is what the program shows: INTERLEAVE_UPDATE=1 makes the pictures anew, as
// `interleave export -format svg -o .github/refused.svg wiki` does.
func TestPicturesOfTheReadme(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for file, race := range map[string]string{"refused.svg": "wiki.race", "silent.svg": "wiki-no-guard.race"} {
		if !strings.Contains(string(readme), ".github/"+file) {
			t.Errorf("README.md does not show .github/%s", file)
		}
		r := newRoom(t, race)
		roomtest.PlayOn(t, r)
		got, err := Picture(r, 120, 36)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("..", ".github", file)
		if os.Getenv("INTERLEAVE_UPDATE") == "1" {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the program shows (INTERLEAVE_UPDATE=1 makes it anew)", path)
		}
	}
}

// README begins with the screen on which the first race ends, as characters: INTERLEAVE_UPDATE=1 writes it anew.
func TestTheDrawingOfTheReadme(t *testing.T) {
	path := filepath.Join("..", "README.md")
	readme, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d := newcomer(t, "ascii")
	var rows []string
	for row := range strings.Lines(d.Frame()) {
		rows = append(rows, strings.TrimRight(row, " \n"))
	}
	before, rest, _ := strings.Cut(string(readme), "```text\n")
	drawn, after, _ := strings.Cut(rest, "```\n")
	want := strings.TrimRight(strings.Join(rows, "\n"), "\n") + "\n"
	if drawn == want {
		return
	}
	if os.Getenv("INTERLEAVE_UPDATE") != "1" {
		t.Fatalf("README.md shows\n%sthe program shows\n%s", drawn, want)
	}
	if err := os.WriteFile(path, []byte(before+"```text\n"+want+"```\n"+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A picture is well-formed and holds every word of the screen as text.
func TestAPictureHoldsTheScreen(t *testing.T) {
	d, r, _ := newDesk(t, "wiki.race", 80, 24)
	d.Press("?") // what lies above the desk is no part of it
	picture := r.picture()
	var text strings.Builder
	for p := xml.NewDecoder(bytes.NewReader(picture)); ; {
		token, err := p.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, picture)
		}
		if chars, ok := token.(xml.CharData); ok {
			text.Write(chars)
		}
	}
	d.Press("esc")
	said := strings.Join(strings.Fields(text.String()), "")
	for _, row := range strings.Split(d.Frame(), "\n") {
		for _, word := range strings.Fields(row) {
			if word = strings.Trim(word, "│┃"); !strings.Contains(said, word) {
				t.Errorf("%q is not in the picture", word)
			}
		}
	}
}

// The picture of a sequence has every message of the branch and its marks, and no more rows than events need.
func TestASequenceIsDrawn(t *testing.T) {
	for race, marks := range map[string]string{"wiki.race": "! stale write", "wiki-no-guard.race": "~ lost update"} {
		r := newRoom(t, race)
		roomtest.PlayOn(t, r)
		svg, err := Sequence(r, 120)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"#6 GET", "#7 GET", "#8 PUT", "#9 PUT", "time", "Service", marks} {
			if !bytes.Contains(svg, []byte(want)) {
				t.Errorf("%s: %q is not in the picture", race, want)
			}
		}
		for _, key := range []string{"v strip", "v sequence", "conflicts", "b bookmark"} {
			if bytes.Contains(svg, []byte(key)) {
				t.Errorf("%s: the picture offers the key %q", race, key)
			}
		}
		var height struct {
			Height int `xml:"height,attr"`
		}
		if err := xml.Unmarshal(svg, &height); err != nil || height.Height > 20*cellHigh {
			t.Errorf("%s: %d high, %v", race, height.Height, err)
		}
	}
}
