package export

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"interleave/engine"
)

// Go, with the SDKs of Azure and of Amazon for Go (azblob v1.8, azqueue v1.0, aztables v1.4, azfile v1.6,
// aws-sdk-go-v2) and go-redis v9.
//
// Source: the packages themselves; every call below is compiled against them by .ci/run.
var golang = language{
	form: form{word: "go", title: "Go", ext: ".go"}, comment: "//", quote: strconv.Quote, bytes: goBody,
	moment: goMoment,

	frame: goProgram,
	filters: map[string]filter{
		"strings":  func(c *hole) (string, bool) { return goPairs(c.pairs, "map[string]string{", ""), true },
		"pointers": func(c *hole) (string, bool) { return goPairs(c.pairs, "map[string]*string{", "to.Ptr("), true },
		"policies": goPolicies, "md5": goHash, "crc64": goCRC, "ids": goIDs, "actions": goActions, "keys": goKeys,
		"parts": goParts,
	},
}

func goBody(text string) string { return "strings.NewReader(" + strconv.Quote(text) + ")" }

func goMoment(t time.Time) string {
	return fmt.Sprintf("time.Date(%d, %d, %d, %d, %d, %d, 0, time.UTC)", t.Year(), t.Month(), t.Day(), t.Hour(),
		t.Minute(), t.Second())
}

func goPairs(pairs []engine.Pair, open, around string) string {
	var list []string
	for _, p := range uniquePairs(pairs) {
		value := strconv.Quote(p.Text)
		if around != "" {
			value = around + value + ")"
		}
		list = append(list, strconv.Quote(p.Name)+": "+value)
	}
	return open + strings.Join(list, ", ") + "}"
}

// uniquePairs are pairs without names that come again: no map has one twice.
func uniquePairs(pairs []engine.Pair) (list []engine.Pair) {
	for _, p := range pairs {
		if !slices.ContainsFunc(list, func(q engine.Pair) bool { return q.Name == p.Name }) {
			list = append(list, p)
		}
	}
	return list
}

func goPolicies(c *hole) (string, bool) {
	text := ""
	for _, p := range uniquePairs(c.pairs) {
		text += fmt.Sprintf("{ID: to.Ptr(%q), AccessPolicy: &%s.AccessPolicy{Permission: to.Ptr(%q)}}%c", p.Name,
			c.words, p.Text, separator)
	}
	return "[]*" + c.words + ".SignedIdentifier{" + text + "}", true
}

func goHash(c *hole) (string, bool) {
	sum, err := base64.StdEncoding.DecodeString(c.value.String())
	var list []string
	for _, b := range sum {
		list = append(list, fmt.Sprintf("0x%02x", b))
	}
	return "[]byte{" + strings.Join(list, ", ") + "}", err == nil && len(sum) > 0
}

// goCRC is a CRC64 as the number that the SDK takes; it travels with its lowest byte first.
func goCRC(c *hole) (string, bool) {
	sum, err := base64.StdEncoding.DecodeString(c.value.String())
	if err != nil || len(sum) != 8 {
		return "", false
	}
	return fmt.Sprintf("0x%016x", binary.LittleEndian.Uint64(sum)), true
}

// goIDs are the ids of blocks without the words that say where they are searched; false where one is not to be searched
// as the SDK does.
func goIDs(c *hole) (string, bool) {
	ids, ok := latestIDs(c.value)
	for i, id := range ids {
		ids[i] = strconv.Quote(id)
	}
	return "[]string{" + strings.Join(ids, ", ") + "}", ok
}

// latestIDs are the ids of a block list; ok is false where one of them is not searched in `latest`, the only way that
// most SDKs offer.
func latestIDs(v engine.Value) (ids []string, ok bool) {
	ok = true
	for _, w := range listed(v) {
		switch w {
		case "latest":
		case "committed", "uncommitted":
			ok = false
		default:
			ids = append(ids, w)
		}
	}
	return ids, ok
}

func goActions(c *hole) (string, bool) {
	kinds := map[string]string{"insert-entity": "Add", "update-entity": "UpdateReplace", "merge-entity": "UpdateMerge",
		"delete-entity":            "Delete",
		"insert-or-replace-entity": "InsertReplace", "insert-or-merge-entity": "InsertMerge"}
	text := ""
	for _, a := range c.f.r.group(c) {
		kind := kinds[a.verb]
		if (a.verb == "update-entity" || a.verb == "merge-entity") && a.tag == "" {
			kind = strings.Replace(kind, "Update", "Insert", 1)
		}
		guard := ""
		if a.tag != "" {
			guard = fmt.Sprintf(", IfMatch: to.Ptr(azcore.ETag(%q))", a.tag)
		}
		text += fmt.Sprintf("\n\t\t{ActionType: aztables.TransactionType%s, Entity: []byte(%q)%s},", kind, a.json,
			guard)
	}
	return text + "\n\t", text != ""
}

func goKeys(c *hole) (string, bool) {
	text := ""
	for _, k := range engine.NamedOf(c.value) {
		more := ""
		if tag, ok := etagText(k.Valued("if-match")); ok {
			more += fmt.Sprintf(", ETag: aws.String(%q)", tag)
		}
		if id := k.Valued("version-id").String(); id != "" {
			more += fmt.Sprintf(", VersionId: aws.String(%q)", id)
		}
		text += fmt.Sprintf("{Key: aws.String(%q)%s}%c", k.Name, more, separator)
	}
	return text, text != ""
}

func goParts(c *hole) (string, bool) {
	text := ""
	for _, p := range partList(c.value) {
		tag, _ := etagText(p.Value)
		text += fmt.Sprintf("{PartNumber: aws.Int32(%s), ETag: aws.String(%q)}%c", p.Name, tag, separator)
	}
	return text, text != ""
}

// goImports are the packages by the name that stands before the point.
var goImports = map[string]string{
	"context": "context", "fmt": "fmt", "log": "log", "os": "os", "strings": "strings", "time": "time",
	"azcore":     "github.com/Azure/azure-sdk-for-go/sdk/azcore",
	"streaming":  "github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming",
	"to":         "github.com/Azure/azure-sdk-for-go/sdk/azcore/to",
	"appendblob": "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/appendblob",
	"blob":       "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob",
	"blockblob":  "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob",
	"container":  "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container",
	"pageblob":   "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/pageblob",
	"service":    "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service",
	"lease":      "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease",
	"azqueue":    "github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue",
	"aztables":   "github.com/Azure/azure-sdk-for-go/sdk/data/aztables",
	"directory":  "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/directory",
	"file":       "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/file",
	"filelease":  "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/lease",
	"share":      "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/share",
	"aws":        "github.com/aws/aws-sdk-go-v2/aws", "config": "github.com/aws/aws-sdk-go-v2/config",
	"iam": "github.com/aws/aws-sdk-go-v2/service/iam", "s3": "github.com/aws/aws-sdk-go-v2/service/s3",
	"types": "github.com/aws/aws-sdk-go-v2/service/s3/types",
	"redis": "github.com/redis/go-redis/v9",
}

// goProgram is the whole program around a call.
func goProgram(f *filling, body string) string {
	body = "\tctx := context.Background()\n" + body +
		"\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\tfmt.Printf(\"%+v\\n\", answer)\n"
	var own, others []string
	code := withoutTexts(body)
	for name, path := range goImports {
		if !strings.Contains(code, name+".") ||
			!slices.ContainsFunc(strings.FieldsFunc(code, func(r rune) bool { return !word(string(r)) && r != '.' }),
				func(w string) bool { return strings.HasPrefix(w, name+".") }) {
			continue
		}
		line := strconv.Quote(path)
		if name == "filelease" {
			line = "filelease " + line
		}
		if strings.Contains(path, "/") {
			others = append(others, "\t"+line+"\n")
			continue
		}
		own = append(own, "\t"+line+"\n")
	}
	slices.Sort(own)
	slices.SortFunc(others, func(a, b string) int {
		return strings.Compare(a[strings.IndexByte(a, '"'):], b[strings.IndexByte(b, '"'):])
	})
	if len(others) > 0 {
		own = append(own, "\n")
	}
	return "package main\n\nimport (\n" + strings.Join(own, "") + strings.Join(others, "") + ")\n\nfunc main() {\n" +
		body + "}\n"
}

// withoutTexts is Go code without what stands in quotes.
func withoutTexts(code string) string {
	var b strings.Builder
	inside := false
	for i := 0; i < len(code); i++ {
		switch {
		case inside && code[i] == '\\':
			i++
		case code[i] == '"':
			inside = !inside
			b.WriteByte(' ')
		case !inside:
			b.WriteByte(code[i])
		}
	}
	return b.String()
}
