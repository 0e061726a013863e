package engine

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Instant is a moment of the virtual clock, in milliseconds since the session's zero. Requests take no time; only a
// clock input moves it.
type Instant int64

// Never is the end of what has no end, as an infinite lease.
const Never Instant = math.MaxInt64

// epoch is the calendar date of instant zero, where a service prints dates. Chosen; nothing depends on it.
var epoch = time.Date(2026, time.January, 5, 9, 0, 0, 0, time.UTC)

// InstantAt is the instant that services print as this date, cut to the millisecond.
func InstantAt(date time.Time) Instant { return Instant(date.UnixMilli() - epoch.UnixMilli()) }

// Add is i moved by d, to the millisecond; Never stays Never.
func (i Instant) Add(d time.Duration) Instant {
	if i == Never {
		return Never
	}
	return i + Instant(d/time.Millisecond)
}

// Sub is the time from j to i.
func (i Instant) Sub(j Instant) time.Duration { return time.Duration(i-j) * time.Millisecond }

// Seconds is the instant cut to whole seconds, as HTTP dates carry it.
func (i Instant) Seconds() Instant { return i - i%1000 }

// Epoch is the instant in seconds since 1970.
func (i Instant) Epoch() float64 { return float64(epoch.UnixMilli()+int64(i)) / 1000 }

// ISO is the instant as ParseISODate reads it, in whole seconds.
func (i Instant) ISO() string {
	return epoch.Add(time.Duration(i) * time.Millisecond).Format("2006-01-02T15:04:05Z")
}

// Date is the instant as an HTTP date (RFC 1123, whole seconds, UTC).
func (i Instant) Date() string {
	if i == Never {
		return "Fri, 31 Dec 9999 23:59:59 GMT"
	}
	at := epoch.Add(time.Duration(i) * time.Millisecond)
	year, month, day := at.Date()
	if year < 1000 || year > 9999 {
		return at.Format("Mon, 02 Jan 2006 15:04:05 GMT")
	}
	hour, minute, second := at.Clock()
	date := []byte("Mon, 02 Jan 2006 15:04:05 GMT")
	copy(date, at.Weekday().String()[:3])
	copy(date[8:], month.String()[:3])
	twoDigits(date[5:], day)
	twoDigits(date[12:], year/100)
	twoDigits(date[14:], year%100)
	twoDigits(date[17:], hour)
	twoDigits(date[20:], minute)
	twoDigits(date[23:], second)
	return string(date)
}

func twoDigits(to []byte, n int) { to[0], to[1] = byte('0'+n/10), byte('0'+n%10) }

// Stamp is the instant as UTC time with seven digits of fraction, as snapshot ids are written; n tells equal instants
// apart.
func (i Instant) Stamp(n int) string {
	return epoch.Add(time.Duration(i)*time.Millisecond + time.Duration(n)*100*time.Nanosecond).Format(
		"2006-01-02T15:04:05.0000000Z")
}

// Tick is a moment in units of 100 ns since the session's zero, as some services count: finer than the clock, so that
// what is written at one Instant can be told apart.
type Tick int64

// ticksPerSecond is how many ticks a second has.
const ticksPerSecond = 10_000_000

// Tick is the instant in ticks, the last one that can be told where there are no more.
func (i Instant) Tick() Tick {
	const perInstant = ticksPerSecond / 1000
	return Tick(min(i, math.MaxInt64/perInstant-1)) * perInstant
}

// String is the tick as UTC time with up to seven digits of fraction, without zeros at its end.
func (t Tick) String() string {
	seconds, rest := int64(t)/ticksPerSecond, int64(t)%ticksPerSecond
	return time.Unix(epoch.Unix()+seconds, rest*100).UTC().Format("2006-01-02T15:04:05.9999999Z")
}

// short are the seconds, to the millisecond where tenths do not tell all, and the ticks beyond, as `12.4` or `12.4+1`.
func (t Tick) short() string {
	const perMilli = ticksPerSecond / 1000
	at, beyond := Instant(int64(t)/perMilli).String(), int64(t)%perMilli
	at = strings.TrimPrefix(at[strings.LastIndexByte(at, ':')+1:], "-")
	if beyond == 0 {
		return at
	}
	return fmt.Sprintf("%s+%d", at, max(beyond, -beyond))
}

// ParseTick reads the form that String writes, zeros at the end of the fraction or none, from the years 1601 to 9999.
func ParseTick(text string) (t Tick, ok bool) {
	at, err := time.Parse("2006-01-02T15:04:05.9999999Z", text)
	if err != nil || at.Year() < 1601 || at.Nanosecond()%100 != 0 {
		return 0, false
	}
	return Tick((at.Unix()-epoch.Unix())*ticksPerSecond + int64(at.Nanosecond())/100), true
}

// dated is from which hour on a moment is written as a date: those of a session that began today.
const dated = 7000

// String is the clock as people read it: 00:12.4, with three digits where tenths do not tell all, hours in front where
// there are any; of a session that began today, 22 Nov 16:35:22.5, in UTC.
func (i Instant) String() string {
	if i >= dated*3_600_000 && i != Never {
		return time.UnixMilli(epoch.UnixMilli()+int64(i)).UTC().Format("2 Jan ") + i.Clock()
	}
	return i.exact()
}

// SeenFrom is String, with the year too where another moment, from which it is looked at, lies in another one.
func (i Instant) SeenFrom(now Instant) string {
	day := func(i Instant) time.Time { return time.UnixMilli(epoch.UnixMilli() + int64(i)).UTC() }
	if i < dated*3_600_000 || i == Never || day(i).Year() == day(now).Year() {
		return i.String()
	}
	return day(i).Format("2 Jan 2006 ") + i.Clock()
}

// Clock is String without the day.
func (i Instant) Clock() string {
	if i < dated*3_600_000 || i == Never {
		return i.exact()
	}
	i = Instant((epoch.UnixMilli() + int64(i)) % (24 * 3_600_000))
	if i < 3_600_000 {
		return "0:" + i.exact()
	}
	return i.exact()
}

// exact is the clock's form with all hours, which ParseInstant reads.
func (i Instant) exact() string {
	var room [instantSize]byte
	return string(i.appendTo(room[:0]))
}

// instantSize is room for the text of an instant.
const instantSize = 32

// appendTo appends the exact form.
func (i Instant) appendTo(text []byte) []byte {
	if i == Never {
		return append(text, "never"...)
	}
	n := int64(i)
	if n < 0 {
		text, n = append(text, '-'), -n
	}
	s, m, h := n/1000%60, n/60000%60, n/3600000
	if h > 0 {
		text = append(strconv.AppendInt(text, h, 10), ':')
	}
	text = append(text, '0'+byte(m/10), '0'+byte(m%10), ':', '0'+byte(s/10), '0'+byte(s%10), '.', '0'+byte(n/100%10))
	if n%100 != 0 {
		text = append(text, '0'+byte(n/10%10), '0'+byte(n%10))
	}
	return text
}

// ParseISODate reads a date of ISO 8601 in the forms that access policies have; ok is false for what is none.
//
// Source: Azure REST, "Create a service SAS", "Specify the signature validity interval".
func ParseISODate(text string) (at Instant, ok bool) {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04Z", "2006-01-02"} {
		if t, err := time.Parse(form, text); err == nil {
			return InstantAt(t), true
		}
	}
	return 0, false
}

// InstantOf is the moment that a value is, or that its text says; ok is false where it says none.
func InstantOf(v Value) (at Instant, ok bool) {
	if at, ok = v.Instant(); ok {
		return at, true
	}
	at, err := ParseInstant(v.String())
	return at, err == nil
}

// ParseInstant reads the form that String writes of sessions that begin at zero, and an HTTP date.
func ParseInstant(text string) (Instant, error) {
	if text == "never" {
		return Never, nil
	}
	if t, err := time.Parse("Mon, 02 Jan 2006 15:04:05 GMT", text); err == nil {
		return InstantAt(t), nil
	}
	parts := strings.Split(text, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, fmt.Errorf("%q is not a moment: write 00:12.4", text)
	}
	total := 0.0
	for n, p := range parts {
		v, err := strconv.ParseFloat(p, 64)
		if err != nil || v < 0 || n > 0 && v >= 60 || n < len(parts)-1 && v != math.Trunc(v) {
			return 0, fmt.Errorf("%q is not a moment: write 00:12.4", text)
		}
		total = total*60 + v
	}
	if total > 1e9 {
		return 0, fmt.Errorf("%q is further away than the clock goes", text)
	}
	return Instant(math.Round(total * 1000)), nil
}
