package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// screen is a terminal and what was read from its screen so far.
type screen struct {
	terminal, screen *os.File
	text             string
}

func newScreen(t *testing.T) *screen {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = master.Close() })
	if err = unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	terminal, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = terminal.Close() })
	return &screen{terminal: terminal, screen: master}
}

// rest closes the terminal and gives all that was on the screen.
func (s *screen) rest(t *testing.T) string {
	t.Helper()
	if err := s.terminal.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(s.screen)
	// The end of a terminal is an error on Linux.
	if err != nil && !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	return s.text + string(text)
}
