package subject

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// An option is what an engine says of one of its options: "option name UCI_Variant type combo
// default chess var chess var atomic".
type option struct {
	name, kind, usual string   // kind is check, spin, combo, button or string; usual is the default
	values            []string // of a combo
	least, most       string   // of a spin
}

// parseOption reads what follows "option name" in a line.
func parseOption(line string) (o option) {
	name, rest, _ := strings.Cut(line, " type ")
	o.name = strings.TrimSpace(name)
	fields := regexp.MustCompile(` (default|min|max|var)\b`)
	values := fields.Split(rest, -1)
	o.kind = strings.TrimSpace(values[0])
	for i, m := range fields.FindAllStringSubmatch(rest, -1) {
		switch value := strings.TrimSpace(values[i+1]); m[1] {
		case "default":
			o.usual = value
		case "min":
			o.least = value
		case "max":
			o.most = value
		case "var":
			o.values = append(o.values, value)
		}
	}
	return o
}

// accepts returns a value as the engine lists it, or an error that says what it lists.
func (o option) accepts(value string) (string, error) {
	listed := o.values
	switch n, err := strconv.Atoi(value); {
	case o.kind == "check":
		listed = []string{"true", "false"}
	case o.kind == "spin":
		least, errLeast := strconv.Atoi(o.least)
		most, errMost := strconv.Atoi(o.most)
		if errLeast == nil && errMost == nil && (err != nil || n < least || n > most) {
			return "", fmt.Errorf("want a number from %d to %d", least, most)
		}
		return value, nil
	}
	if i := slices.IndexFunc(listed, func(v string) bool { return strings.EqualFold(v, value) }); i >= 0 {
		return listed[i], nil
	} else if len(listed) > 0 {
		return "", fmt.Errorf("want one of %s", strings.Join(listed, ", "))
	}
	return value, nil
}
