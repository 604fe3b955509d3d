package merge

import (
	"fmt"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// Mirror is a registry, or whatever else names of images begin with, and what dest has in
// its place: quay.io and mirror.example.com/quay.
type Mirror struct{ From, To string }

// Check reports what is wrong with a mirror that somebody wrote.
func (m Mirror) Check() error {
	registry := regexp.MustCompile(`^[\w.-]+(:[0-9]+)?(/[\w.-]+)*$`)
	for _, part := range []string{m.From, m.To} {
		if !registry.MatchString(part) {
			return fmt.Errorf("%q is no registry; write what names of images begin with, such as quay.io or mirror.example.com/quay", part)
		}
	}
	if m.From == m.To {
		return fmt.Errorf("%s is its own mirror; remove it", m.From)
	}
	return nil
}

// Covers reports whether the mirror has the image, which is given with its version.
func (m Mirror) Covers(image string) bool {
	return strings.HasPrefix(canonical(splitImage(image).name), m.From+"/")
}

const dockerHub = "docker.io"

// canonical is the name of an image with its registry: nginx is docker.io/library/nginx.
func canonical(name string) string {
	registry, path, found := strings.Cut(name, "/")
	if !found || !strings.ContainsAny(registry, ".:") && registry != "localhost" {
		registry, path = dockerHub, name
	}
	if registry == dockerHub && !strings.Contains(path, "/") {
		path = "library/" + path
	}
	return registry + "/" + path
}

// imageNames are the names of the images in fields called image.
func imageNames(n *yaml.Node) map[string]bool {
	names := map[string]bool{}
	for n := range node.All(n) {
		if i, is := imageOf(field(n, "image")); is {
			names[i.name] = true
		}
	}
	return names
}

// reference finds names of images, with their versions. It is compiled where it is needed,
// as every start would pay for it.
const reference = `((?:[\w.-]+(?::[0-9]+)?/)?[\w.-]+(?:/[\w.-]+)*)((?::[\w.-]+)?(?:@[\w:+.-]+)?)`
