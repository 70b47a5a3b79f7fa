package main

import (
	"errors"
	"io"
	"sync/atomic"

	"github.com/zobrist-go/zobrist/internal/inorder"
	"github.com/zobrist-go/zobrist/internal/lines"
)

// batchBytes is how much text one batch of lines has, or a little more. It is some 500
// positions. Larger batches are no faster.
const batchBytes = 32 << 10

// inBatches reads the lines of standard input, and does work for batches of them on all cores.
// It calls use with the results in the order of the lines, one at a time. Memory is bounded: at
// most a few batches for each core are under way.
//
// read turns a line, or the error of a line, into an item. It is called in the order of the
// lines, too, one at a time. Before inBatches waits for more input, it has used all lines and
// written what they print. So the command can answer in a pipe.
func inBatches[Item, Result any](c *cli, read func(number int, line string, err error) Item,
	work func([]Item) Result, use func(Result)) error {
	in := &stoppable{Reader: c.stdin}
	queue := inorder.New(work, func(result Result) {
		use(result)
		if _, err := c.out.Write(nil); err != nil {
			in.stopped.Store(true) // the error of an earlier write: run reports it
		}
	})
	var batch []Item
	size := 0
	add := func() {
		if len(batch) > 0 {
			queue.Add(batch)
		}
		batch, size = nil, 0
	}
	idle := func() error {
		add()
		queue.Wait()
		return c.out.Flush()
	}
	err := lines.Each(in, idle, func(number int, line string, err error) {
		batch = append(batch, read(number, line, err))
		size += len(line)
		if size >= batchBytes {
			add()
		}
	})
	add()
	queue.Close()
	if c.out.Flush() != nil || errors.Is(err, errStopped) {
		return nil // run reports that the output cannot be written
	}
	return err
}

var errStopped = errors.New("the output cannot be written")

// stoppable is a reader that ends with an error once it is stopped.
type stoppable struct {
	io.Reader
	stopped atomic.Bool
}

func (s *stoppable) Read(p []byte) (int, error) {
	if s.stopped.Load() {
		return 0, errStopped
	}
	return s.Reader.Read(p)
}
