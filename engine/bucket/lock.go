package bucket

import (
	"slices"
	"strconv"
	"time"

	"interleave/engine"
)

// The modes of a retention, and the words of a legal hold.
const (
	governance = "GOVERNANCE"
	compliance = "COMPLIANCE"
	held       = "ON"
	unheld     = "OFF"
)

// lock is what keeps a version from being taken away: a retention until a moment, a legal hold until somebody lifts it.
//
// Source: Amazon S3 User Guide, "Locking objects with Object Lock"; rules.md, "Object Lock".
type lock struct {
	mode     string // GOVERNANCE or COMPLIANCE; empty: no retention
	until    engine.Instant
	hold     string // ON or OFF; empty: never said
	retained engine.Mark
	holder   engine.Mark
}

func (l *lock) walk(v engine.Visitor) {
	if l.mode != "" {
		v.Text("lock-mode", &l.mode)
		v.Instant("lock-until", &l.until)
		v.Mark("changed.retention", &l.retained)
	}
	if l.hold != "" {
		v.Text("legal-hold", &l.hold)
		v.Mark("changed.legal-hold", &l.holder)
	}
}

func (l lock) fields() (list []engine.Field) {
	if l.mode != "" {
		list = append(list, text("lock-mode", l.mode), engine.Field{Name: "lock-until", Value: engine.Moment(l.until)})
	}
	if l.hold != "" {
		list = append(list, text("legal-hold", l.hold))
	}
	return list
}

// keeps is why a version cannot be taken away now; bypass is for a retention in GOVERNANCE alone.
func (l lock) keeps(tx *engine.Tx, bypass bool) *refusal {
	no := refuse(protected, engine.Text("a retention in "+l.mode))
	switch {
	case l.hold == held:
		no.cause.Want, no.cause.Since = engine.Text("a legal hold"), l.holder
	case l.mode == "" || tx.Now() >= l.until || bypass && l.mode == governance:
		return nil
	default:
		no.cause.Since, no.cause.Until = l.retained, l.until
	}
	return no
}

// locks says whether the bucket has a configuration of Object Lock, and so takes locks at all.
func (b *Bucket) locks() bool {
	k, ok := b.given("object-lock")
	return ok && k.text != ""
}

// standard is the retention that the bucket gives each new version; zero: none.
func (b *Bucket) standard(tx *engine.Tx) (l lock) {
	k, _ := b.given("object-lock")
	e, _ := setting{text: k.text}.read()
	mode := e.at("Rule", "DefaultRetention", "Mode")
	days, _ := strconv.Atoi(e.at("Rule", "DefaultRetention", "Days"))
	years, _ := strconv.Atoi(e.at("Rule", "DefaultRetention", "Years"))
	if mode == "" || days+years <= 0 {
		return l
	}
	until := tx.Now().Add(time.Duration(days+365*years) * 24 * time.Hour)
	return lock{mode: mode, until: until, retained: tx.Mark()}
}

// Locked are the headers with which a new version is locked.
type Locked struct {
	Mode  engine.Opt[string] `op:"lock-mode,one=GOVERNANCE|COMPLIANCE" help:"its retention: GOVERNANCE, which some may pass, or COMPLIANCE"`
	Until engine.Opt[string] `op:"lock-until" help:"until when its retention lasts, as 2027-01-01T00:00:00Z"`
	Hold  engine.Opt[string] `op:"legal-hold,one=ON|OFF" help:"ON: nobody takes the version away until the hold is lifted"`
}

// passesBy is what who passes a retention in GOVERNANCE by must be allowed to do.
const passesBy = "s3:BypassGovernanceRetention"

// actions are what who locks a new version must be allowed to do beside writing it.
//
// Source: Amazon S3 API, "PutObject", "Permissions".
func (o Locked) actions() (list []string) {
	if o.Mode.Set || o.Until.Set {
		list = append(list, "s3:PutObjectRetention")
	}
	if o.Hold.Set {
		list = append(list, "s3:PutObjectLegalHold")
	}
	return list
}

// lock is the lock that the headers say, in that bucket.
func (o Locked) lock(tx *engine.Tx, b *Bucket) (l lock, no *refusal) {
	at, dated := engine.ParseISODate(o.Until.Want)
	switch {
	case !o.Mode.Set && !o.Until.Set && !o.Hold.Set:
		return l, nil
	case !b.locks():
		return l, refuse(noLockHere, engine.Value{})
	case o.Mode.Set != o.Until.Set:
		return l, refuse(halfRetention, o.Mode.Raw())
	case o.Mode.Set && o.Mode.Want != governance && o.Mode.Want != compliance:
		return l, refuse(badMode, o.Mode.Raw())
	case o.Hold.Set && o.Hold.Want != held && o.Hold.Want != unheld:
		return l, refuse(badMode, o.Hold.Raw(), text("message", "Legal Hold must be either of 'ON' or 'OFF'"),
			text("argument-name", "x-amz-object-lock-legal-hold"), text("argument-value", o.Hold.Want))
	case o.Mode.Set && !dated:
		return l, refuse(pastRetention, o.Until.Raw(), text("message", "The retain until date must be provided in "+
			"ISO 8601 format"))
	case o.Mode.Set && at <= tx.Now():
		return l, refuse(pastRetention, o.Until.Raw())
	}
	l.hold, l.holder = o.Hold.Want, tx.Mark()
	if o.Mode.Set {
		l.mode, l.until, l.retained = o.Mode.Want, at, tx.Mark()
	}
	return l, nil
}

// retention and legalHold are the parts of a version that are its locks.
func (w *Version) retention(path string) engine.Part {
	return engine.Part{Object: objectName(path), Name: "retention", Mark: engine.Newest(w.wrote, w.lock.retained)}
}

func (w *Version) legalHold(path string) engine.Part {
	return engine.Part{Object: objectName(path), Name: "legal-hold", Mark: engine.Newest(w.wrote, w.lock.holder)}
}

// showLocks says that an answer shows what locks a version, or that nothing does.
//
// Source: rules.md, "Object Lock" (a version is told with its locks).
func (f found) showLocks(tx *engine.Tx) {
	if !f.bucket.locks() {
		return
	}
	tx.Show(f.partOf(f.version.retention(f.path)))
	tx.Show(f.partOf(f.version.legalHold(f.path)))
}

// lockable is a version of a bucket that takes locks.
func lockable(tx *engine.Tx, of OfVersion, actions ...string) (found, *refusal) {
	f, no := of.check(tx, actions...)
	if no == nil && !f.bucket.locks() {
		no = refuse(noLockHere, engine.Value{})
	}
	return f, no
}

// partOf is a part by the version that it is of.
func (f found) partOf(p engine.Part) engine.Part {
	if !f.isCurrent {
		p.Name += " of " + f.version.id.String()
	}
	return p
}

// relock gives a version another lock.
func (f found) relock(tx *engine.Tx, l lock) {
	next, version := *f.object, *f.version
	next.versions = slices.Clone(f.object.versions)
	version.lock = l
	next.versions[slices.Index(f.object.versions, f.version)] = &version
	f.state.objects.Put(tx, f.path, &next)
}

// PutRetention locks a version until a moment, or further. A retention can be shortened, made COMPLIANCE or taken away
// only in GOVERNANCE, by who passes it by; one in COMPLIANCE can only grow. It changes neither ETag nor date.
//
// Answers: 200; 400 InvalidRequest in a bucket without Object Lock; 400 MalformedXML, InvalidArgument; 403 AccessDenied
// for less than there is; those of Head.
//
// Source: Amazon S3 API, "PutObjectRetention"; rules.md, "Object Lock".
type PutRetention struct {
	Path    string                   `op:"path" help:"the object, its bucket before the first slash"`
	Mode    engine.Opt[string]       `op:"lock-mode,one=GOVERNANCE|COMPLIANCE" help:"GOVERNANCE, which some may pass, or COMPLIANCE; none: take it away"`
	Until   engine.Opt[string]       `op:"lock-until" help:"until when the version cannot be taken away, as 2027-01-01T00:00:00Z"`
	Bypass  bool                     `op:"bypass-governance" help:"pass a retention in GOVERNANCE by"`
	Version engine.Opt[engine.Token] `op:"version-id,guard=version-id" help:"the version to lock"`
}

// Apply locks.
func (o PutRetention) Apply(tx *engine.Tx) engine.Answer {
	actions := []string{"s3:PutObjectRetention"}
	if o.Bypass {
		actions = append(actions, passesBy)
	}
	f, no := lockable(tx, OfVersion{Path: o.Path, Version: o.Version}, actions...)
	at, dated := engine.ParseISODate(o.Until.Want)
	mode := o.Mode.Want
	switch {
	case no != nil:
	case o.Mode.Set != o.Until.Set, o.Mode.Set && mode != governance && mode != compliance, o.Until.Set && !dated:
		no = refuse(badRetention, o.Mode.Raw())
	case o.Until.Set && at <= tx.Now():
		no = refuse(pastRetention, o.Until.Raw())
	case at < f.version.lock.until || mode != f.version.lock.mode:
		bare := f.version.lock
		bare.hold = ""
		if no = bare.keeps(tx, o.Bypass); no != nil {
			no.cause.Have = engine.Text(bare.asked(mode, at))
		}
	}
	if no != nil {
		return no.answer(tx)
	}
	tx.Change(engine.Change{Part: f.partOf(f.version.retention(f.path)), Drops: mode == ""})
	l := f.version.lock
	l.mode, l.until, l.retained = mode, at, tx.Mark()
	f.relock(tx, l)
	return tx.Done(200)
}

// asked is what a request was to do with a retention that stays as it is, as `make the retention one in GOVERNANCE`.
func (l lock) asked(mode string, until engine.Instant) string {
	switch {
	case mode == "":
		return "take the retention away"
	case mode == l.mode:
		return "let the retention end earlier"
	case until < l.until:
		return "make the retention one in " + mode + " that ends earlier"
	}
	return "make the retention one in " + mode
}

// GetRetention reads until when a version is locked.
//
// Answers: 200 with lock-mode and lock-until; 404 NoSuchObjectLockConfiguration where it is not; 400 InvalidRequest in
// a bucket without Object Lock; those of Head.
//
// Source: Amazon S3 API, "GetObjectRetention"; rules.md, "Object Lock".
type GetRetention struct{ OfVersion }

// Apply reads.
func (o GetRetention) Apply(tx *engine.Tx) engine.Answer {
	return o.locked(tx, "s3:GetObjectRetention", (*Version).retention, func(l lock) []engine.Field {
		if l.mode == "" {
			return nil
		}
		l.hold = ""
		return l.fields()
	})
}

// locked shows one of a version's locks, and answers with what is said of it; nil: the version has none.
func (o OfVersion) locked(tx *engine.Tx, action string, part func(*Version, string) engine.Part,
	says func(lock) []engine.Field) engine.Answer {
	f, no := lockable(tx, o, action)
	if no != nil {
		return no.answer(tx)
	}
	tx.Show(f.partOf(part(f.version, f.path)))
	said := says(f.version.lock)
	if said == nil {
		return refuse(noRetention, engine.Value{}).answer(tx)
	}
	return tx.Done(200, said...)
}

// PutLegalHold sets the legal hold of a version, or lifts it: the last writer wins. It changes neither ETag nor date.
//
// Answers: 200; 400 InvalidRequest in a bucket without Object Lock; 400 MalformedXML; those of Head.
//
// Source: Amazon S3 API, "PutObjectLegalHold"; rules.md, "Object Lock".
type PutLegalHold struct {
	Path    string                   `op:"path" help:"the object, its bucket before the first slash"`
	Hold    string                   `op:"legal-hold,one=ON|OFF" help:"ON, or OFF to lift it"`
	Version engine.Opt[engine.Token] `op:"version-id,guard=version-id" help:"the version to hold"`
}

// Apply sets.
func (o PutLegalHold) Apply(tx *engine.Tx) engine.Answer {
	f, no := lockable(tx, OfVersion{Path: o.Path, Version: o.Version}, "s3:PutObjectLegalHold")
	if no == nil && o.Hold != held && o.Hold != unheld {
		no = refuse(badRetention, engine.Text(o.Hold))
	}
	if no != nil {
		return no.answer(tx)
	}
	tx.Change(engine.Change{Part: f.partOf(f.version.legalHold(f.path))})
	l := f.version.lock
	l.hold, l.holder = o.Hold, tx.Mark()
	f.relock(tx, l)
	return tx.Done(200)
}

// GetLegalHold reads whether a version is held.
//
// Answers: 200 with legal-hold; 404 NoSuchObjectLockConfiguration where it was never said; 400 InvalidRequest in a
// bucket without Object Lock; those of Head.
//
// Source: Amazon S3 API, "GetObjectLegalHold"; rules.md, "Object Lock".
type GetLegalHold struct{ OfVersion }

// Apply reads.
func (o GetLegalHold) Apply(tx *engine.Tx) engine.Answer {
	return o.locked(tx, "s3:GetObjectLegalHold", (*Version).legalHold, func(l lock) []engine.Field {
		if l.hold == "" {
			return nil
		}
		return []engine.Field{text("legal-hold", l.hold)}
	})
}

func lockOps() []engine.OpSpec {
	reads := slices.Concat(keyEntered, []*engine.Rule{noSuchKey, noSuchVersion, markerNamed, noLockHere})
	return []engine.OpSpec{
		{Verb: "get-object-retention", Effect: engine.Reads, Did: "read its retention",
			Method: "GET", Object: "object", Summary: "Read until when a version is locked.", OK: []int{200},
			Group: engine.GroupRead, Op: GetRetention{}, Source: locking,
			Refuses: append(slices.Clone(reads), noRetention)},
		{Verb: "put-object-retention", Effect: engine.Describes, Did: "set its retention",
			Method: "PUT", Object: "object", Summary: "Lock a version until a moment.", OK: []int{200},
			Group: engine.GroupWrite, Op: PutRetention{}, Source: locking,
			Refuses: append(slices.Clone(reads), badRetention, pastRetention, protected)},
		{Verb: "get-object-legal-hold", Effect: engine.Reads, Did: "read its legal hold",
			Method: "GET", Object: "object", Summary: "Read whether a version is held.", OK: []int{200},
			Group: engine.GroupRead, Op: GetLegalHold{}, Source: locking,
			Refuses: append(slices.Clone(reads), noRetention)},
		{Verb: "put-object-legal-hold", Effect: engine.Describes, Did: "set its legal hold",
			Method: "PUT", Object: "object", Summary: "Hold a version, or lift the hold.", OK: []int{200},
			Group: engine.GroupWrite, Op: PutLegalHold{}, Source: locking,
			Refuses: append(slices.Clone(reads), badRetention)},
	}
}
