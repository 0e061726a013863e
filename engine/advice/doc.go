// Package advice says what can be done about a finding. Each action that it offers was carried out before, on a clone
// of the world with all that is under way; what is offered was accepted and harmed nobody. Where nothing helps it says
// so: an instruction to a person has no action.
//
// It keeps no record and changes nothing. How much it tries is fixed; what has not ended by then is not called tried.
package advice
