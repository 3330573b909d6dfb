package main

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// pictures are drawings of recordings, by their paths below the folder of the documentation.
var pictures = map[string]string{"images/session.svg": "session"}

// Pictures draws the recordings that a text shows as a picture.
func Pictures(root string) (map[string]string, error) {
	drawn := map[string]string{}
	for name, recording := range pictures {
		text, err := os.ReadFile(filepath.Join(root, "templates", "recordings", recording+".txt"))
		if err != nil {
			return nil, err
		}
		drawn[name] = terminal(string(text))
	}
	return drawn, nil
}

// Sizes of a terminal in pixels: a column, a line, the margin around the text.
const column, line, margin = 7.25, 18, 16

// colours are those of the lines of a terminal by how they begin.
var colours = []struct{ prefix, colour string }{
	{"$ ", "#e6edf3"}, {"Error: ", "#ff7b72"}, {"Warning: ", "#e3b341"}, {"Apply complete!", "#7ee787"}, {"answer = ", "#79c0ff"},
}

// terminal draws a text as a terminal shows it, in SVG.
func terminal(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	widest := 0
	var drawn strings.Builder
	for number, text := range lines {
		widest = max(widest, utf8.RuneCountInString(text))
		colour := "#9da7b3"
		for _, c := range colours {
			if strings.HasPrefix(text, c.prefix) {
				colour = c.colour
			}
		}
		if text != "" {
			fmt.Fprintf(&drawn, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", margin, margin+line*(number+1)-4, colour, html.EscapeString(text))
		}
	}
	width, height := 2*margin+int(column*float64(widest)), 2*margin+line*len(lines)
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[2]d" width="%[1]d" height="%[2]d">
<style>text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre }</style>
<rect width="100%%" height="100%%" rx="8" fill="#0d1117"/>
%[3]s</svg>
`, width, height, drawn.String())
}
