package e2e

import (
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// chromiumOf is the program that shows pages in tests, "" if there is none, which is a
// failure where nothing may be skipped.
func chromiumOf(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if at, err := exec.LookPath(name); err == nil {
			return at
		}
	}
	if required() {
		t.Fatal("chromium is not installed, and KRM_MERGE_E2E=required")
	}
	return ""
}

// tab is a page in a browser.
type tab struct {
	*testing.T
	ctx context.Context
}

// window opens a page in a browser of its own, which ends with the test.
func window(t *testing.T, page string) *tab {
	t.Helper()
	program := chromiumOf(t)
	if program == "" {
		t.Skip("chromium is not installed")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("proxy-server", "http://127.0.0.1:1"))
	allocated, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(allocated)
	t.Cleanup(end)
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancel)
	at := &tab{t, ctx}
	at.resize(1200)
	at.do(chromedp.Navigate((&url.URL{Scheme: "file", Path: page}).String()), chromedp.WaitReady("#main"))
	return at
}

func (at *tab) do(actions ...chromedp.Action) {
	at.Helper()
	if err := chromedp.Run(at.ctx, actions...); err != nil {
		at.Fatal(err)
	}
}

func (at *tab) resize(width int64) {
	at.Helper()
	at.do(emulation.SetDeviceMetricsOverride(width, 1000, 1, false))
}

// evaluated is what an expression gives on the page.
func evaluated[T any](at *tab, expression string) (value T) {
	at.Helper()
	at.do(chromedp.Evaluate(expression, &value))
	return value
}

// mergedPage merges an example and gives its page.
func mergedPage(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(repository(t), "examples", "upgrade"))); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program(), "merge3", "--original", "original", "--updated", "updated", "--dest", "dest", "--profile", "Careful", "-o", "out", "--report", "html=page.html")
	cmd.Dir = dir
	if out, code := ran(t, cmd); code > 1 {
		t.Fatalf("exit code %d\n%s", code, out)
	}
	return filepath.Join(dir, "page.html")
}

// TestPage: the page of a merge does in a browser what it is for; no window is so narrow that it has to be
// scrolled sideways, and text can be read on what is behind it, in light and in dark.
func TestPage(t *testing.T) {
	at := window(t, mergedPage(t))
	for expression, want := range map[string]string{
		"document.title": "krm-merge: original → updated → dest",
		"document.querySelector('.conflict:nth-of-type(2) .side:last-child pre').textContent": "512Mi",
		"document.querySelector('.conflict:nth-of-type(2) .hint').textContent":                "krm-merge resolve --resource Deployment/bookshop/web --path 'spec.template.spec.containers[name=web].resources.limits.memory' out/deployment.yaml",
		"'' + document.querySelectorAll('.conflict').length":                                  "3",
	} {
		if got := evaluated[string](at, expression); got != want {
			t.Errorf("%s is\n%s\nnot\n%s", expression, got, want)
		}
	}
	at.do(chromedp.Click(".conflict:nth-of-type(2) .where a"))
	if got := evaluated[string](at, "document.querySelector(':target').textContent"); !strings.Contains(got, "+<<<<<<< yours: ") {
		t.Errorf("shown: %s", got)
	}
	for _, width := range []int64{700, 320} {
		at.resize(width)
		at.do(chromedp.Evaluate("for (const d of document.querySelectorAll('details')) d.open = true", nil))
		if got := evaluated[int64](at, "document.documentElement.scrollWidth"); got > width {
			t.Errorf("in %d the page is %d wide", width, got)
		}
	}
	const contrast = `(() => {
		const light = c => { const [r, g, b] = c.match(/[\d.]+/g).map(v => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
		const behind = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (!c.endsWith(", 0)")) return c; } return "rgb(255, 255, 255)"; };
		let worst = 21, where = "";
		for (const e of document.querySelectorAll("h1, h2, h3, p, code, pre, summary, .diff span, .soft, a, button")) {
			if (!e.textContent.trim() || !e.offsetWidth) continue;
			const a = light(getComputedStyle(e).color), b = light(behind(e)), c = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
			if (c < worst) { worst = c; where = e.outerHTML.slice(0, 100); }
		}
		return { worst, where };
	})()`
	const least = 4.5 // What WCAG asks for.
	for _, scheme := range []string{"light", "dark"} {
		at.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
			chromedp.Evaluate("for (const d of document.querySelectorAll('details')) d.open = true", nil))
		got := evaluated[struct {
			Worst float64
			Where string
		}](at, contrast)
		if got.Worst < least {
			t.Errorf("%s: contrast %.2f at %s", scheme, got.Worst, got.Where)
		}
	}
}
