package races

// AlsoCalled are words of the documents by which a service, a kind of object or a kind of trouble is looked for, beside
// those that its files use; empty where there are none.
func AlsoCalled(name string) string {
	switch name {
	case "blob":
		return "azure blob storage"
	case "queue":
		return "azure queue storage messages dedup duplicate"
	case "table":
		return "azure table storage entities"
	case "share":
		return "azure files storage smb"
	case "bucket":
		return "amazon s3 aws data lake"
	case "tair":
		return "tairstring redis alibaba"
	case "entity":
		return "row"
	case "object":
		return "file key"
	case "message":
		return "job task"
	case "done-twice":
		return "dedup duplicate idempotent"
	case "policy":
		return "bucket policy forbidden"
	}
	return ""
}

// Subjects are what the documents of a service treat, by which its races are looked for too; empty where there are
// none.
func Subjects(service string) string {
	if service == "blob" {
		return "strategies isolation"
	}
	return ""
}

// Filler says of a word in lower case that people type it and nobody means it, as in "409 vs 412".
func Filler(word string) bool {
	switch word {
	case "a", "an", "and", "of", "or", "the", "vs", "vs.", "versus", "with":
		return true
	}
	return false
}
