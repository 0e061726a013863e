package view_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
)

// Set Container ACL replaces the public access too (engine/blob/rules.md, "What each operation accepts"): each version
// of a container tells where that became another.
func TestAVersionOfAContainerTellsItsPublicAccess(t *testing.T) {
	v := roomtest.AtEnd(t, "writer a \"Ana\"\nseed: create-container box public=blob\n"+
		"a: set-container-acl box\na: set-container-acl box policy.P=r public=container\n")
	var told []string
	versions := v.Truth(engine.ParseObject("container box")).Versions
	for i := range versions {
		told = append(told, versions[i].Beside())
	}
	if len(told) < 2 || told[0] != "policy.P=r, public-access=container" || told[1] != "without public-access" {
		t.Errorf("%q", told)
	}
}
