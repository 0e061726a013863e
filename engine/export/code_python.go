package export

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"interleave/engine"
)

// Python, with azure-storage-blob, azure-storage-queue, azure-data-tables, azure-storage-file-share, boto3 and
// redis-py.
//
// Source: the reference pages of these packages. Their calls take most arguments by name.
var python = language{
	form: form{word: "python", title: "Python", ext: ".py"}, comment: "#", quote: backslashed, bytes: pythonBytes,
	moment: pythonMoment,
	frame:  pythonProgram,
	filters: map[string]filter{
		"dict": func(c *hole) (string, bool) { return pythonDict(c.pairs), true },
		"policies": func(c *hole) (string, bool) {
			text := ""
			for _, p := range uniquePairs(c.pairs) {
				text += fmt.Sprintf("%s: %s(permission=%s)%c", backslashed(p.Name), c.words, backslashed(p.Text),
					separator)
			}
			return "{" + text + "}", true
		},
		"match":   func(c *hole) (string, bool) { return pythonMatch(c, "IfPresent", "IfNotModified") },
		"none":    func(c *hole) (string, bool) { return pythonMatch(c, "IfMissing", "IfModified") },
		"blockid": pythonBlock,
		"blocks":  pythonBlockList,
		"md5": func(c *hole) (string, bool) {
			return "bytearray(base64.b64decode(" + backslashed(c.value.String()) + "))", !c.value.IsZero()
		},
		"entity":  func(c *hole) (string, bool) { c.body(); return pythonEntity(c.f.r.entity()), true },
		"actions": pythonActions,
		"keys":    pythonKeys,
		"parts":   pythonParts,
		"comma": func(c *hole) (string, bool) {
			return pythonList(strings.Split(c.value.String(), ",")), !c.value.IsZero()
		},
		"list":     func(c *hole) (string, bool) { return pythonList(listed(c.value)), !c.value.IsZero() },
		"nextkeys": func(c *hole) (string, bool) { return pythonNext(c.value), !c.value.IsZero() },
	},
}

func pythonBytes(text string) string {
	if utf8.ValidString(text) {
		return backslashed(text) + ".encode()"
	}
	var b strings.Builder
	for i := range len(text) {
		fmt.Fprintf(&b, `\x%02x`, text[i])
	}
	return `b"` + b.String() + `"`
}

func pythonMoment(t time.Time) string {
	return fmt.Sprintf("datetime(%d, %d, %d, %d, %d, %d, tzinfo=timezone.utc)", t.Year(), t.Month(), t.Day(), t.Hour(),
		t.Minute(), t.Second())
}

func pythonDict(pairs []engine.Pair) string {
	text := ""
	for _, p := range uniquePairs(pairs) {
		text += fmt.Sprintf("%s: %s%c", backslashed(p.Name), backslashed(p.Text), separator)
	}
	return "{" + text + "}"
}

func pythonList(words []string) string {
	for i, w := range words {
		words[i] = backslashed(strings.TrimSpace(w))
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// pythonMatch is a tag with the condition that it stands under; a star needs no tag. The filter's word stands before
// both names.
func pythonMatch(c *hole, star, tagged string) (string, bool) {
	tag, ok := etagText(c.value)
	if tag == "*" {
		return fmt.Sprintf("%smatch_condition=MatchConditions.%s", c.words, star), ok
	}
	return fmt.Sprintf("%setag=%s%c%smatch_condition=MatchConditions.%s", c.words, backslashed(tag), separator, c.words,
		tagged), ok
}

// pythonBlock is the id of a block before base64: the SDK encodes it.
func pythonBlock(c *hole) (string, bool) {
	id, ok := decodedID(c.value.String())
	return backslashed(id), ok
}

func decodedID(text string) (string, bool) {
	id, err := base64.StdEncoding.DecodeString(text)
	if err != nil || !utf8.Valid(id) {
		return text, false
	}
	return string(id), true
}

func pythonBlockList(c *hole) (string, bool) {
	state, text, fits := "LATEST", "", true
	for _, w := range listed(c.value) {
		switch w {
		case "latest", "committed", "uncommitted":
			state = strings.ToUpper(w)
			continue
		}
		id, ok := decodedID(w)
		fits = fits && ok
		text += fmt.Sprintf("BlobBlock(block_id=%s, state=BlockState.%s)%c", backslashed(id), state, separator)
	}
	return "[" + text + "]", fits
}

// pythonEntity is an entity of JSON as a dict whose values have their types.
func pythonEntity(text string) string {
	out := ""
	for _, p := range entityProperties(text) {
		value := p.text
		switch p.kind {
		case "Edm.Int64":
			value = fmt.Sprintf("EntityProperty(%s, EdmType.INT64)", p.text)
		case "Edm.DateTime":
			value = fmt.Sprintf("datetime.fromisoformat(%s)", backslashed(strings.TrimSuffix(p.text, "Z")+"+00:00"))
		case "Edm.Guid":
			value = fmt.Sprintf("UUID(%s)", backslashed(p.text))
		case "Edm.Binary":
			value = fmt.Sprintf("base64.b64decode(%s)", backslashed(p.text))
		case "Edm.String":
			value = backslashed(p.text)
		case "Edm.Boolean":
			value = map[string]string{"true": "True", "false": "False"}[p.text]
		case "Edm.Double":
			value = fmt.Sprintf("float(%s)", backslashed(p.text))
		}
		out += fmt.Sprintf("%s: %s%c", backslashed(p.name), value, separator)
	}
	return "{" + out + "}"
}

// entityProperty is a property of an entity with its type and its text.
type entityProperty struct{ name, kind, text string }

// entityValues are the keys and the other properties of an entity as a language writes them: forms are for the values
// of its types, of the text as it stands, and quoted; without one texts are quoted, and all else stands as it is.
func entityValues(text string, quote func(string) string, forms map[string]string) (partition, row string,
	list []entityProperty) {
	for _, p := range entityProperties(text) {
		value := p.text
		if form := forms[p.kind]; form != "" {
			value = fmt.Sprintf(form, p.text, quote(p.text))
		} else if p.kind == "Edm.String" {
			value = quote(p.text)
		}
		switch p.name {
		case "PartitionKey":
			partition = value
		case "RowKey":
			row = value
		default:
			list = append(list, entityProperty{name: p.name, text: value})
		}
	}
	return partition, row, list
}

// entityProperties reads an entity as JSON writes it, in its order.
func entityProperties(text string) (list []entityProperty) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	kinds := map[string]string{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return list
		}
		value, err := d.Token()
		if err != nil {
			return list
		}
		key := fmt.Sprint(name)
		if of, ok := strings.CutSuffix(key, "@odata.type"); ok {
			kinds[of] = fmt.Sprint(value)
			continue
		}
		p := entityProperty{name: key, kind: kinds[key], text: fmt.Sprint(value)}
		if p.kind == "" {
			p.kind = map[bool]string{true: "Edm.Double", false: "Edm.Int32"}[strings.ContainsAny(p.text, ".eE")]
			switch value.(type) {
			case string:
				p.kind = "Edm.String"
			case bool:
				p.kind = "Edm.Boolean"
			}
		}
		list = append(list, p)
	}
	return list
}

func pythonActions(c *hole) (string, bool) {
	text := ""
	for _, a := range c.f.r.group(c) {
		kind, mode := "upsert", ""
		switch {
		case a.verb == "insert-entity":
			kind = "create"
		case a.verb == "delete-entity":
			kind = "delete"
		case a.tag != "":
			kind = "update"
		}
		if kind == "update" || kind == "upsert" {
			mode = fmt.Sprintf(`"mode": UpdateMode.%s%c`,
				map[bool]string{true: "MERGE", false: "REPLACE"}[strings.Contains(a.verb, "merge")], separator)
		}
		switch a.tag {
		case "":
		case "*":
			mode += fmt.Sprintf(`"match_condition": MatchConditions.IfPresent%c`, separator)
		default:
			mode += fmt.Sprintf(`"etag": %s, "match_condition": MatchConditions.IfNotModified%c`, backslashed(a.tag),
				separator)
		}
		if mode != "" {
			mode = ", {" + mode + "}"
		}
		text += fmt.Sprintf("\n    (%q, %s%s),", kind, pythonEntity(a.json), mode)
	}
	return "[" + text + "\n]", true
}

func pythonKeys(c *hole) (string, bool) {
	text := ""
	for _, k := range engine.NamedOf(c.value) {
		pairs := []engine.Pair{{Name: "Key", Text: k.Name}}
		if tag, ok := etagText(k.Valued("if-match")); ok {
			pairs = append(pairs, engine.Pair{Name: "ETag", Text: tag})
		}
		if id := k.Valued("version-id").String(); id != "" {
			pairs = append(pairs, engine.Pair{Name: "VersionId", Text: id})
		}
		text += pythonDict(pairs) + string(separator)
	}
	return "[" + text + "]", true
}

func pythonParts(c *hole) (string, bool) {
	text := ""
	for _, p := range partList(c.value) {
		tag, _ := etagText(p.Value)
		text += fmt.Sprintf(`{"PartNumber": %s, "ETag": %s}%c`, p.Name, backslashed(tag), separator)
	}
	return "[" + text + "]", true
}

func pythonNext(v engine.Value) string {
	partition, row, _ := strings.Cut(v.String(), "/")
	return pythonDict([]engine.Pair{{Name: "PartitionKey", Text: partition}, {Name: "RowKey", Text: row}})
}

// pythonImports are the modules by the names that they bring.
var pythonImports = []struct{ module, names string }{
	{"azure.core", "MatchConditions"},
	{"azure.data.tables", "TableServiceClient TableAccessPolicy UpdateMode EntityProperty EdmType"},
	{"azure.storage.blob", "BlobServiceClient BlobClient ContainerClient BlobLeaseClient BlobBlock BlockState " +
		"StandardBlobTier SequenceNumberAction BlobAccessPolicy ContentSettings"},
	{"azure.storage.fileshare",
		"ShareClient ShareDirectoryClient ShareFileClient ShareLeaseClient FileContentSettings"},
	{"azure.storage.queue", "QueueClient QueueServiceClient QueueAccessPolicy QueueAnalyticsLogging Metrics CorsRule"},
	{"datetime", "datetime timezone"}, {"uuid", "UUID"},
}

// pythonNames are names that several modules have: each is imported under a name of its own.
var pythonNames = map[string]string{"BlobAccessPolicy": "AccessPolicy as BlobAccessPolicy",
	"QueueAccessPolicy":   "AccessPolicy as QueueAccessPolicy",
	"FileContentSettings": "ContentSettings as FileContentSettings"}

// pythonProgram is the whole script around a call.
func pythonProgram(f *filling, body string) string {
	used := strings.FieldsFunc(withoutTexts(body), func(r rune) bool { return !word(string(r)) })
	plain, from := "", ""
	for _, module := range strings.Fields("base64 boto3 os redis") {
		if slices.Contains(used, module) {
			plain += "import " + module + "\n"
		}
	}
	for _, m := range pythonImports {
		var names []string
		for _, n := range strings.Fields(m.names) {
			if slices.Contains(used, n) {
				if as, ok := pythonNames[n]; ok {
					n = as
				}
				names = append(names, n)
			}
		}
		if len(names) > 0 {
			from += fmt.Sprintf("from %s import %s\n", m.module, strings.Join(names, ", "))
		}
	}
	return plain + from + "\n" + body + "\nprint(answer)\n"
}
