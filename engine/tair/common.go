package tair

import (
	"slices"
	"strings"

	"interleave/engine"
)

// commonMost is how many pairs of bytes LCS compares at most: Redis gives up where its table would not fit.
const commonMost = 16 << 20

// common is a longest common subsequence of two texts, and where it lies in both, from the end to the beginning.
type common struct {
	text   []byte
	ranges []commonRange
}

// commonRange is a stretch that both texts have: its first byte in each, and how many.
type commonRange struct{ a, b, length int }

// commonOf finds it as Redis does, which of several too.
//
// Source: Redis 7.0.15, t_string.c, lcsCommand.
func commonOf(a, b []byte) (c common) {
	width := len(b) + 1
	table := make([]int32, (len(a)+1)*width)
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			if a[i-1] == b[j-1] {
				table[i*width+j] = table[(i-1)*width+j-1] + 1
			} else {
				table[i*width+j] = max(table[(i-1)*width+j], table[i*width+j-1])
			}
		}
	}
	for i, j := len(a), len(b); i > 0 && j > 0; {
		switch {
		case a[i-1] == b[j-1]:
			i, j = i-1, j-1
			c.text = append(c.text, a[i])
			last := len(c.ranges) - 1
			if last >= 0 && c.ranges[last].a == i+1 && c.ranges[last].b == j+1 {
				c.ranges[last] = commonRange{i, j, c.ranges[last].length + 1}
			} else {
				c.ranges = append(c.ranges, commonRange{i, j, 1})
			}
		case table[(i-1)*width+j] > table[i*width+j-1]:
			i--
		default:
			j--
		}
	}
	slices.Reverse(c.text)
	return c
}

// lcs reads what two plain strings have in common.
//
// Answers: the text, with LEN its length, with IDX where it lies in both; ERR The specified keys must contain string
// values; ERR If you want both the length and indexes, please just use IDX.
//
// Source: Redis, LCS.
func lcs(c *call) result {
	var texts [2][]byte
	for i, name := range c.words[:2] {
		k := c.state.key(name)
		switch {
		case k == nil:
			c.showAbsence(name)
		case k.kind != plain:
			return refuse(&engine.Cause{Rule: notStrings, Have: engine.Text(string(k.kind)),
				Since: k.retyped.of(plain)})
		default:
			c.show(name, k)
			texts[i] = k.value
		}
	}
	length, places, lengths, least := false, false, false, int64(0)
	for rest := c.words[2:]; len(rest) > 0; rest = rest[1:] {
		switch word := strings.ToUpper(rest[0]); {
		case word == "LEN":
			length = true
		case word == "IDX":
			places = true
		case word == "WITHMATCHLEN":
			lengths = true
		case word == "MINMATCHLEN" && len(rest) > 1:
			n, ok := integer(rest[1])
			if !ok {
				return refuse(c.wrong(plainInt))
			}
			least, rest = max(n, 0), rest[1:]
		default:
			return c.syntax()
		}
	}
	switch size := int64(len(texts[0])+1) * int64(len(texts[1])+1); {
	case length && places:
		return refuse(c.wrong(lengthAndPlaces))
	case size > commonMost:
		return refuse(&engine.Cause{Rule: tooLong, Want: engine.Number(size), Have: engine.Number(commonMost)})
	}
	found := commonOf(texts[0], texts[1])
	switch {
	case length:
		return done(number(int64(len(found.text))))
	case !places:
		return done(bulk(found.text))
	}
	return done(mapping(array(bulk([]byte("matches")), found.matches(least, lengths), bulk([]byte("len")),
		number(int64(len(found.text))))))
}

// matches are the stretches of at least so many bytes, each as its first and last place in both texts.
func (c common) matches(least int64, lengths bool) reply {
	var list []reply
	for _, r := range c.ranges {
		if int64(r.length) < least {
			continue
		}
		one := []reply{}
		for _, at := range []int{r.a, r.b} {
			one = append(one, array(number(int64(at)), number(int64(at+r.length-1))))
		}
		if lengths {
			one = append(one, number(int64(r.length)))
		}
		list = append(list, array(one...))
	}
	return array(list...)
}

// anyKey tells one of the keys: which is left to the request, as nothing here is left to chance.
//
// Source: Redis, RANDOMKEY.
func anyKey(c *call) result {
	names := c.state.names(c.database)
	if len(names) == 0 {
		c.showNoOther("*")
		return done(null())
	}
	const step = 0x9E3779B1 // odd and large: requests that follow each other tell keys that lie apart
	_, key := keyOf(names[uint64(c.tx.Request())*step%uint64(len(names))])
	return done(bulk([]byte(key)))
}
