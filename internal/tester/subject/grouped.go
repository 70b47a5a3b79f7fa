package subject

import "strings"

// Some engines print a key in groups of digits, as in fb7c-07b1-fa11-230e, or FB7C 07B1 FA11 230E,
// or 18,121,848,217,131,299,598. The rest of this package reads a key as one number.

// keyDigits is how many hexadecimal digits a key of 64 bits has.
const keyDigits = 16

// ungrouped returns a line in which numbers that are printed in groups are one number each. Blanks
// and commas stand between other things, too, so these join groups only if the line is named: if it
// has the name of a key.
func ungrouped(line string, named bool) string {
	for at := range len(line) {
		begins := at == 0 || !isWord(line[at-1])
		if !begins || !isHex(line[at]) {
			continue
		}
		number, length := hexGroups(line[at:], named)
		if number == "" {
			number, length = decimalGroups(line[at:], named)
		}
		if number != "" {
			return line[:at] + number + ungrouped(line[at+length:], named)
		}
	}
	return line
}

// hexGroups joins the groups of hexadecimal digits with which a text begins: two, four or eight
// digits each, with 0x before them or not. It returns "" if there are none.
func hexGroups(text string, named bool) (number string, length int) {
	digits, length := group(text)
	size := len(digits)
	if size != 2 && size != 4 && size != 8 {
		return "", 0
	}
	between := separator(text[length:])
	if between == "" || isOpen(between) && !named {
		return "", 0
	}
	groups := 1
	for {
		after, found := strings.CutPrefix(text[length:], between)
		next, n := group(after)
		if !found || len(next) != size {
			break
		}
		digits += next
		length += len(between) + n
		groups++
	}
	// After a blank or a comma, the number would else be taken for its first group. A number that
	// is longer than a key is no key, and is left too long to be one.
	isNumber := len(digits) == keyDigits || isOpen(between)
	if groups == 1 || !isNumber {
		return "", 0
	}
	return "0x" + digits, length
}

// decimalGroups joins groups of three decimal digits, of which the first may have fewer. It returns
// "" if there are too few for a key.
func decimalGroups(text string, named bool) (number string, length int) {
	const size = 3
	const fewest = 5 // groups: a random key has fewer once in 18 million
	first := decimals(text)
	length = len(first)
	if length == 0 || length > size {
		return "", 0
	}
	between := separator(text[length:])
	if between == "" || isOpen(between) && !named {
		return "", 0
	}
	number = first
	groups := 1
	for {
		after, found := strings.CutPrefix(text[length:], between)
		next := decimals(after)
		if !found || len(next) != size {
			break
		}
		number += next
		length += len(between) + size
		groups++
	}
	if groups < fewest {
		return "", 0
	}
	return number, length
}

// group returns the hexadecimal digits with which a text begins, without 0x, and the length of all.
// They are "" if another letter or digit follows.
func group(text string) (digits string, length int) {
	if prefix := text[:min(len(text), 2)]; prefix == "0x" || prefix == "0X" {
		length = len(prefix)
	}
	from := length
	for length < len(text) && isHex(text[length]) {
		length++
	}
	if length < len(text) && isWord(text[length]) {
		return "", 0
	}
	return text[from:length], length
}

// decimals returns the decimal digits with which a text begins.
func decimals(text string) string {
	rest := strings.TrimLeft(text, "0123456789")
	return text[:len(text)-len(rest)]
}

// separator returns what may separate groups at the beginning of a text: one sign, or blanks,
// perhaps behind a comma. It is "" if another text follows.
func separator(text string) string {
	rest := text
	if text != "" && strings.Contains("-_':.,", text[:1]) {
		rest = text[1:]
	}
	isComma := strings.HasPrefix(text, ",")
	if rest == text || isComma {
		rest = strings.TrimLeft(rest, " \t")
	}
	return text[:len(text)-len(rest)]
}

// isOpen reports whether a separator also stands between a number and something else, so that a
// number may end there.
func isOpen(separator string) bool { return strings.Trim(separator, ", \t") == "" }

// isHex reports whether a byte is a hexadecimal digit.
func isHex(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'f'
}

// isWord reports whether a byte is a letter or a digit.
func isWord(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z'
}
