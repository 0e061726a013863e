package dialogs

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/say"
)

// NewSwitches lists the switches of the services, each with what it stands at and what that means: Enter turns it on to
// its next value.
func NewSwitches(d command.Host) Dialog {
	v := d.Room().View()
	var rows []row
	for _, s := range v.Services() {
		if len(s.Settings) > 0 {
			rows = append(rows, row{head: true, text: s.Title})
		}
		for _, setting := range s.Settings {
			name := s.Name + "." + setting.Name
			now := valueOf(v.Setting(name), setting)
			r := row{sign: " ", signInk: themes.Focus, text: name + "=" + now, note: strings.Join(setting.Values, ", "),
				find: s.Title, say: say.Sentence(setting.Help)}
			if len(setting.Values) == 0 {
				r.why = "a value of its own: type set " + name + "= behind :"
			} else {
				next := after(setting.Values, now)
				r.act = func() bool { return turn(d, s.Name, setting.Name, next) }
			}
			if v.Setting(name) != "" && (len(setting.Values) == 0 || now != setting.Values[0]) {
				r.sign = "*"
			}
			rows = append(rows, r)
		}
	}
	return &picker{chooser: newChooser("Find", "No service has a switch.", rows), title: "Switches", wide: 90,
		hints: []Hint{{"Enter", "next value"}, upDown, escCloses}}
}

// valueOf is what a switch stands at.
func valueOf(set string, s engine.Setting) string {
	if set == "" && len(s.Values) > 0 {
		return s.Values[0]
	}
	return set
}

// after is the value behind another, and the first behind the last.
func after(values []string, now string) string {
	if len(values) == 0 {
		return ""
	}
	return values[(slices.Index(values, now)+1)%len(values)]
}

func turn(d command.Host, scope, key, value string) bool {
	if _, err := d.Room().Do(engine.Set{Scope: scope, Key: key, Value: value}); err != nil {
		d.Say(say.Error(err), 0)
		return true
	}
	d.Say(fmt.Sprintf("%s.%s is %s. u takes it back.", scope, key, value), 0)
	return true
}
