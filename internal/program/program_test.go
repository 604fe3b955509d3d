package program

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestTooMuch: a program ends when it writes more than is read.
func TestTooMuch(t *testing.T) {
	for _, script := range []string{"exec yes", "head -c 10 /dev/zero; exec head -c 1 /dev/zero"} {
		if _, err := (Command{Name: "sh", Args: []string{"-c", script}, Most: 10, Timeout: time.Minute}).Run(context.Background()); !errors.Is(err, ErrTooMuch) {
			t.Errorf("%s: %v", script, err)
		}
	}
	if out, err := (Command{Name: "sh", Args: []string{"-c", "printf 0123456789"}, Most: 10}).Run(context.Background()); out != "0123456789" || err != nil {
		t.Error(out, err)
	}
}

// TestEnded: a program ends with what it started when its time is over; an error tells how it ended.
func TestEnded(t *testing.T) {
	_, err := Command{Name: "sh", Args: []string{"-c", "sleep 60 & sleep 60"}, Timeout: 50 * time.Millisecond}.Run(context.Background())
	if !errors.Is(err, context.DeadlineExceeded) || err.Error() != "sh took longer than 50ms" {
		t.Error(err)
	}
	out, err := Command{Name: "sh", Args: []string{"-c", "cat; echo why >&2; exit 3"}, Stdin: "in"}.Run(context.Background())
	if failed := (*Error)(nil); out != "in" || !errors.As(err, &failed) || failed.Said != "why" || failed.Code != 3 {
		t.Error(out, err)
	}
}
