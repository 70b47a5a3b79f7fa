package results

func WritePages(root string) error { return nil }
