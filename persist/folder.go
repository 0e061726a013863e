package persist

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode"
)

const extension = ".db"

// Info is one session of a folder.
type Info struct {
	Name    string // of the file, without its ending
	Path    string
	Changed time.Time
	Steps   int      // records that can be trusted
	Size    int64    // bytes on disk
	Tail    []string // the lines of its last records, at most tailMost, the last one last
	Trouble error    // a *Trouble: why it does not open, or not whole
}

// tailMost is how many lines of a session's end are listed: enough to hold what was sent last.
const tailMost = 30

// Folder is where sessions are kept that nobody gave a file: under XDG_DATA_HOME where set, else where the platform
// keeps a person's data. It need not exist.
func Folder() (string, error) {
	home, homeErr := os.UserHomeDir()
	base := ""
	switch local := os.Getenv("LOCALAPPDATA"); {
	case filepath.IsAbs(os.Getenv("XDG_DATA_HOME")): // the specification wants relative ones ignored
		return filepath.Join(os.Getenv("XDG_DATA_HOME"), "interleave"), nil
	case runtime.GOOS == "windows" && local != "":
		return filepath.Join(local, "interleave"), nil
	case runtime.GOOS == "windows":
		base = filepath.Join("AppData", "Local")
	case runtime.GOOS == "darwin":
		base = filepath.Join("Library", "Application Support")
	default:
		base = filepath.Join(".local", "share")
	}
	if homeErr != nil {
		return "", &Trouble{Doing: "find", Path: base, Kind: ErrUnreachable, Why: homeErr}
	}
	return filepath.Join(home, base, "interleave"), nil
}

// DefaultPath is a free path for a new session in Folder: the day, the name, a number where both are taken.
func DefaultPath(now time.Time, name string) (string, error) {
	folder, err := Folder()
	if err != nil {
		return "", err
	}
	stem := filepath.Join(folder, now.Format(time.DateOnly)+"-"+fileName(name))
	path := stem + extension
	for n := 2; taken(path); n++ {
		path = fmt.Sprintf("%s-%d%s", stem, n, extension)
	}
	return path, nil
}

func taken(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// fileName keeps letters and digits of any script; no system forbids these.
func fileName(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	const most = 60 // runes; with the day it fits every file system
	short := []rune(strings.Join(words, "-"))
	if len(short) > most {
		short = short[:most]
	}
	if len(short) == 0 {
		return "session"
	}
	return strings.TrimRight(string(short), "-")
}

// List gives the sessions of a folder, the newest first; none where there is no folder. It reads each file, so it
// belongs beside the loop of the screen. What does not open is listed with its trouble.
func List(folder string) ([]Info, error) {
	entries, err := os.ReadDir(folder)
	if missing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, troubleFrom("list", folder, err)
	}
	var infos []Info
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(e.Name()) != extension {
			continue
		}
		file, err := e.Info()
		if err != nil {
			continue // removed since
		}
		infos = append(infos, infoOf(filepath.Join(folder, e.Name()), file))
	}
	slices.SortStableFunc(infos, func(a, b Info) int { return b.Changed.Compare(a.Changed) })
	return infos, nil
}

func infoOf(path string, file os.FileInfo) Info {
	info := Info{Name: strings.TrimSuffix(file.Name(), extension), Path: path, Changed: file.ModTime(),
		Size: file.Size()}
	session, err := Read(path)
	info.Steps = len(session.Records)
	for _, r := range session.Records[max(len(session.Records)-tailMost, 0):] {
		info.Tail = append(info.Tail, r.Line)
	}
	var trouble *Trouble
	if errors.As(err, &trouble) {
		info.Trouble = trouble
	} else if session.Trouble != nil {
		info.Trouble = session.Trouble
	}
	return info
}
