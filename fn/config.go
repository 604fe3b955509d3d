package fn

// Config is the checked configuration of a merge.
type Config struct{}
