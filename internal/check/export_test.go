package check

// SetElsewhere sets the answers of another process, by line.
func SetElsewhere(src Source, there map[string]Answer) { src.(*inside).there = there }
