package races

import "embed"

// FS holds the files by service, as blob/wiki.race.
//
//go:embed blob/*.race bucket/*.race queue/*.race share/*.race table/*.race tair/*.race lessons/*.race
var FS embed.FS

// All are the names of all files, in their order.
func All() (names []string) {
	for _, folder := range inside(".") {
		names = append(names, Of(folder)...)
	}
	return names
}

// Of are the names of the files of a service, as "blob", or those of "lessons".
func Of(folder string) (names []string) {
	for _, file := range inside(folder) {
		names = append(names, folder+"/"+file)
	}
	return names
}

func inside(folder string) (names []string) {
	entries, _ := FS.ReadDir(folder) // no such folder: nothing is in it
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
