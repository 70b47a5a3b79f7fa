//go:build unix

package sql

import (
	"context"
	"database/sql"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

func TestPostgreSQL(t *testing.T) {
	db, err := sql.Open("pgx", startPostgreSQL(t))
	require.NoError(t, err)
	defer db.Close()
	testKeys(t, db, "BIGINT")
}

// TestPartitions runs the statements of examples/distinct/README.md on the
// keys of all lines of three plies, after which there are 5362 positions (OEIS
// A083276).
func TestPartitions(t *testing.T) {
	page, err := os.ReadFile("../../examples/distinct/README.md")
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?s)```sql\n(.*?)```").FindAllSubmatch(page, -1)
	require.Len(t, blocks, 1)
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, startPostgreSQL(t))
	require.NoError(t, err)
	defer conn.Close(ctx)
	var counted []int64
	for _, s := range strings.SplitAfter(strings.TrimSpace(string(blocks[0][1])), ";") {
		switch s = strings.TrimSpace(s); {
		case strings.HasPrefix(s, "COPY"):
			_, err = conn.PgConn().CopyFrom(ctx, strings.NewReader(keysOfThreePlies(t)), s)
		case strings.HasPrefix(s, "SELECT"):
			err = conn.QueryRow(ctx, s).Scan(&counted)
		default:
			_, err = conn.Exec(ctx, s)
		}
		require.NoError(t, err, s)
	}
	require.Len(t, counted, 2)
	sum := int64(0)
	for _, n := range counted {
		sum += n
		assert.InEpsilon(t, 5362/2, n, 0.1)
	}
	assert.EqualValues(t, 5362, sum)
}

func keysOfThreePlies(t *testing.T) string {
	polyglot := zobrist.Polyglot().WithEnPassant(zobrist.EnPassantLegal)
	var b strings.Builder
	var walk func(p chess.Position, plies int)
	walk = func(p chess.Position, plies int) {
		if plies == 0 {
			b.WriteString(p.Hash(polyglot).String() + "\n")
			return
		}
		for _, m := range movegen.Legal(&p) {
			after := p
			after.Play(m)
			walk(after, plies-1)
		}
	}
	start, err := chess.ParseFEN(chess.StartFEN)
	require.NoError(t, err)
	walk(start, 3)
	return b.String()
}

// startPostgreSQL starts a server with a folder of its own, and returns its URL. It
// listens only on a socket in that folder, so no port can be taken. It stops when the
// test ends.
func startPostgreSQL(t *testing.T) string {
	t.Helper()
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // where Debian has it
	if path, err := exec.LookPath("initdb"); err == nil {
		found = append(found, path)
	}
	if len(found) == 0 {
		t.Skip("PostgreSQL is not installed: no initdb in the path or in /usr/lib/postgresql")
	}
	data, err := os.MkdirTemp("", "pg") // short, as a socket's name must be
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(data)) })
	var server syscall.SysProcAttr
	if os.Getuid() == 0 { // PostgreSQL refuses root
		account, err := user.Lookup("postgres")
		if err != nil {
			t.Skip("this is root, whom PostgreSQL refuses, and there is no user postgres: ", err)
		}
		uid, err := strconv.ParseUint(account.Uid, 10, 32)
		require.NoError(t, err)
		gid, err := strconv.ParseUint(account.Gid, 10, 32)
		require.NoError(t, err)
		require.NoError(t, os.Chown(data, int(uid), int(gid)))
		server.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	run := func(name string, args ...string) {
		cmd := exec.Command(filepath.Join(filepath.Dir(found[0]), name),
			append(args, "-D", data)...)
		cmd.Dir, cmd.Env, cmd.SysProcAttr = data, append(os.Environ(), "LC_ALL=C"), &server
		out, err := cmd.CombinedOutput()
		if err != nil {
			log, _ := os.ReadFile(filepath.Join(data, "log"))
			require.NoError(t, err, "%v: %s%s", cmd, out, log)
		}
	}
	run("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
	run("pg_ctl", "start", "-w", "-t", "300", "-l", filepath.Join(data, "log"),
		"-o", "-k '"+data+"' -c listen_addresses= -c fsync=off")
	t.Cleanup(func() { run("pg_ctl", "stop", "-w", "-t", "300", "-m", "immediate") })
	return "postgres:///postgres?user=postgres&host=" + url.QueryEscape(data)
}
