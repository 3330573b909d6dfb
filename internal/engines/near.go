package engines

import (
	"slices"
	"strings"
)

// shortest is the length of the shortest name that is compared: among short ones, every other is near.
const shortest = len("--abc")

// nearest returns the name that a misspelt one was most likely meant to be, "" where none is near.
func nearest(name string, names []string) string {
	name = plain(name)
	if len(name) < shortest {
		return ""
	}
	best, nearest := max(1, min(3, len(name)/5))+1, ""
	for _, candidate := range names {
		if d := len(candidate) - len(name); d > best || d < -best || len(candidate) < shortest {
			continue
		}
		if d := distance(name, plain(candidate), best); d < best || d == best && nearest != "" && candidate < nearest {
			best, nearest = d, candidate
		}
	}
	return nearest
}

func plain(name string) string { return strings.ReplaceAll(strings.ToLower(name), "_", "-") }

// distance counts the letters to insert, leave out, change or swap with their neighbour, and gives up once they are more than most.
func distance(a, b string, most int) int {
	if d := len(a) - len(b); d > most || d < -most {
		return most + 1
	}
	var before, last, row []int
	for i := 0; i <= len(a); i++ {
		row = make([]int, len(b)+1)
		for j := range row {
			switch {
			case i == 0:
				row[j] = j
				continue
			case j == 0:
				row[j] = i
				continue
			}
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		if slices.Min(row) > most {
			return most + 1
		}
		before, last = last, row
	}
	return row[len(b)]
}
