package room

import (
	"io/fs"

	"interleave/engine/scenario"
	"interleave/engine/view"
)

// ReadPlans reads the plans of a library of scenarios: those of the files called plan-*.
func ReadPlans(library fs.FS) (list []view.PlanOffer, err error) {
	files, err := fs.Glob(library, "*/plan-*.race")
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		text, err := fs.ReadFile(library, name)
		if err != nil {
			return nil, err
		}
		file, err := scenario.Parse(name, text, nil)
		if err != nil {
			return nil, err
		}
		list = append(list, view.PlansOf(file)...)
	}
	return list, nil
}
