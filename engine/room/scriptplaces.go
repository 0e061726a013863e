package room

import (
	"fmt"
	"strconv"
	"strings"

	"interleave/engine/timeline"
)

const (
	// placesPerNote is how many records share a note about the script: a step rewrites one note of a few kilobytes,
	// however long the session is.
	placesPerNote = 256
	placesKey     = "script.at."
)

// places says where a script's player stood behind the records that its steps ended with. Going back, or to another
// branch, so goes back in the script too.
type places struct {
	behind []int32 // by record: the place and one, or 0 where no step ended

	here, tip walked // the last answers
}

// walked is a record and the last step of the script on the way to it: a session that goes on without its script need
// not be walked up to that step each time.
type walked struct{ asked, answer int }

func (p *places) set(record, place int) {
	for len(p.behind) <= record {
		p.behind = append(p.behind, 0)
	}
	p.behind[record] = int32(place) + 1
	p.here, p.tip = walked{}, walked{}
}

func (p *places) at(record int) (place int, ok bool) {
	if record >= len(p.behind) || p.behind[record] == 0 {
		return 0, false
	}
	return int(p.behind[record]) - 1, true
}

// nearest is the place behind the last step of the script on the way to a record; 0 where there was none.
func (p *places) nearest(line *timeline.Timeline, record int) int {
	return p.behindLast(&p.here, line, record)
}

// nearestTip is the same for the newest record of a branch, which is asked beside the cursor's.
func (p *places) nearestTip(line *timeline.Timeline) int {
	return p.behindLast(&p.tip, line, line.Branch().Tip)
}

func (p *places) behindLast(known *walked, line *timeline.Timeline, record int) int {
	n := record
	for ; n != 0; n = line.Parent(n) {
		if _, ok := p.at(n); ok {
			break
		}
		if n == known.asked {
			n = known.answer
			break
		}
	}
	*known = walked{record, n}
	place, _ := p.at(n)
	return place
}

// note is the note that a record belongs to, and what stands in it: pairs of record and place.
func (p *places) note(record int) (key, value string) {
	first := record - record%placesPerNote
	var text []byte
	for n := first; n < min(first+placesPerNote, len(p.behind)); n++ {
		if place, ok := p.at(n); ok {
			text = append(strconv.AppendInt(text, int64(n), 10), ' ')
			text = append(strconv.AppendInt(text, int64(place), 10), ' ')
		}
	}
	return placesKey + strconv.Itoa(first), string(text)
}

// notes are all of them.
func (p *places) notes(to map[string]string) {
	for n := 0; n < len(p.behind); n += placesPerNote {
		if key, value := p.note(n); value != "" {
			to[key] = value
		}
	}
}

// restore takes the notes about the script's places out of a session's notes.
func (p *places) restore(notes map[string]string, last int) {
	for key, value := range notes {
		if !strings.HasPrefix(key, placesKey) {
			continue
		}
		delete(notes, key)
		words := strings.Fields(value)
		for i := 0; i+1 < len(words); i += 2 {
			var record, place int
			_, err := fmt.Sscan(words[i]+" "+words[i+1], &record, &place)
			if err == nil && record >= 0 && record <= last && place >= 0 {
				p.set(record, place)
			}
		}
	}
}
