//go:build !feature

package engine

const newFeature = false
