//go:build feature

package engine

// newFeature adds a feature, whose key is drawn before the others.
const newFeature = true
