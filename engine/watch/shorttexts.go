package watch

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// longText is from how many bytes on a text is replaced by a short one where the finding stands with that too: what
// megabytes hold is seldom what went wrong, and each try carries them out again.
const longText = 4 << 10

// bytesForAStep are the bytes of what requests say that cost as much as a step of the engine: they are summed.
const bytesForAStep = 2_000

// shortTexts puts a short text in the place of each long one, the same for the same; where that shows nothing any more
// what else those requests say as it stands goes too, since it may be a sum of the long text.
func (s *shortening) shortTexts(inputs []engine.Input) []engine.Input {
	for _, alone := range []bool{false, true} {
		short := map[string]engine.Value{}
		less := slices.Clone(inputs)
		for i, in := range less {
			send, ok := in.(engine.Send)
			if !ok {
				continue
			}
			before := len(short)
			was := weight(send)
			send.Args = slices.Clone(send.Args)
			for n := range send.Args {
				send.Args[n].Value = shortText(send.Args[n].Value, short)
			}
			if alone && (len(short) > before || weight(send) < was) {
				send.Args = slices.DeleteFunc(send.Args, func(a engine.Arg) bool {
					_, _, isRef := a.Value.Ref()
					return a.Name != send.Args[0].Name && !isRef && !isShort(a.Value, short)
				})
			}
			less[i] = send
		}
		if len(short) == 0 || s.shows(less) {
			return less
		}
	}
	return inputs
}

// shortText is a value with short texts in the place of long ones.
func shortText(v engine.Value, short map[string]engine.Value) engine.Value {
	if list, ok := v.List(); ok {
		list = slices.Clone(list)
		for i, one := range list {
			list[i] = shortText(one, short)
		}
		return engine.List(list...)
	}
	if _, _, isRef := v.Ref(); isRef || !isLong(v) {
		return v
	}
	text := v.String()
	if _, known := short[text]; !known {
		short[text] = engine.Text(fmt.Sprintf("text %d of %d bytes", len(short)+1, len(text)))
	}
	return short[text]
}

func isLong(v engine.Value) bool {
	_, _, _, reckons := v.Expression()
	return !reckons && len(v.String()) > longText
}

// isShort says whether a value stands for a long one.
func isShort(v engine.Value, short map[string]engine.Value) bool {
	for _, text := range short {
		if text.Equal(v) {
			return true
		}
	}
	return false
}

// weight are the bytes of what an input says.
func weight(in engine.Input) (bytes int) {
	send, ok := in.(engine.Send)
	if !ok {
		return 0
	}
	for _, a := range send.Args {
		bytes += weightOf(a.Value)
	}
	return bytes
}

func weightOf(v engine.Value) (bytes int) {
	list, ok := v.List()
	if !ok {
		return len(v.String())
	}
	for _, one := range list {
		bytes += weightOf(one)
	}
	return bytes
}
