package subject

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// TestGrouped reads keys that are printed in groups of digits.
func TestGrouped(t *testing.T) {
	const key = zobrist.Key(0x463b96181691fc9c) // 5,060,803,636,482,931,868
	for _, line := range []string{
		"Key: 463b-9618-1691-fc9c",
		"Key: 463B_9618_1691_FC9C",
		"Zobrist key = 0x463b'9618'1691'fc9c",
		"463b-9618-1691-fc9c",
		"Key: 463B 9618 1691 FC9C",
		"Key: 463B 9618 1691 FC9C (17 men)",
		"key 463b:9618:1691:fc9c",
		"key 463b.9618.1691.fc9c",
		"key 463b,9618,1691,fc9c",
		"Key: 46 3B 96 18 16 91 FC 9C",
		"Key: 46:3b:96:18:16:91:fc:9c",
		"Hash key: 463B9618 1691FC9C",
		"Hash key: 463b9618_1691fc9c",
		"Hash key: 463b9618-1691fc9c",
		"Key: 0x463B 0x9618 0x1691 0xFC9C",
		"Key: 0x463B, 0x9618, 0x1691, 0xFC9C",
		"Key: 0x463B9618 0x1691FC9C",
		"Key: {0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c}",
		"Key:\t463B  9618  1691  FC9C",
		"hash 463B 9618 1691 FC9C pawn hash 1234 5678 9abc def0",
		"Key: 5,060,803,636,482,931,868",
		"Key: 5 060 803 636 482 931 868",
		"Key: 5'060'803'636'482'931'868",
		"Key: 5_060_803_636_482_931_868",
		"Key: -13,385,940,437,226,619,748",
		"Key: 463B9618 1691FC9C 7",
	} {
		r := new(reader)
		values := valuesIn(line)
		require.Len(t, values, 1, line)
		got, ok := r.parse(values[0].text)
		assert.True(t, ok, line)
		assert.Equal(t, key, got, line)
	}
	for _, line := range []string{
		"Key: 463b-9618",
		"Key: 463b-9618-1691",
		"Key: 2024-10-11",
		"Key: 463B 9618 1691 FC9C 463B 9618 1691 FC9C",
		"Key: 463B9618 1691FC9C 463B9618",
		"463B 9618 1691 FC9C",
		"00 01 02 03 04 05 06 07",
	} {
		assert.Empty(t, valuesIn(line), line)
	}
}

// TestNotGrouped requires that what stands beside a key is not taken for a part of it.
func TestNotGrouped(t *testing.T) {
	for line, want := range map[string]zobrist.Key{
		"Key: 463b96181691fc9c 0123456789abcdef": 0x463b96181691fc9c,
		"Key: 63b96181691fc9c 12":                0x63b96181691fc9c,
		"key 463b96181691fc9c, depth 12, 34":     0x463b96181691fc9c,
		"key 1a2b3c4d 12 34":                     0x1a2b3c4d,
		"key 1a2b3c4d, 300 400 500":              0x1a2b3c4d,
		"key 1a2b3c4d abcdefgh":                  0x1a2b3c4d,
	} {
		r := new(reader)
		values := valuesIn(line)
		require.Len(t, values, 1, line)
		got, ok := r.parse(values[0].text)
		assert.True(t, ok, line)
		assert.Equal(t, want, got, line)
	}
}

// TestCustomGrouped requires that a key which the user's regexp finds is not one of its groups.
func TestCustomGrouped(t *testing.T) {
	const line = "Key: 463B 9618 1691 FC9C"
	first := &reader{custom: regexp.MustCompile(`Key: (\w+)`)}
	assert.Empty(t, first.customIn(line))
	all := &reader{custom: regexp.MustCompile(`Key: ([\w ]+)`)}
	values := all.customIn(line)
	require.Len(t, values, 1)
	got, ok := all.parse(values[0].text)
	assert.True(t, ok)
	assert.Equal(t, zobrist.Key(0x463b96181691fc9c), got)
}
