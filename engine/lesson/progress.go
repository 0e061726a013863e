package lesson

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Record is what is remembered of one lesson.
type Record struct {
	Stars int   `json:"stars"` // the best score, 0 to 3
	Done  bool  `json:"done,omitempty"`
	State State `json:"state"` // where it was left; a lesson that is done begins anew
}

// Keep takes a newer state into the record: the best score stays.
func (r Record) Keep(l *Lesson, s State) Record {
	r.Stars, r.Done, r.State = max(r.Stars, l.Stars(s)), r.Done || s.Ended, s
	if s.Ended {
		r.State = State{}
	}
	return r
}

// Begun says whether a lesson was begun and left.
func (r Record) Begun() bool { return r.State.Page > 0 }

// Progress is what is remembered of all lessons and races, by the names of their files.
type Progress struct {
	Version int               `json:"version"`
	Lessons map[string]Record `json:"lessons"`
	Played  map[string]bool   `json:"played,omitempty"` // races that were played
	Asked   int               `json:"asked,omitempty"`  // predictions, and how many were right
	Right   int               `json:"right,omitempty"`
}

const progressVersion = 1

// NewProgress is that of somebody who begins.
func NewProgress() Progress {
	return Progress{Version: progressVersion, Lessons: map[string]Record{}, Played: map[string]bool{}}
}

// ReadProgress takes back what Text wrote. What it cannot read it says in a sentence.
func ReadProgress(text []byte) (Progress, error) {
	p := NewProgress()
	if err := json.Unmarshal(text, &p); err != nil {
		return NewProgress(), fmt.Errorf("it is damaged: %w", err)
	}
	if p.Version != progressVersion {
		return NewProgress(), errors.New("it was written by another version of this program")
	}
	for name, r := range p.Lessons {
		if r.Stars < 0 || r.Stars > 3 || r.State.Page < 0 {
			return NewProgress(), fmt.Errorf("it is damaged: %s says what cannot be", name)
		}
	}
	if p.Lessons == nil {
		p.Lessons = map[string]Record{}
	}
	if p.Played == nil {
		p.Played = map[string]bool{}
	}
	return p, nil
}

// Text is the progress as it is kept.
func (p Progress) Text() []byte {
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		panic(fmt.Sprintf("lesson: progress that JSON cannot hold: %v", err))
	}
	return append(text, '\n')
}
