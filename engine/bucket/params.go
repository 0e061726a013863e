package bucket

import "interleave/engine"

// CreateConditions are the conditional headers of a write.
type CreateConditions struct {
	Match     engine.Value `op:"if-match,guard=etag,version,repeats" help:"only if the object has this ETag"`
	NoneMatch engine.Value `op:"if-none-match,guard=etag,one=*" help:"*: only if there is none"`
}

// The switches that say how a store takes the conditional headers of its writes, and of its copies.
const (
	writeConditions = "write-conditions"
	copyConditions  = "copy-conditions"
)

// guards are the conditions as the store goes by them: one that does not know such headers passes them over.
//
// Source: rules.md, "Stores that do not take these conditions".
func (c CreateConditions) guards(tx *engine.Tx, setting string) guards {
	if tx.Setting(setting) == "ignored" {
		return guards{}
	}
	return guards{c.Match, c.NoneMatch}
}

// conditions looks at the headers of a write, or refuses any of them where the store takes none.
func (c CreateConditions) conditions(tx *engine.Tx, setting string, older, form *engine.Rule) *refusal {
	g := c.guards(tx, setting)
	if tx.Setting(setting) == "refused" && (sent(g.match) || sent(g.noneMatch)) {
		return refuse(older, g.keysValue(), text("header", g.names()))
	}
	return g.headers(form)
}

// ReadConditions are the conditional headers of a read.
type ReadConditions struct {
	Match      engine.Value `op:"if-match,guard=etag,version,repeats" help:"only if the object has this ETag; * if there is one"`
	NoneMatch  engine.Value `op:"if-none-match,guard=etag" help:"only if the object has another ETag"`
	Modified   engine.Value `op:"if-modified-since,guard=last-modified" help:"only if it was written after this second"`
	Unmodified engine.Value `op:"if-unmodified-since,guard=last-modified,version" help:"only if it was not written after this second"`
}

// CopySource is what a request says of the object that it copies, beside its name.
type CopySource struct {
	SourceVersion    engine.Opt[engine.Token] `op:"source-version-id,guard=version-id" help:"the version that is copied"`
	SourceMatch      engine.Value             `op:"source-if-match,guard=etag" help:"only if the source has this ETag"`
	SourceNoneMatch  engine.Value             `op:"source-if-none-match,guard=etag" help:"only if the source has another ETag"`
	SourceModified   engine.Value             `op:"source-if-modified-since,guard=last-modified" help:"only if the source was written after this second"`
	SourceUnmodified engine.Value             `op:"source-if-unmodified-since,guard=last-modified" help:"only if the source was not written after this second"`
}

func (c CopySource) source(path string) source {
	return source{path, c.SourceVersion,
		conditions{c.SourceMatch, c.SourceNoneMatch, c.SourceModified, c.SourceUnmodified}}
}
