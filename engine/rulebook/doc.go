// Package rulebook reads the pages that stand beside the services as rules.md: what the documents say, what was
// observed, what is open. The program shows them (`interleave rules blob`, the Rule view of a card), so that a refusal
// leads to the place where its rule is told, and to the source behind it.
//
// A page is Markdown of a few forms: headings, paragraphs, lists, tables, fenced blocks. A section ends with a line
// that begins with "Refusals here:" and names the rules of the code that it is about; a test holds that no rule is
// missing.
package rulebook
