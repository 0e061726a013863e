package dialogs

import (
	"os"
	"path/filepath"
	"testing"
)

// Tab goes to the folder, Enter into one, and the name stays: what is written lies in there.
func TestAFileGoesToTheFolderThatIsChosen(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"notes/old", "work"} {
		if err := os.MkdirAll(filepath.Join(root, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(root)
	var saved string
	s := ready(NewSaveAs(wiki(t), "wiki.db", func(path string) error { saved = path; return nil }))
	see(t, s, "Folder ", "> notes", "  work")
	send(s, "tab", "enter")
	see(t, s, "/notes", "> old")
	send(s, "left", "down", "enter")
	see(t, s, "This folder is empty.")
	if send(s, "tab", "enter"); saved != filepath.Join("work", "wiki.db") {
		t.Errorf("saved as %q", saved)
	}
}

// A file that is in no list is found in its folder; what is no session and no race is not chosen.
func TestAFileIsOpenedFromItsFolder(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a.txt", "b.race"} {
		if err := os.WriteFile(filepath.Join(root, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(root)
	var opened string
	o := ready(NewOpenFile(nil, func(path string) { opened = path }))
	if send(o, "tab", "enter"); opened != "" {
		t.Errorf("opened %q", opened)
	}
	if !send(o, "down", "enter") || opened != "b.race" {
		t.Errorf("opened %q:\n%s", opened, screen(o))
	}
}
