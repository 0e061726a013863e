package sessions

import (
	"encoding/json"
	"os"
)

// Place is where a lesson is that somebody presents.
type Place struct {
	Lesson string `json:"lesson"`
	Page   int    `json:"page"`
}

// placeFile is beside the session.
func placeFile(session string) string { return session + ".place" }

// WritePlace says beside a session where its lesson is. Who follows it reads the next one where this cannot be written.
func WritePlace(session, lesson string, page int) {
	if session == "" {
		return
	}
	text, err := json.Marshal(Place{lesson, page})
	if err == nil {
		_ = WriteFile(placeFile(session), text, true)
	}
}

// ReadPlace is where the lesson of a session is; ok is false where nobody presents one.
func ReadPlace(session string) (p Place, ok bool) {
	text, err := os.ReadFile(placeFile(session))
	return p, err == nil && json.Unmarshal(text, &p) == nil && p.Lesson != ""
}
