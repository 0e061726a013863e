package ui

import "testing"

// On a small screen a card leaves out a cause that its first sentence tells only where that brings what decided on
// screen, and says which; the others keep their numbers.
func TestNoCauseIsLeftOutForNothing(t *testing.T) {
	d, _, f := byLetters(t)
	f.press("o", "q", "enter")
	d.Type("jobs")
	f.press("enter", "e")
	d.Type("pack order 7")
	f.press("ctrl+s", "r", "t", "2", "r", "1", "d")
	f.press("c")
	d.See("1  Ana received the message")
	d.Not("cause 3")
	f.press("pgdown")
	d.See("3  Ben received the message")
	d.See("4  Ana sent #5")

	d, _, _ = newDesk(t, "wiki.race", 80, 24)
	d.Press("space")
	d.Press("t", "!", "c")
	d.See("causes 1, 2")
	d.See("4  The service said 412")
	d.See("If-Match was ..0E22, the ETag was ..55F6.")
	d.Not("3  The service said")
}
