package conflict_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// rules.md, "Delete on close": what another wrote after the wish was accepted is lost with it, whether its sender ever
// read the file or not. What stood there before is removed unread by who never read it.
func TestWhatIsWrittenAfterAWishToDeleteIsLost(t *testing.T) {
	const (
		file  = "seed: create-share s\nseed: create-file s/f size=4\n"
		ana   = "ann: smb-create s/f access=RD share=RWD as a\n"
		wish  = "ann: smb-set-disposition $a.handle delete=true\n"
		marks = "ann: smb-create s/f access=RD share=RWD delete-on-close=true as a\n"
		ben   = "ben: smb-create s/f access=RW share=RWD as b\n"
		write = "ben: smb-write $b.handle offset=0 body=XY\n"
		close = "ben: smb-close $b.handle\n"
		last  = "ann: smb-close $a.handle\n"
		read  = "ann: smb-read $a.handle offset=0 length=4\n"
	)
	for name, row := range map[string]struct {
		lines string
		kind  engine.Trouble
	}{
		"asked when it was opened":            {marks + ben + write + close + last, engine.LostUpdate},
		"asked by its handle":                 {ana + ben + wish + write + close + last, engine.LostUpdate},
		"removed at the other's close":        {ana + ben + wish + write + last + close, engine.LostUpdate},
		"written before the wish, and unread": {ana + ben + write + wish + close + last, ""},
		"written before, and read":            {ana + ben + write + read + wish + close + last, ""},
		"written after, and read":             {marks + ben + write + read + close + last, ""},
	} {
		_, found := run(t, file+row.lines)
		if found.Kind != row.kind || row.kind != "" && (found.Whose != "ben" || found.By != "ann") {
			t.Errorf("%s: %q of %s, want %q", name, found.Kind, found.Whose, row.kind)
		}
	}
}

// What a close removes by a wish of its writer's that knew nothing of it is removed unread, whoever else has a handle;
// what is marked is told by its mark, and what was read is known.
func TestWhatAWishToDeleteRemovesUnread(t *testing.T) {
	const (
		file  = "seed: create-share s\nseed: create-file s/f size=4\n"
		marks = "ann: smb-create s/f access=RD share=RWD delete-on-close=true as a\n"
		ana   = "ann: smb-create s/f access=RD share=RWD as a\n"
		wish  = "ann: smb-set-disposition $a.handle delete=true\n"
		last  = "ann: smb-close $a.handle\n"
		put   = "ben: put-range s/f XY range=0-1\n"
		read  = "ann: smb-read $a.handle offset=0 length=4\n"
	)
	for name, row := range map[string]struct {
		lines  string
		unread bool
	}{
		"written before it was opened":  {put + marks + last, true},
		"written before the wish":       {ana + put + wish + last, true},
		"read before the wish":          {ana + put + read + wish + last, false},
		"written behind it, and marked": {marks + put + last, false},
		"one's own":                     {marks + "ann: put-range s/f XY range=0-1\n" + last, false},
		"the start's":                   {marks + last, false},
	} {
		r, _ := run(t, file+row.lines)
		w, unread := r.Timeline.World(), false
		for _, o := range r.Outcomes {
			for _, e := range o.Events {
				_, is := conflict.Unread(w, e)
				unread = unread || is
			}
		}
		if unread != row.unread {
			t.Errorf("%s: %t", name, unread)
		}
	}
}

// What a handle marked for deletion is gone at the last close, whoever closes, and not when it was marked
// (share/rules.md, "Deleting over SMB").
func TestWhatWasMarkedIsGoneAtItsClose(t *testing.T) {
	const head = "seed: create-share s\nseed: create-file s/f size=4\nann: smb-create s/f access=RD share=RWD as a\n" +
		"ben: smb-create s/f access=RW share=RWD as b\nclock +1s\nann: smb-set-disposition $a.handle delete=true\n"
	const write = "clock +1s\nann: put-range s/f XY range=0-1\n"
	const asked = "#5 had asked for it to be deleted then."
	for lines, says := range map[string]string{
		head + "clock +1s\nben: smb-close $b.handle\nclock +1s\nann: smb-close $a.handle\n" +
			write: "Ana closed s/f at 00:03.0: " + asked,
		head + "clock +1s\nann: smb-close $a.handle\nclock +1s\nben: smb-close $b.handle\n" +
			write: "Ben closed s/f at 00:03.0: Ana's " + asked,
		head + write: "Ana marked s/f for deletion at 00:01.0.",
	} {
		r, last := run(t, lines)
		if told := conflict.Story(r.Timeline.World(), last); !strings.HasPrefix(told.First, says) {
			t.Errorf("%s%s", lines, told.First)
		}
	}
}

// What a handle shares is no reason where any open handle stands in the way.
func TestADeleteIsNotSaidToBeStoppedByWhatIsShared(t *testing.T) {
	r, last := run(t, "seed: create-share s\nseed: create-file s/a size=4\nann: smb-create s/a access=RW share=RWD\n"+
		"ben: delete-file s/a\n")
	steps := conflict.Story(r.Timeline.World(), last).Steps
	said := steps[len(steps)-1].Text
	if !strings.Contains(said, "Any open handle stops a delete (D), whatever it shares; RW/RWD was open.") {
		t.Error(said)
	}
}

// The referee's rules, "Shown": an own accepted write shows what it wrote, one that stays in the cache of a handle too.
// Whether the bytes had waited with their client makes it no more blind for what another puts there after that.
func TestACachedWriteShowsItsBytes(t *testing.T) {
	const (
		file = "seed: create-share doc\nseed: create-file doc/f 10\n"
		open = file + "ann: smb-create doc/f access=RW share=RWD disposition=OPEN oplock=RWH as h\n"
		ben  = "ben: get-file doc/f as b\nben: put-range doc/f BBB range=0-2 from=b\n"
		more = "ann: smb-write $h.handle more offset=0\n"
	)
	for _, c := range []struct{ name, lines, mark string }{
		{"kept in the cache", open + "ann: smb-write $h.handle cached\n" + ben + more, "~ lost-update ben"},
		{"past the cache", open + "ann: smb-write $h.handle cached through=true\n" + ben + more, "~ lost-update ben"},
		{"of another place", open + "ann: smb-write $h.handle x offset=9\n" + ben + more, ""},
		{"nothing before", open + ben + more, ""},
		{"what waits there is its own", open + "ann: smb-write $h.handle cached\n" + more, ""},
	} {
		_, last := run(t, c.lines)
		got := last.String()
		if last.Kind == "" {
			got = ""
		}
		if got != c.mark {
			t.Errorf("%s: %q, want %q", c.name, got, c.mark)
		}
	}
}

// TestABrokenOplockIsTold row by row of "What REST does to oplocks" (share/rules.md): whose it was, and what is left.
func TestABrokenOplockIsTold(t *testing.T) {
	for _, row := range []struct{ oplock, request, want string }{
		{"RWH", "get-file s/f", "RWH is RH now"},
		{"RWH", "put-range s/f x range=0-0", "RWH is none now"},
		{"RWH", "delete-file s/f", "RWH is RW now"},
		{"RW", "get-file s/f", "RW is R now"},
		{"RW", "delete-file s/f", ""},
		{"RH", "get-file s/f", ""},
		{"RH", "put-range s/f x range=0-0", "RH is none now"},
		{"RH", "delete-file s/f", "RH is R now"},
		{"R", "put-range s/f x range=0-0", "R is none now"},
		{"none", "put-range s/f x range=0-0", ""},
	} {
		r, _ := run(t, "seed: create-share s\nseed: create-file s/f size=4\n"+
			"ann: smb-create s/f access=R share=RWD oplock="+row.oplock+"\nben: "+row.request+"\n")
		told := ""
		for _, o := range r.Outcomes {
			for _, e := range o.Events {
				if e.Kind == engine.Decided && e.By == "ben" {
					_, told, _ = strings.Cut(conflict.Tell(r.Timeline.World(), e).What, ", breaks ")
				}
			}
		}
		want := row.want
		if want != "" {
			want = "Ana's oplock: " + want
		}
		if told != want {
			t.Errorf("%s under %s: %q, want %q", row.request, row.oplock, told, want)
		}
	}
}

// Only a change takes R of an oplock (share/rules.md, "What REST does to oplocks"): whose client was told by that,
// before it wrote over the change, could know that there was one. What stands in the file it was not told.
func TestWhoWroteOverABrokenOplockCouldKnowOfAChange(t *testing.T) {
	const (
		open = "seed: create-share s\nseed: create-file s/f size=4\n" +
			"ann: smb-create s/f access=RW share=RWD oplock=%s as h\nann: smb-read $h.handle\n"
		put  = "ben: put-range s/f BB range=0-1\n"
		over = "ann: smb-write $h.handle AA\n"

		blind = "Ana cannot know."
	)
	for name, c := range map[string]struct{ oplock, lines, want string }{
		"reads and the handle": {"RH", put + over, "Ana could know that s/f was changed, not how: #5 had broken " +
			"Ana's oplock, RH to none, before #6 was sent."},
		"by another handle": {"RWH", "ben: smb-create s/f access=RW share=RWD as k\nben: smb-write $k.handle BB\n" +
			over, "#6 had broken Ana's oplock, RH to none, before #7 was sent."},
		"no handle of its own": {"R", put + "ann: put-range s/f AA range=0-1\n",
			"#5 had broken Ana's oplock, R to none, before #6 was sent."},
		"sent before": {"R", "ann: send smb-write $h.handle AA as w\n" + put + "deliver w\nanswer w\n",
			"#6 broke Ana's oplock, R to none, after #5 had been sent."},
		"none":                 {"none", put + over, blind},
		"broken before":        {"R", "ben: put-range s/f C range=3-3\n" + put + over, blind},
		"of another's handle":  {"none", "ben: smb-create s/f access=R share=RWD oplock=R\n" + put + over, blind},
		"a client that is off": {"RH", "set ann.responsive=off\n" + put + over, blind},
	} {
		v := roomtest.AtEnd(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\n"+fmt.Sprintf(open, c.oplock)+c.lines)
		last := v.Marks()[len(v.Marks())-1].Finding
		if told := v.Story(last).Heard; !strings.HasSuffix(told, c.want) {
			t.Errorf("%s: %s %q, want %q", name, last, told, c.want)
		}
	}
}
