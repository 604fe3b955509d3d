package fn

import (
	"strconv"

	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// layerMark begins the name of a layer among items: layers.2.
const layerMark = "layers."

func layer(number int, source *config.Source) *version {
	v := &version{name: layerMark + strconv.Itoa(number), side: merge.Updated, source: source}
	if number == 1 {
		v.side = merge.Dest
	}
	return v
}

// versionsOf are those of the strategy, and where they are as far as the configuration says.
func versionsOf(cfg *Config) (all []*version) {
	if cfg.Strategy == resource.Layers {
		for i := range cfg.Layers {
			all = append(all, layer(i+1, &cfg.Layers[i]))
		}
		if all == nil {
			all = append(all, layer(1, &config.Source{}))
		}
		return all
	}
	for side := range merge.Side(len(cfg.Sources)) {
		if side != merge.Original || cfg.Strategy != resource.TwoWay {
			all = append(all, &version{name: cfg.Strategy.Name(side), side: side, source: &cfg.Sources[side]})
		}
	}
	return all
}
