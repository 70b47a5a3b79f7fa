package main

import (
	"errors"
	"io"
	"sync/atomic"

	"github.com/zobrist-go/zobrist/internal/inorder"
	"github.com/zobrist-go/zobrist/internal/lines"
)

// inChunks divides standard input into chunks of lines, and works on them on all cores. It calls
// use with the results in the order of the lines, one at a time. Memory is bounded: a few chunks
// for each core are under way.
//
// read turns a chunk into a job. It is called in the order of the chunks, too, one at a time, so
// leave what takes time to work. When the results of all lines read so far have been used, inChunks
// writes what they print. So a command can answer in a pipe.
func inChunks[Job, Result any](
	c *cli, read func(lines.Chunk) Job, work func(Job) Result, use func(Result),
) error {
	in := &stoppable{Reader: c.stdin}
	stopIfBroken := func(err error) {
		if err != nil {
			in.stopped.Store(true) // run reports the error
		}
	}
	queue := inorder.New(work,
		func(result Result) {
			use(result)
			_, err := c.out.Write(nil) // the error of an earlier write
			stopIfBroken(err)
		},
		func() {
			stopIfBroken(c.out.Flush())
		})
	err := lines.Chunks(in, func(chunk lines.Chunk) error {
		queue.Add(read(chunk))
		return nil
	})
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
