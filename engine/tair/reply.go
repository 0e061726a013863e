package tair

import (
	"fmt"
	"strconv"
	"strings"

	"interleave/engine"
)

// reply is what a client reads, with its types on the wire: + a simple string, $ a bulk string, = one for people, :
// a number, - an error,
// _ nothing, ! no array, * and a count an array of the replies that follow, % and a count a map of them, ~ a set; and
// of scripts , a number with a fraction, ( one of any length, # true or false.
type reply struct {
	form  string
	value engine.Value
}

func simple(text string) reply { return reply{"+", engine.Text(text)} }

// okay is what most writes are answered, with one list of fields for all of them: an answer is never changed.
var (
	okay       = simple("OK")
	okayFields = []engine.Field{{Name: "reply", Value: okay.value}, {Name: "resp", Value: engine.Text(okay.form)}}
)

func bulk(value []byte) reply  { return reply{"$", engine.Text(string(value))} }
func text(lines string) reply  { return reply{"=", engine.Text(lines)} }
func number(n int64) reply     { return reply{":", engine.Number(n)} }
func version(n uint64) reply   { return number(int64(n)) }
func failed(text string) reply { return reply{"-", engine.Text(text)} }
func null() reply              { return reply{form: "_"} }

// mapping is an array of names and values, each behind the other: RESP3 has a form of its own for it.
func mapping(pairs reply) reply {
	count, rest, _ := strings.Cut(pairs.form[1:], ".")
	n, _ := strconv.Atoi(count)
	return reply{form: "%" + strconv.Itoa(n/2) + "." + rest, value: pairs.value}
}

// array is several replies in one; nothing in it is the word nil.
func array(list ...reply) reply {
	r := reply{form: "*" + strconv.Itoa(len(list)) + "."}
	values := make([]engine.Value, len(list))
	for i, e := range list {
		r.form += e.form
		if values[i] = e.value; e.value.IsZero() {
			values[i] = engine.Text("nil")
		}
	}
	r.value = engine.List(values...)
	return r
}

// result is what a command came to: a reply, what it says by name, and why where it was not done.
type result struct {
	reply  reply
	fields []engine.Field
	cause  *engine.Cause
	keeps  bool // refused, and what was written stays
}

func done(r reply, fields ...engine.Field) result { return result{reply: r, fields: fields} }

func valueField(value []byte) engine.Field {
	return engine.Field{Name: "value", Value: engine.Text(string(value))}
}

func versionField(n uint64) engine.Field {
	return engine.Field{Name: "version", Value: engine.Number(int64(n))}
}

func flagsField(n uint32) engine.Field {
	return engine.Field{Name: "flags", Value: engine.Number(int64(n))}
}

// refuse is what a client reads where a rule was broken: the code says which reply that is.
func refuse(c *engine.Cause) result {
	r := result{cause: c}
	switch code := c.Rule.Fault.Code; code {
	case "nil":
		r.reply = null()
	case "0":
		r.reply = number(0)
	case "-1":
		r.reply = number(-1)
	default:
		r.reply = failed(c.Rule.Fault.Message)
	}
	return r
}

// answer is the result as the world hands it on.
func (r result) answer(tx *engine.Tx) engine.Answer {
	a := tx.Done(200)
	switch {
	case r.cause != nil && r.keeps:
		a = tx.RefuseKeeping(r.cause)
	case r.cause != nil:
		a = tx.Refuse(r.cause)
	}
	if r.reply == okay && len(r.fields) == 0 {
		a.Fields = okayFields
		return a
	}
	a.Fields = make([]engine.Field, 0, len(r.fields)+2)
	if !r.reply.value.IsZero() {
		a.Fields = append(a.Fields, engine.Field{Name: "reply", Value: r.reply.value})
	}
	a.Fields = append(append(a.Fields, r.fields...), engine.Field{Name: "resp", Value: engine.Text(r.reply.form)})
	return a
}

// Encode is an answer in the bytes that a client of that protocol (2 or 3) reads.
//
// Source: rules.md, "Replies and errors".
func Encode(a engine.Answer, protocol int) []byte { return AppendReply(nil, a, protocol) }

// AppendReply puts those bytes behind others.
func AppendReply(b []byte, a engine.Answer, protocol int) []byte {
	form := a.Field("resp").String()
	if form == "" {
		return fmt.Appendf(b, "-%s\r\n", a.Why.Rule.Fault.Message)
	}
	b, _ = encode(b, form, a.Field("reply"), protocol)
	return b
}

// Replies are what a transaction came to, an answer for each of its commands; ok is false where an answer is no such
// list, as where the transaction was not carried out.
func Replies(a engine.Answer) (list []engine.Answer, ok bool) {
	form, behind, isList := strings.Cut(a.Field("resp").String(), ".")
	if !isList || form[0] != '*' {
		return nil, false
	}
	replies, _ := a.Field("reply").List()
	for _, v := range replies {
		_, rest := encode(nil, behind, v, 2)
		list = append(list, engine.Answer{Status: a.Status, Fields: []engine.Field{{Name: "reply", Value: v},
			{Name: "resp", Value: engine.Text(behind[:len(behind)-len(rest)])}}})
		behind = rest
	}
	return list, true
}

// encode writes one reply and gives back the types behind its own.
func encode(b []byte, form string, v engine.Value, protocol int) (_ []byte, rest string) {
	sort, rest := form[0], form[1:]
	switch sort {
	case '*', '%', '~':
		var count string
		count, rest, _ = strings.Cut(rest, ".")
		list, _ := v.List()
		if sort != '*' && protocol == 3 {
			b = said(b, sort, count)
		} else {
			b = said(b, '*', strconv.Itoa(len(list)))
		}
		for _, e := range list {
			b, rest = encode(b, rest, e, protocol)
		}
	case '$', '=':
		text := v.String()
		if sort == '=' && protocol == 3 {
			text = "txt:" + text
		} else {
			sort = '$'
		}
		b = bulked(b, sort, text)
	case '_', '!':
		b = append(b, nulls[protocol == 3][sort == '!']...)
	case ',', '(', '#':
		switch text := v.String(); {
		case protocol == 3:
			b = said(b, sort, text)
		case sort != '#':
			b = bulked(b, '$', text)
		case text == "t":
			b = append(b, ":1\r\n"...)
		default:
			b = append(b, ":0\r\n"...)
		}
	default:
		b = said(b, sort, v.String())
	}
	return b, rest
}

// said is a reply of one line, bulked one that says first how long it is.
func said(b []byte, sort byte, text string) []byte {
	return append(append(append(b, sort), text...), "\r\n"...)
}

func bulked(b []byte, sort byte, text string) []byte {
	b = append(strconv.AppendInt(append(b, sort), int64(len(text)), 10), "\r\n"...)
	return append(append(b, text...), "\r\n"...)
}

// nulls are the two nothings, by RESP3 and by array.
var nulls = map[bool]map[bool]string{
	false: {false: "$-1\r\n", true: "*-1\r\n"},
	true:  {false: "_\r\n", true: "_\r\n"},
}
