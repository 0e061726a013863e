package themes_test

import (
	"fmt"

	"interleave/themes"
)

// A cell says what it means; the theme says how that looks.
func Example() {
	t, _ := themes.Named("dark")
	fmt.Printf("%q\n", t.SGR(themes.Style{Ink: themes.Refused, Ground: themes.RefusedTint, Bold: true})+"412")
	mine, err := themes.Parse([]byte("name = \"mine\"\nbase = \"dark\"\n[colours]\nrefused = \"#ff0000\"\n"))
	fmt.Printf("%s #%06x %v\n", mine.Name, mine.Colours[themes.Refused], err)
	// Output:
	// "\x1b[0;1;38;2;255;123;114;48;2;58;29;34m412"
	// mine #ff0000 <nil>
}
