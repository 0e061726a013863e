package blob

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
	"time"

	"interleave/engine"
)

// block is a piece of a block blob under its id: staged, or in the committed list, where the bytes stand in the body.
type block struct {
	id   string
	body []byte // of a staged one
	size int64
	by   engine.Mark // who staged it

	from *engine.Part // of a staged one that was copied: its origin; nil where that is always the same
}

// spent is a block that was staged or committed and no longer is: how that came about, and how it had left the staged
// ones, which a commit may have taken in before it went.
type spent struct {
	id          string
	how, staged engine.Mark
}

// The limits of blocks.
//
// Source: Azure REST, "Put Block", "Put Block List".
const (
	blockIDMost     = 64 // bytes that an id stands for
	stagedMost      = 100_000
	committedMost   = 50_000
	stagedKept      = 7 * 24 * time.Hour // after the newest Put Block
	spentKept       = 64                 // only the explanation of a refusal asks for them
	stagedTimer     = "staged.ends"
	stagedLimit     = "The uncommitted blocks of {it} were thrown away, a week after the newest was staged,"
	searchCommitted = "committed"
	searchStaged    = "uncommitted"
	searchLatest    = "latest"
)

func walkBlocks(v engine.Visitor, blocks []block) {
	for i := range blocks {
		place := "blocks." + strconv.Itoa(i) + "."
		v.Text(place+"id", &blocks[i].id)
		v.Number(place+"size", &blocks[i].size)
		v.Mark(place+"by", &blocks[i].by)
	}
}

func (o *Object) walkStaged(v engine.Visitor) {
	for i := range o.rare.staged {
		v.Bytes("staged."+o.rare.staged[i].id, &o.rare.staged[i].body)
		v.Mark("staged."+o.rare.staged[i].id+".by", &o.rare.staged[i].by)
		engine.WalkOrigin(v, "staged."+o.rare.staged[i].id, o.rare.staged[i].from)
	}
	if len(o.rare.staged) > 0 {
		v.End(stagedTimer, &o.rare.unused)
	}
	for i := range o.rare.spent {
		v.Mark("spent."+o.rare.spent[i].id, &o.rare.spent[i].how)
		v.Mark("spent."+o.rare.spent[i].id+".staged", &o.rare.spent[i].staged)
	}
}

// checkBlockID says whether an id is base64, and of how many bytes.
func checkBlockID(id string) (bytes int, ok bool) {
	raw, err := base64.StdEncoding.DecodeString(id)
	return len(raw), err == nil && id != "" && !strings.ContainsAny(id, "\r\n")
}

func findBlock(list []block, id string) (block, bool) {
	i := slices.IndexFunc(list, func(b block) bool { return b.id == id })
	if i < 0 {
		return block{}, false
	}
	return list[i], true
}

// with is a staging area with one more block, or another one under the same id.
func with(staged []block, b block) []block {
	at, found := slices.BinarySearchFunc(staged, b.id,
		func(s block, id string) int { return strings.Compare(s.id, id) })
	next := slices.Clone(staged)
	if found {
		next[at] = b
		return next
	}
	return slices.Insert(next, at, b)
}

// stagedPart and blockPart are a block as a part of its blob.
func stagedPart(path string, b block) engine.Part {
	return engine.Part{Object: blobObject(path), Name: "staged " + b.id, Mark: b.by}
}

func blockPart(path string, b block) engine.Part {
	return engine.Part{Object: blobObject(path), Name: "block " + b.id, Mark: b.by}
}

// discard says that staged blocks go, all but those that are used.
func (o *Object) discard(tx *engine.Tx, path string, used []block, side bool) {
	for _, b := range o.rare.staged {
		if kept, ok := findBlock(used, b.id); ok && kept.by == b.by {
			continue
		}
		tx.Change(engine.Change{Part: stagedPart(path, b), Drops: true, Side: side, Silent: true})
	}
}

// spend is the memory of blocks after an event that empties the staging area and leaves a committed list.
func (o *Object) spend(m engine.Mark, committed []block) []spent {
	list := o.rare.spent
	add := func(id string, staged engine.Mark) {
		list = slices.DeleteFunc(slices.Clone(list), func(s spent) bool { return s.id == id })
		list = append(list, spent{id, m, staged})
	}
	for _, b := range o.rare.staged {
		add(b.id, m)
	}
	for _, b := range o.blocks {
		_, stays := findBlock(committed, b.id)
		if _, staged := findBlock(o.rare.staged, b.id); !stays && !staged {
			add(b.id, o.howSpent(searchStaged, b.id))
		}
	}
	return list[max(0, len(list)-spentKept):]
}

// howSpent is what became of a block that is not where it is searched; zero where it never was.
func (o *Object) howSpent(search, id string) engine.Mark {
	if o == nil {
		return engine.Mark{}
	}
	for _, s := range o.rare.spent {
		switch {
		case s.id != id:
		case search == searchStaged && !s.staged.IsZero():
			return s.staged
		default:
			return s.how
		}
	}
	return engine.Mark{}
}

// stagedEnded takes away what was staged and never committed, a week after the newest Put Block; with it a blob that
// was nothing else.
//
// Source: Azure REST, "Put Block", Remarks.
func (o *Object) stagedEnded(tx *engine.Tx, path string) (next *Object, by string) {
	last := engine.Mark{}
	for _, b := range o.rare.staged {
		last = engine.Newest(last, b.by)
	}
	m := tx.As(last.By)
	o.discard(tx, path, nil, false)
	if o.uncommitted {
		return o.tombstone(m), last.By
	}
	after := *o
	rare := after.alter()
	rare.spent, rare.staged, rare.unused = o.spend(m, o.blocks), nil, 0
	return &after, last.By
}

// tombstone is what is kept of a blob that was removed.
func (o *Object) tombstone(m engine.Mark) *Object {
	next := &Object{gone: true, made: o.made, lease: o.lease.Forget(m), rare: &rare{removed: m, before: o.rare.before,
		stamped: o.rare.stamped, spent: o.spend(m, nil)}}
	next.version, next.kind = o.version, o.kind
	return next
}
