//go:build feature

package engine

// newFeature draws one more key, and draws it first.
const newFeature = true
