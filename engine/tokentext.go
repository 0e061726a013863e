package engine

// TokenIn is a minted token that stands in a text, as the id of a handle in the name of its record: its bytes, and its
// number.
type TokenIn struct {
	From, To int
	Number   uint64
}

// TokensIn are the minted tokens whose texts stand in a text, of records up to one; those that tell a moment are none
// of them.
func TokensIn(text string, record int) (list []TokenIn) {
	for at := 0; at < len(text); {
		n, length := mintedAt(text[at:])
		if length == 0 || n>>16 == 0 || n>>16 > uint64(record) {
			at++
			continue
		}
		list = append(list, TokenIn{at, at + length, n})
		at += length
	}
	return list
}

// The lengths of the texts of minted tokens.
const (
	etagLength = len(etagOpens) + 12
	guidLength = 36
	restLength = 2 + 12 // a digit for the kind, a dash, and the number
)

// mintedAt is the token whose text a text begins with; length 0 where it begins with none.
func mintedAt(text string) (n uint64, length int) {
	try := func(k Kind, length int) bool {
		if len(text) < length {
			return false
		}
		var ok bool
		n, ok = unmint(k, text[:length])
		return ok
	}
	switch {
	case text[0] == '0' && try(ETag, etagLength):
		return n, etagLength
	case len(text) > 8 && text[8] == '-' && try(LeaseID, guidLength):
		return n, guidLength
	case len(text) > 1 && text[1] == '-':
		for _, k := range []Kind{PopReceipt, UploadID, VersionID, HandleID} {
			if try(k, restLength) {
				return n, restLength
			}
		}
	}
	return 0, 0
}
