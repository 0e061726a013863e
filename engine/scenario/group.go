package scenario

import (
	"strconv"
	"strings"

	"interleave/engine"
)

// members refuses a group in which a request is written as it could not be sent alone: a word that its operation does
// not take, as a property without its dot. A group that came from elsewhere may be any: nothing is said of those here.
func (p *parser) members(i item) error {
	if !strings.HasPrefix(p.src[i.from:], "[") {
		return nil
	}
	requests, err := p.requestsIn(i)
	if err != nil {
		return err
	}
	for _, words := range requests {
		if len(words) > 0 && words[0].form == other { // each in brackets of its own
			for _, one := range words {
				if err := p.members(one); err != nil {
					return err
				}
			}
			continue
		}
		if err := p.member(words); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) member(words []item) error {
	if len(words) == 0 {
		return nil
	}
	name, ok := words[0].text()
	switch {
	case !ok:
		return &wrong{words[0].start, "a verb stands here, as update-entity"}
	case p.g.verb(name) == nil:
		return &wrong{words[0].start, "there is no operation " + strconv.Quote(name) + near(name, p.g.names())}
	}
	_, err := p.args(name, words[1:], nil)
	return err
}

// requestsIn are the items of a list by its semicolons, each with its place.
func (p *parser) requestsIn(i item) (all [][]item, err error) {
	l := p.lexer
	l.pos, l.depth, l.commas, l.room = i.from+1, 1, false, nil
	var words []item
	for {
		l.blanks()
		switch {
		case l.pos >= len(l.src) || l.at(']'):
			return append(all, words), nil
		case l.at(';'):
			l.pos++
			all, words = append(all, words), nil
		default:
			word, err := l.item()
			if err != nil {
				return nil, err
			}
			words = append(words, word)
		}
	}
}

// GroupFits is nil where a text could be the value of a parameter that takes requests; else it says what is wrong.
func GroupFits(text string, services []*engine.Service) error {
	p := newParser(newGrammar(services), text)
	p.checks = true
	i, err := p.item()
	if err == nil {
		err = p.members(i)
	}
	return err
}
