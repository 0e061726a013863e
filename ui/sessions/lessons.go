package sessions

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"interleave/engine/catalog"
	"interleave/engine/lesson"
	"interleave/engine/races"
	"interleave/persist"
)

// LessonFolder is where the library has its lessons, puzzles and cases.
const LessonFolder = "lessons/"

// Lessons are all lessons of the library in their order, then the puzzles, then the cases.
func Lessons() (list []*lesson.Lesson) {
	for _, name := range races.Of("lessons") {
		if l, err := readLesson(name); err == nil {
			list = append(list, l)
		}
	}
	slices.SortStableFunc(list, func(a, b *lesson.Lesson) int { return rank(a) - rank(b) })
	return list
}

func readLesson(name string) (*lesson.Lesson, error) {
	text, err := races.FS.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return lesson.Parse(name, text, catalog.Services())
}

// rank puts lessons first, then what is to be broken, mended, and the cases.
func rank(l *lesson.Lesson) int {
	return max(slices.Index([]string{"", "break", "mend", "case"}, l.Sort), 0)
}

// LessonKey is the name under which a lesson is remembered.
func LessonKey(name string) string { return strings.TrimSuffix(path.Base(name), ".race") }

// FindLesson is the lesson with a number, or whose file is called so.
func FindLesson(word string) (*lesson.Lesson, error) {
	number, err := strconv.Atoi(word)
	if list := Lessons(); err == nil && number > 0 && number <= len(list) { // as the list of all counts them
		return list[number-1], nil
	}
	var keys []string
	for _, name := range races.Of("lessons") {
		key := LessonKey(name)
		if key == LessonKey(word) {
			return readLesson(name)
		}
		keys = append(keys, key)
	}
	if err == nil {
		return nil, sentence(fmt.Sprintf("There is no lesson %s. interleave lessons lists them.", word))
	}
	return nil, sentence(fmt.Sprintf("There is no lesson %q.%s interleave lessons lists them.", word,
		Nearest(word, keys)))
}

// ProgressFile is where what was learned is kept.
func ProgressFile() (string, error) {
	folder, err := persist.Folder()
	if err != nil {
		return "", err
	}
	return filepath.Join(folder, "lessons.json"), nil
}

const maxProgress = 4 << 20

// Learned is what is remembered of lessons. Where the file cannot be read, it is empty, and the error is a sentence;
// the file stays as it is.
func Learned() (lesson.Progress, error) {
	file, err := ProgressFile()
	if err != nil {
		return lesson.NewProgress(), err
	}
	text, err := persist.ReadFile(file, maxProgress)
	if errors.Is(err, fs.ErrNotExist) {
		return lesson.NewProgress(), nil
	}
	p := lesson.NewProgress()
	if err != nil {
		err = unreadable(file, err)
	} else {
		p, err = lesson.ReadProgress(text)
	}
	if err != nil {
		return p, sentence(fmt.Sprintf("What was learned cannot be read: %s: %v. It stays as it is, and nothing "+
			"new is remembered; move it away, or interleave lessons -clear begins anew.", file, err))
	}
	return p, nil
}

func unreadable(file string, err error) error {
	if stands := nearest(filepath.Dir(file)); !isFolder(stands) {
		return fmt.Errorf("%s is no folder", stands)
	}
	return Reason(file, err)
}

// Learn changes what is remembered. A file that is damaged, or cannot be written, is told and stays as it is.
func Learn(change func(*lesson.Progress)) error {
	p, err := Learned()
	if err != nil {
		return err
	}
	change(&p)
	return writeLearned(p)
}

func writeLearned(p lesson.Progress) error {
	file, err := ProgressFile()
	if err != nil {
		return err
	}
	err = os.MkdirAll(filepath.Dir(file), 0o700)
	if err == nil {
		err = persist.WriteFile(file, p.Text(), true)
	}
	if err != nil {
		where := file
		if !theFileItself(err) {
			where = filepath.Dir(file)
		}
		return sentence(fmt.Sprintf("Nothing new is remembered of lessons: %v. Make it writable: %s.",
			unwritable(file, err), where))
	}
	return nil
}

// Forget clears what is remembered; a damaged file is kept beside it under another name, and one that is protected
// stays.
func Forget() (said string, err error) {
	file, err := ProgressFile()
	if err != nil {
		return "", err
	}
	var kept string
	if _, damaged := Learned(); damaged != nil {
		kept, err = setAside(file)
	} else {
		err = remove(file)
	}
	switch {
	case err != nil:
		return "", sentence(fmt.Sprintf("What was learned cannot be cleared: %s: %v. It stays as it is; make it "+
			"writable, or remove it by hand.", file, unwritable(file, err)))
	case kept != "":
		return "The file that could not be read is now " + kept + ". Nothing is remembered any more.", nil
	}
	return "Nothing is remembered of any lesson any more.", nil
}

// setAside gives a file the first free name behind its own.
func setAside(file string) (kept string, err error) {
	kept = file + ".damaged"
	for n := 2; ; n++ {
		if _, err := os.Lstat(kept); err != nil {
			return kept, os.Rename(file, kept)
		}
		kept = fmt.Sprintf("%s.damaged-%d", file, n)
	}
}

// remove removes a file that is there, unless it may not be written.
func remove(file string) error {
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_ = f.Close()
	return os.Remove(file)
}
