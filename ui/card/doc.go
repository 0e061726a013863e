// Package card is the window that explains a conflict in four views: its story with what to do about it, the three
// texts, the messages as they travelled, the rule and its document.
package card
