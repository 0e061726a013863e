package export

import (
	"encoding/base64"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"interleave/engine"
)

// Java, with com.azure:azure-storage-blob, azure-storage-queue, azure-data-tables, azure-storage-file-share,
// software.amazon.awssdk:s3 and redis.clients:jedis.
//
// Source: the reference pages of these libraries.
var java = language{
	form: form{word: "java", title: "Java", ext: ".java"}, comment: "//", quote: javaText, bytes: javaData,
	moment: javaMoment,
	frame:  javaProgram,
	filters: map[string]filter{
		"map":      func(c *hole) (string, bool) { return javaMap(c.pairs), true },
		"policies": javaPolicies,
		"instant": func(c *hole) (string, bool) {
			t, ok := momentOf(c.value)
			return fmt.Sprintf("Instant.parse(%q)", t.Format(time.RFC3339)), ok
		},
		"stream": func(c *hole) (string, bool) {
			return "new ByteArrayInputStream(" + javaBytes(c.value.String()) + ")", true
		},
		"raws":   func(c *hole) (string, bool) { return javaBytes(c.value.String()), true },
		"length": func(c *hole) (string, bool) { return fmt.Sprint(len(c.value.String()), "L"), true },
		"seconds": func(c *hole) (string, bool) {
			n, ok := c.value.Int()
			return fmt.Sprintf("Duration.ofSeconds(%d)", n), ok
		},
		"md5": func(c *hole) (string, bool) {
			return "Base64.getDecoder().decode(" + javaText(c.value.String()) + ")", !c.value.IsZero()
		},
		"ids": func(c *hole) (string, bool) {
			ids, ok := latestIDs(c.value)
			return javaList(ids), ok
		},
		"comma": func(c *hole) (string, bool) {
			return javaList(strings.Split(c.value.String(), ",")), !c.value.IsZero()
		},
		"nextkeys": nextKeys(";"),
		"entity":   func(c *hole) (string, bool) { c.body(); return javaEntity(c.f.r.entity(), ""), true },
		"tagged":   javaTagged,
		"actions":  javaActions, "keys": javaKeys, "parts": javaParts,
		"chain": func(c *hole) (string, bool) {
			text, ok := c.mapped()
			return ".setRetrieve" + strings.ReplaceAll(text, string(separator), "(true).setRetrieve") + "(true)", ok
		},
		"updated": func(c *hole) (string, bool) {
			text, ok := javaTagged(c)
			return strings.Replace(text, string(separator),
				fmt.Sprintf("%cTableEntityUpdateMode.%s%c", separator, c.words, separator), 1), ok
		},
	},
}

func javaText(text string) string {
	return quoted(text, func(r rune) string {
		switch escape := escapes[r]; {
		case escape != "":
			return escape
		case r == '\r':
			return `\r`
		case r < ' ':
			return fmt.Sprintf(`\%03o`, r)
		case r <= 0xffff && (!unicode.IsPrint(r) || r == unicode.ReplacementChar):
			return fmt.Sprintf(`\u%04x`, r)
		}
		return string(r)
	})
}

func javaData(text string) string {
	if utf8.ValidString(text) {
		return "BinaryData.fromString(" + javaText(text) + ")"
	}
	return "BinaryData.fromBytes(" + javaBytes(text) + ")"
}

func javaBytes(text string) string {
	if utf8.ValidString(text) {
		return javaText(text) + ".getBytes(StandardCharsets.UTF_8)"
	}
	return fmt.Sprintf("Base64.getDecoder().decode(%q)", base64.StdEncoding.EncodeToString([]byte(text)))
}

func javaMoment(t time.Time) string {
	return fmt.Sprintf("OffsetDateTime.of(%d, %d, %d, %d, %d, %d, 0, ZoneOffset.UTC)", t.Year(), t.Month(), t.Day(),
		t.Hour(), t.Minute(), t.Second())
}

func javaMap(pairs []engine.Pair) string {
	var list []string
	for _, p := range uniquePairs(pairs) {
		list = append(list, "Map.entry("+javaText(p.Name)+", "+javaText(p.Text)+")")
	}
	return "Map.ofEntries(" + strings.Join(list, ", ") + ")"
}

func javaList(words []string) string {
	for i, w := range words {
		words[i] = javaText(strings.TrimSpace(w))
	}
	return "List.of(" + strings.Join(words, ", ") + ")"
}

func javaPolicies(c *hole) (string, bool) {
	var list []string
	for _, p := range uniquePairs(c.pairs) {
		list = append(list, fmt.Sprintf(
			"new %[1]sSignedIdentifier().setId(%[2]s).setAccessPolicy(new %[1]sAccessPolicy().setPermissions(%[3]s))",
			c.words, javaText(p.Name), javaText(p.Text)))
	}
	text := "List.of(" + strings.Join(list, ", ") + ")"
	if c.words == "Table" { // its identifier is made with its id
		text = strings.NewReplacer("SignedIdentifier().setId(", "SignedIdentifier(").Replace(text)
	}
	return text, true
}

// javaEntity is an entity with typed properties; a tag travels as a property of that name.
func javaEntity(text, tag string) string {
	partition, row, list := entityValues(text, javaText, map[string]string{"Edm.Int64": "%[1]sL",
		"Edm.DateTime": "OffsetDateTime.parse(%[2]s)", "Edm.Guid": "UUID.fromString(%[2]s)",
		"Edm.Binary": "Base64.getDecoder().decode(%[2]s)", "Edm.Double": "Double.valueOf(%[2]s)"})
	out := ""
	for _, p := range list {
		out += fmt.Sprintf(".addProperty(%s, %s)", javaText(p.name), p.text)
	}
	if tag != "" && tag != "*" {
		out += fmt.Sprintf(".addProperty(\"odata.etag\", %s)", javaText(tag))
	}
	return fmt.Sprintf("new TableEntity(%s, %s)%s", partition, row, out)
}

func javaTagged(c *hole) (string, bool) {
	c.body()
	tag, ok := etagText(c.f.r.arg("if-match"))
	if ok {
		c.used = append(c.used, "if-match")
	}
	return fmt.Sprintf("%s%c%t", javaEntity(c.f.r.entity(), tag), separator, ok && tag != "*"), true
}

func javaActions(c *hole) (string, bool) {
	kinds := map[string]string{"insert-entity": "CREATE", "update-entity": "UPDATE_REPLACE",
		"merge-entity": "UPDATE_MERGE", "delete-entity": "DELETE",
		"insert-or-replace-entity": "UPSERT_REPLACE", "insert-or-merge-entity": "UPSERT_MERGE"}
	var list []string
	for _, a := range c.f.r.group(c) {
		kind := kinds[a.verb]
		if a.tag == "" {
			kind = strings.Replace(kind, "UPDATE", "UPSERT", 1)
		}
		list = append(list, fmt.Sprintf("\n    new TableTransactionAction(TableTransactionActionType.%s, %s, %t)", kind,
			javaEntity(a.json, a.tag), a.tag != "" && a.tag != "*"))
	}
	return "List.of(" + strings.Join(list, ",") + ")", true
}

func javaKeys(c *hole) (string, bool) {
	var list []string
	for _, k := range engine.NamedOf(c.value) {
		text := "ObjectIdentifier.builder().key(" + javaText(k.Name) + ")"
		if tag, ok := etagText(k.Valued("if-match")); ok {
			text += ".eTag(" + javaText(tag) + ")"
		}
		if id := k.Valued("version-id").String(); id != "" {
			text += ".versionId(" + javaText(id) + ")"
		}
		list = append(list, text+".build()")
	}
	return strings.Join(list, ", "), true
}

func javaParts(c *hole) (string, bool) {
	var list []string
	for _, p := range partList(c.value) {
		tag, _ := etagText(p.Value)
		list = append(list, fmt.Sprintf("CompletedPart.builder().partNumber(%s).eTag(%s).build()", p.Name,
			javaText(tag)))
	}
	return strings.Join(list, ", "), true
}

// javaImports are packages by a name that only they bring.
var javaImports = []brought{
	{"BlobClientBuilder BlobContainerClientBuilder BlobServiceClientBuilder", "com.azure.core.util.* " +
		"com.azure.storage.blob.* com.azure.storage.blob.models.* com.azure.storage.blob.options.* " +
		"com.azure.storage.blob.specialized.*"},
	{"QueueClientBuilder QueueServiceClientBuilder",
		"com.azure.core.util.* com.azure.storage.queue.* com.azure.storage.queue.models.*"},
	{"TableClientBuilder TableServiceClientBuilder",
		"com.azure.core.util.* com.azure.data.tables.* com.azure.data.tables.models.*"},
	{"ShareClientBuilder ShareFileClientBuilder", "com.azure.core.util.* com.azure.storage.file.share.* " +
		"com.azure.storage.file.share.models.* com.azure.storage.file.share.options.* " +
		"com.azure.storage.file.share.specialized.*"},
	{"RequestConditions", "com.azure.core.http.RequestConditions"},
	{"S3Client", "software.amazon.awssdk.core.sync.RequestBody software.amazon.awssdk.services.s3.S3Client " +
		"software.amazon.awssdk.services.s3.model.*"},
	{"IamClient", "software.amazon.awssdk.services.iam.IamClient"},
	{"Jedis", "redis.clients.jedis.Jedis redis.clients.jedis.util.SafeEncoder"},
	{"ByteArrayInputStream ByteArrayOutputStream", "java.io.*"},
	{"StandardCharsets", "java.nio.charset.StandardCharsets"},
	{"Duration Instant OffsetDateTime", "java.time.*"}, {"List Map UUID Base64 EnumSet", "java.util.*"},
}

// javaProgram is the whole program around a call.
func javaProgram(f *filling, body string) string {
	text := ""
	for _, name := range broughtBy(javaImports, body) {
		text += "import " + name + ";\n"
	}
	body = strings.ReplaceAll(body+"\nSystem.out.println(answer);", "\n", "\n        ")
	return text + "\npublic class Request {\n    public static void main(String[] args) throws Exception {\n        " +
		body + "\n    }\n}\n"
}
