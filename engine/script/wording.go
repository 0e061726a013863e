package script

import (
	"regexp"
	"slices"
	"strings"
)

// The words of the interpreter, and those of Lua for the same. The names of variables are lost: Lua says which local or
// field held what it cannot use, the interpreter does not.
//
// Source: Lua 5.1, ldebug.c and lauxlib.c; rules.md of engine/tair, "Scripts".
var wordings = [...]struct {
	theirs *regexp.Regexp
	lua    string
}{
	{regexp.MustCompile(`^for statement init must`), "'for' initial value must"},
	{regexp.MustCompile(`^for statement (limit|step) must`), "'for' $1 must"},
	{regexp.MustCompile(`^__len undefined$`), "attempt to get length of a value that has none"},
	{regexp.MustCompile(`^__unm undefined$`), "attempt to perform arithmetic on a value that is no number"},
	{regexp.MustCompile(`^cannot perform concat operation between (?:string|number) and (\w+)$`),
		"attempt to concatenate a $1 value"},
	{regexp.MustCompile(`^cannot perform concat operation between (\w+) and \w+$`), "attempt to concatenate a $1 value"},
	{regexp.MustCompile(`^cannot perform \w+ operation between number and (\w+)$`),
		"attempt to perform arithmetic on a $1 value"},
	{regexp.MustCompile(`^cannot perform \w+ operation between (nil|boolean|table|function|userdata|thread) and \w+$`),
		"attempt to perform arithmetic on a $1 value"},
	{regexp.MustCompile(`^attempt to index a non-table object\((\w+)\) with key .*`), "attempt to index a $1 value"},
	{regexp.MustCompile(`^attempt to call a non-function object$`), "attempt to call a value that is no function"},
}

var (
	begins   = regexp.MustCompile(`^` + chunk + `:\d+: `)
	compared = regexp.MustCompile(`^attempt to compare (\w+) with (\w+)$`)
	argument = regexp.MustCompile(`^bad argument #(\d+) to (\w+) \(`)
)

// worded is what Lua says where the interpreter says a text.
func worded(text string) string {
	place := begins.FindString(text)
	said := text[len(place):]
	if place == "" {
		return text
	}
	if two := compared.FindStringSubmatch(said); two != nil && two[1] == two[2] {
		return place + "attempt to compare two " + two[1] + " values"
	}
	if found := argument.FindStringSubmatch(said); found != nil && inLibraries(found[2]) {
		return place + "bad argument #" + found[1] + " to '" + found[2] + "' (" + said[len(found[0]):]
	}
	for _, w := range wordings {
		if w.theirs.MatchString(said) {
			return place + w.theirs.ReplaceAllString(said, w.lua)
		}
	}
	return text
}

// inLibraries says whether a name is that of a function of a library: what a script says itself stays.
func inLibraries(name string) bool {
	return slices.ContainsFunc([][]string{baseNames, stringNames, tableNames, mathNames,
		strings.Fields("tostring tonumber select rawset getmetatable setmetatable unpack pcall char rep find match " +
			"gmatch gsub format concat insert remove sort foreach foreachi modf decode encode pack size")},
		func(names []string) bool { return slices.Contains(names, name) })
}
