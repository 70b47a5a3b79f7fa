package main

import (
	"fmt"
	"os"

	"github.com/zobrist-go/zobrist"
)

// readNumbers reads an engine's own numbers by name, in any form that audit reads.
func readNumbers(path string) (map[string]zobrist.Key, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	set, _, wrong := readKeys(f)
	if len(wrong) > 0 {
		return nil, fmt.Errorf("%s: %w", path, wrong[0])
	}
	numbers := make(map[string]zobrist.Key, len(set))
	for _, k := range set {
		if _, twice := numbers[k.Name]; twice {
			return nil, fmt.Errorf("%s: two keys are named %q", path, k.Name)
		}
		numbers[k.Name] = k.Key
	}
	return numbers, nil
}

// sideBlack is the name of a side key that counts when Black is to move.
const sideBlack = "side Black"

// renumber replaces the numbers of keys by others of the same names, of which side
// may be sideBlack.
func (e *explained) renumber(numbers map[string]zobrist.Key) error {
	e.key = 0
	for i := range e.all {
		named := &e.all[i]
		if _, ok := numbers[sideBlack]; ok && named.Name == "side" {
			e.has[sideBlack] = !e.has["side"]
			named.Name = sideBlack
		}
		k, ok := numbers[named.Name]
		if !ok {
			return fmt.Errorf("no key is named %q, want the names that zobrist keys prints", named.Name)
		}
		if named.Name == "side" || named.Name == sideBlack {
			e.side = k
		}
		if named.Key = k; e.has[named.Name] {
			e.key ^= k
		}
	}
	for i := range e.rules {
		e.rules[i].Key = e.key ^ numbers[e.enPassant]
	}
	return nil
}

// ownExplainer returns a function that reads a position, for an engine whose
// numbers are in a file.
func ownExplainer(game, path, ep string) (func(position string) (*explained, error), error) {
	numbers, err := readNumbers(path)
	if err != nil {
		return nil, err
	}
	explainer, err := newExplainer(game, "", ep)
	if err != nil {
		return nil, err
	}
	return func(position string) (*explained, error) {
		e, err := explainer(position)
		if err != nil {
			return nil, err
		}
		if err := e.renumber(numbers); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		return e, nil
	}, nil
}
