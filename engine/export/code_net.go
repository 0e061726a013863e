package export

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"interleave/engine"
)

// C#, with Azure.Storage.Blobs, Azure.Storage.Queues, Azure.Data.Tables, Azure.Storage.Files.Shares, AWSSDK.S3 and
// StackExchange.Redis.
//
// Source: the reference pages of these packages.
var net = language{
	form: form{word: "net", title: ".NET", ext: ".cs"}, comment: "//", quote: backslashed, bytes: netData,
	moment: netMoment,
	frame:  netProgram,
	filters: map[string]filter{
		"dict": func(c *hole) (string, bool) {
			return "new Dictionary<string, string> " + netPairs(c.pairs),
				true
		},
		"pairs":    func(c *hole) (string, bool) { return netPairs(c.pairs), true },
		"policies": netPolicies,
		"stream": func(c *hole) (string, bool) {
			return "new MemoryStream(" + netBytes(c.value.String()) + ")",
				true
		},
		"seconds": func(c *hole) (string, bool) {
			n, ok := c.value.Int()
			return fmt.Sprintf("TimeSpan.FromSeconds(%d)", n), ok
		},
		"utc": func(c *hole) (string, bool) { t, ok := momentOf(c.value); return netMoment(t) + ".UtcDateTime", ok },
		"tag": func(c *hole) (string, bool) { text, ok := etagText(c.value); return netTag(text), ok },
		"md5": func(c *hole) (string, bool) {
			return "Convert.FromBase64String(" + backslashed(c.value.String()) + ")", !c.value.IsZero()
		},
		"ids": func(c *hole) (string, bool) {
			ids, ok := latestIDs(c.value)
			return netList(ids), ok
		},
		"comma": func(c *hole) (string, bool) {
			return netList(strings.Split(c.value.String(), ",")), !c.value.IsZero()
		},
		"nextkeys": nextKeys(" "),
		"entity":   func(c *hole) (string, bool) { c.body(); return netEntity(c.f.r.entity()), true },
		"or": func(c *hole) (string, bool) {
			text, ok := c.mapped()
			return strings.ReplaceAll(text, string(separator), " | "), ok
		},
		"some": func(c *hole) (string, bool) {
			var list []string
			for _, pair := range strings.Split(c.words, "|") {
				name, code, _ := strings.Cut(pair, "=")
				if slices.Contains(listed(c.value), name) {
					list = append(list, code)
				}
			}
			return strings.Join(list, " | "), len(list) > 0
		},
		"actions": netActions, "keys": netKeys, "parts": netParts,
	},
}

func netData(text string) string {
	if utf8.ValidString(text) {
		return "BinaryData.FromString(" + backslashed(text) + ")"
	}
	return "BinaryData.FromBytes(" + netBytes(text) + ")"
}

func netBytes(text string) string {
	if utf8.ValidString(text) {
		return "Encoding.UTF8.GetBytes(" + backslashed(text) + ")"
	}
	return fmt.Sprintf("Convert.FromBase64String(%q)", base64.StdEncoding.EncodeToString([]byte(text)))
}

func netMoment(t time.Time) string {
	return fmt.Sprintf("new DateTimeOffset(%d, %d, %d, %d, %d, %d, TimeSpan.Zero)", t.Year(), t.Month(), t.Day(),
		t.Hour(), t.Minute(), t.Second())
}

func netTag(text string) string {
	if text == "*" {
		return "ETag.All"
	}
	return "new ETag(" + backslashed(text) + ")"
}

func netPairs(pairs []engine.Pair) string {
	var list []string
	for _, p := range uniquePairs(pairs) {
		list = append(list, "["+backslashed(p.Name)+"] = "+backslashed(p.Text))
	}
	return "{ " + strings.Join(list, ", ") + " }"
}

func netList(words []string) string {
	if len(words) == 0 {
		return "Array.Empty<string>()"
	}
	for i, w := range words {
		words[i] = backslashed(strings.TrimSpace(w))
	}
	return "new[] { " + strings.Join(words, ", ") + " }"
}

func netPolicies(c *hole) (string, bool) {
	var list []string
	for _, p := range uniquePairs(c.pairs) {
		one := fmt.Sprintf("new %[1]sSignedIdentifier { Id = %[2]s, AccessPolicy = new %[1]sAccessPolicy { "+
			"Permissions = %[3]s } }", c.words, backslashed(p.Name), backslashed(p.Text))
		if c.words == "Table" { // its identifier is made with its policy
			one = fmt.Sprintf("new TableSignedIdentifier(%s, new TableAccessPolicy(null, null, %s))",
				backslashed(p.Name), backslashed(p.Text))
		}
		list = append(list, one)
	}
	return "new[] { " + strings.Join(list, ", ") + " }", true
}

func netEntity(text string) string {
	partition, row, values := entityValues(text, backslashed, map[string]string{"Edm.Int64": "%[1]sL",
		"Edm.DateTime": "DateTimeOffset.Parse(%[2]s)", "Edm.Guid": "Guid.Parse(%[2]s)",
		"Edm.Binary": "Convert.FromBase64String(%[2]s)",
		"Edm.Double": "double.Parse(%[2]s, CultureInfo.InvariantCulture)"})
	if partition == "" {
		partition = `""`
	}
	if row == "" {
		row = `""`
	}
	var list []string
	for _, p := range values {
		list = append(list, "["+backslashed(p.name)+"] = "+p.text)
	}
	made := fmt.Sprintf("new TableEntity(%s, %s)", partition, row)
	if len(list) > 0 {
		made += " { " + strings.Join(list, ", ") + " }"
	}
	return made
}

func netActions(c *hole) (string, bool) {
	kinds := map[string]string{"insert-entity": "Add", "update-entity": "UpdateReplace", "merge-entity": "UpdateMerge",
		"delete-entity":            "Delete",
		"insert-or-replace-entity": "UpsertReplace", "insert-or-merge-entity": "UpsertMerge"}
	text := ""
	for _, a := range c.f.r.group(c) {
		kind, guard := kinds[a.verb], ""
		if a.tag == "" {
			kind = strings.Replace(kind, "Update", "Upsert", 1)
		} else {
			guard = ", " + netTag(a.tag)
		}
		text += fmt.Sprintf("\n    new TableTransactionAction(TableTransactionActionType.%s, %s%s),", kind,
			netEntity(a.json), guard)
	}
	return "new TableTransactionAction[] {" + text + "\n}", true
}

func netKeys(c *hole) (string, bool) {
	var list []string
	for _, k := range engine.NamedOf(c.value) {
		text := "new KeyVersion { Key = " + backslashed(k.Name)
		if tag, ok := etagText(k.Valued("if-match")); ok {
			text += ", ETag = " + backslashed(tag)
		}
		if id := k.Valued("version-id").String(); id != "" {
			text += ", VersionId = " + backslashed(id)
		}
		list = append(list, text+" }")
	}
	return "new List<KeyVersion> { " + strings.Join(list, ", ") + " }", true
}

func netParts(c *hole) (string, bool) {
	var list []string
	for _, p := range partList(c.value) {
		tag, _ := etagText(p.Value)
		list = append(list, fmt.Sprintf("new PartETag(%s, %s)", p.Name, backslashed(tag)))
	}
	return "new List<PartETag> { " + strings.Join(list, ", ") + " }", true
}

// netUsings are namespaces by names that only they bring.
var netUsings = []brought{
	{"BlobClient BlobContainerClient BlobServiceClient BlockBlobClient AppendBlobClient PageBlobClient",
		"Azure Azure.Storage.Blobs Azure.Storage.Blobs.Models Azure.Storage.Blobs.Specialized"},
	{"QueueClient QueueServiceClient", "Azure Azure.Storage.Queues Azure.Storage.Queues.Models"},
	{"TableClient TableServiceClient", "Azure Azure.Data.Tables Azure.Data.Tables.Models"},
	{"ShareClient ShareFileClient ShareDirectoryClient",
		"Azure Azure.Storage.Files.Shares Azure.Storage.Files.Shares.Models Azure.Storage.Files.Shares.Specialized"},
	{"AmazonS3Client", "Amazon.S3 Amazon.S3.Model"},
	{"AmazonIdentityManagementServiceClient", "Amazon.IdentityManagement Amazon.IdentityManagement.Model"},
	{"ConnectionMultiplexer", "StackExchange.Redis"}, {"Encoding", "System.Text"},
	{"CultureInfo", "System.Globalization"},
}

// netProgram is the whole program around a call; what every project uses by itself is not named.
func netProgram(f *filling, body string) string {
	text := ""
	for _, name := range broughtBy(netUsings, body) {
		text += "using " + name + ";\n"
	}
	return text + "\n" + body + "\nConsole.WriteLine(answer);\n"
}
