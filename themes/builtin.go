package themes

// Builtin lists the themes that come with the program: dark, light, high-contrast,
// colour-blind and mono.
//
// The dark one came first; its Dim is a shade lighter than there, because #8591a6 has 4.4:1 on a selected row. Light
// grounds need dark persons, so its badges have white ink.
func Builtin() []Theme {
	return []Theme{dark(), light(), highContrast(), colourBlind(), {Name: "mono", Dark: true, Mono: true}}
}

// Named is the builtin theme of that name.
func Named(name string) (Theme, bool) {
	for _, t := range Builtin() {
		if t.Name == name {
			return t, true
		}
	}
	return Theme{}, false
}

func dark() Theme {
	return Theme{Name: "dark", Dark: true, Colours: [roleCount]Colour{
		Text: 0xcdd6e5, Dim: 0x8994a9, Faint: 0x4d586c, Edge: 0x3b4557,
		Focus: 0xe8b765, Key: 0xe8b765,
		Refused: 0xff7b72, Silent: 0xf2cc60, Unknown: 0xb9a3ff,
		Fresh: 0x7fd18c, Behind: 0xd8a657, Removed: 0xff9a93,
		Title: 0xe6ecf6, Badge: 0x10141b,
		Writer1: 0x6cb6ff, Writer2: 0xf0a45d, Writer3: 0xd58fd6,
		Writer4: 0x63c7a4, Writer5: 0xe6cf6a, Writer6: 0x8fa8ff,
		Writer7: 0xf08fa8, Writer8: 0x9fc36a, Writer9: 0xc0a98e,
		Desk: 0x10141b, Window: 0x151a23, WindowFocused: 0x18202c,
		MenuBar: 0x1f2735, Selected: 0x212c40,
		RefusedTint: 0x3a1d22, SilentTint: 0x332a12, UnknownTint: 0x262046, Dialog: 0x1b2330,
	}}
}

func light() Theme {
	return Theme{Name: "light", Dark: false, Colours: [roleCount]Colour{
		Text: 0x1f2733, Dim: 0x576174, Faint: 0xa3adbd, Edge: 0xbcc5d3,
		Focus: 0x8b5700, Key: 0x8b5700,
		Refused: 0xb8261d, Silent: 0x776000, Unknown: 0x6a3fd0,
		Fresh: 0x1a7338, Behind: 0x9a4b00, Removed: 0xa92f3c,
		Title: 0x0f1620, Badge: 0xffffff,
		Writer1: 0x0f62c0, Writer2: 0xa44a00, Writer3: 0x973a9e,
		Writer4: 0x0a6f62, Writer5: 0x6b6400, Writer6: 0x4352d0,
		Writer7: 0xb4265f, Writer8: 0x476e0b, Writer9: 0x76583a,
		Desk: 0xeceff4, Window: 0xf7f8fb, WindowFocused: 0xffffff,
		MenuBar: 0xe1e6ee, Selected: 0xd6e3f7,
		RefusedTint: 0xfbdfdc, SilentTint: 0xf8ecc4, UnknownTint: 0xe7e0fb, Dialog: 0xfdfdfe,
	}}
}

func highContrast() Theme {
	return Theme{Name: "high-contrast", Dark: true, Colours: [roleCount]Colour{
		Text: 0xffffff, Dim: 0xc4ccd8, Faint: 0x8b96a8, Edge: 0x9aa5b7,
		Focus: 0xffd24a, Key: 0xffd24a,
		Refused: 0xffb0a8, Silent: 0xffe24d, Unknown: 0xd0c0ff,
		Fresh: 0x7df098, Behind: 0xffb84d, Removed: 0xffb3ad,
		Title: 0xffffff, Badge: 0x000000,
		Writer1: 0x8ecaff, Writer2: 0xffb870, Writer3: 0xf0b0f0,
		Writer4: 0x70e0ba, Writer5: 0xf5e070, Writer6: 0xb2c2ff,
		Writer7: 0xffb0c4, Writer8: 0xb8e080, Writer9: 0xe0c8a8,
		Desk: 0x000000, Window: 0x000000, WindowFocused: 0x0e1116,
		MenuBar: 0x1a1f29, Selected: 0x17345f,
		RefusedTint: 0x45100f, SilentTint: 0x3a2c00, UnknownTint: 0x2b1a63, Dialog: 0x0a0c10,
	}}
}

// colourBlind keeps to blue against orange, with yellow, white and violet between
// them in lightness; red and green do not occur as opposites.
func colourBlind() Theme {
	return Theme{Name: "colour-blind", Dark: true, Colours: [roleCount]Colour{
		Text: 0xcfd7e4, Dim: 0x929eb2, Faint: 0x4f5a6e, Edge: 0x3d475a,
		Focus: 0xffffff, Key: 0xffffff,
		Refused: 0xff9b3d, Silent: 0xf2e555, Unknown: 0xf0b8d8,
		Fresh: 0x62b6ff, Behind: 0xd6b58c, Removed: 0xffae63,
		Title: 0xe8edf5, Badge: 0x0f131b,
		Writer1: 0x56b4e9, Writer2: 0xe69f00, Writer3: 0xd79ac0,
		Writer4: 0xf0e442, Writer5: 0x8ea6ff, Writer6: 0xb8c0cc,
		Writer7: 0xcfa67c, Writer8: 0xa6dcea, Writer9: 0xb9a8ec,
		Desk: 0x0f131b, Window: 0x141924, WindowFocused: 0x18202d,
		MenuBar: 0x1e2636, Selected: 0x1d3252,
		RefusedTint: 0x3d2408, SilentTint: 0x34310f, UnknownTint: 0x3a2034, Dialog: 0x1a2231,
	}}
}
