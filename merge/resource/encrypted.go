package resource

import (
	"github.com/krm-merge/krm-merge/internal/sops"
	"github.com/krm-merge/krm-merge/merge"
)

// encrypted merges a document that sops encrypted: each ciphertext is a value that is
// taken or asked about as it is. Where the versions do not fit into one file, the document
// is one question.
//
// rule: sops/*
func (p *pkg) encrypted(t *triple, v merge.Versions, opts merge.Options) (merge.Result, error) {
	opts.Policy.TextByLines, opts.Policy.ImagesByParts, opts.Policy.FollowRenamed = false, false, false
	r, ok, err := sops.Merge(v, func(v merge.Versions) (merge.Result, error) { return checked(v, opts) })
	if ok || err != nil {
		return sops.Coded(r, v.Updated, v.Dest), err
	}
	if p.decideConflict(t, p.bothChanged(t, v.Original, v.Updated, v.Dest)).Taken == merge.Dest {
		return merge.Result{Node: v.Dest}, nil
	}
	return merge.Result{Node: v.Updated}, nil
}
