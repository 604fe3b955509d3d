//go:build pin

package main

// These imports keep go mod tidy from dropping the modules that are read as
// source. They are never compiled.
import (
	_ "gopkg.in/evanphx/json-patch.v4"
	_ "k8s.io/api/core/v1"
	_ "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	_ "k8s.io/apimachinery/pkg/apis/meta/v1"
	_ "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)
