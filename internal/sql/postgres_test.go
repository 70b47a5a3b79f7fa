//go:build unix

package sql

import (
	"context"
	"database/sql"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

func TestPostgreSQL(t *testing.T) {
	url := startPostgreSQL(t)
	db, err := sql.Open("pgx", url)
	require.NoError(t, err)
	defer db.Close()
	testKeys(t, database{db, "BIGINT", "EXPLAIN", "using by_key"})
	testColumns(t, database{DB: db}, []column{
		{"BIGINT", asKey, "k", "int64", true},
		{"NUMERIC", asInt64, "k", "string", false},
		{"NUMERIC", asInt64, "k::bigint", "int64", true},
		{"NUMERIC(20)", asDecimal, "k", "string", false},
		{"TEXT", asHex, "k", "string", true},
		{"CHAR(16)", asHex, "k", "string", true},
		{"TEXT", asSigned, "k::bigint", "int64", true},
	})
	if !t.Failed() {
		t.Run("pgx without database/sql", func(t *testing.T) { testPgx(t, url) })
	}
}

// testPgx uses pgx's own interface on the table that testKeys has filled.
func testPgx(t *testing.T, url string) {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, url)
	require.NoError(t, err)
	defer conn.Close(ctx)

	keys := someKeys()
	for _, k := range keys {
		var key, text zobrist.Key
		require.NoError(t, conn.QueryRow(ctx, "SELECT key, hex FROM positions WHERE key = $1", k).Scan(&key, &text), k)
		require.Equal(t, k, key)
		require.Equal(t, k, text)
	}
	// Without prepared statements the server sends text. pgx reads it as a number.
	for _, k := range append(keys[:50:50], 1234567890123456) {
		var key zobrist.Key
		require.NoError(t, conn.QueryRow(ctx, "SELECT $1::bigint", pgx.QueryExecModeSimpleProtocol, int64(k)).Scan(&key))
		require.Equal(t, k, key)
	}
	_, err = conn.Exec(ctx, "CREATE TABLE copied (key BIGINT)")
	require.NoError(t, err)
	n, err := conn.CopyFrom(ctx, pgx.Identifier{"copied"}, []string{"key"},
		pgx.CopyFromSlice(len(keys), func(i int) ([]any, error) { return []any{keys[i]}, nil }))
	require.NoError(t, err)
	assert.EqualValues(t, len(keys), n)
	rows, err := conn.Query(ctx, "SELECT copied.key FROM copied JOIN positions USING (key)")
	require.NoError(t, err)
	found, err := pgx.CollectRows(rows, pgx.RowTo[zobrist.Key])
	require.NoError(t, err)
	slices.Sort(keys)
	slices.Sort(found)
	assert.Equal(t, keys, found)
}

// startPostgreSQL starts a server on a free port of loopback, with a folder of
// its own, and returns its URL. It stops when the test ends.
func startPostgreSQL(t *testing.T) string {
	t.Helper()
	bin := postgreSQL()
	if bin == "" {
		t.Skip("PostgreSQL is not installed: no initdb in the path, or in /usr/lib/postgresql, where Debian has it")
	}
	folder := t.TempDir()
	data := filepath.Join(folder, "data")
	require.NoError(t, os.Mkdir(data, 0o700))
	command := func(name string, args ...string) *exec.Cmd {
		cmd := exec.Command(filepath.Join(bin, name), args...)
		cmd.Dir, cmd.Env = data, append(os.Environ(), "LC_ALL=C")
		return cmd
	}
	as := func(cmd *exec.Cmd) *exec.Cmd { return cmd }
	if os.Getuid() == 0 { // initdb and postgres refuse root
		account, err := user.Lookup("postgres")
		if err != nil {
			t.Skip("this is root, whom PostgreSQL refuses, and there is no user postgres: ", err)
		}
		uid, err := strconv.Atoi(account.Uid)
		require.NoError(t, err)
		gid, err := strconv.Atoi(account.Gid)
		require.NoError(t, err)
		require.NoError(t, os.Chown(data, uid, gid))
		for dir := folder; dir != filepath.Clean(os.TempDir()) && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
			require.NoError(t, os.Chmod(dir, 0o755)) // the way to data, all of it the test's
		}
		as = func(cmd *exec.Cmd) *exec.Cmd {
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
			return cmd
		}
	}
	out, err := as(command("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")).CombinedOutput()
	require.NoError(t, err, "%s", out)

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	port := listener.Addr().(*net.TCPAddr).Port
	require.NoError(t, listener.Close())

	log, err := os.Create(filepath.Join(folder, "log"))
	require.NoError(t, err)
	server := as(command("postgres", "-D", data, "-h", "127.0.0.1", "-p", strconv.Itoa(port),
		"-c", "unix_socket_directories=", "-c", "fsync=off"))
	server.Stdout, server.Stderr = log, log
	require.NoError(t, server.Start())
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	t.Cleanup(func() {
		assert.NoError(t, server.Process.Signal(syscall.SIGINT)) // fast shutdown
		select {
		case <-ended:
		case <-time.After(20 * time.Second):
			assert.Fail(t, "the server does not end")
			_ = server.Process.Kill()
		}
		_ = log.Close()
	})

	url := fmt.Sprintf("postgres://postgres@127.0.0.1:%d/postgres?sslmode=disable", port)
	for start := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		conn, err := pgx.Connect(context.Background(), url)
		if err == nil {
			require.NoError(t, conn.Close(context.Background()))
			return url
		}
		if time.Since(start) > 30*time.Second {
			text, _ := os.ReadFile(log.Name())
			require.NoError(t, err, "the server does not answer; it says\n%s", text)
		}
	}
}

// postgreSQL returns the folder of PostgreSQL's programs, the newest of Debian's
// first, or "".
func postgreSQL() string {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if path, err := exec.LookPath("initdb"); err == nil {
		found = append(found, path)
	}
	if len(found) == 0 {
		return ""
	}
	slices.SortFunc(found, func(a, b string) int { return version(b) - version(a) })
	return filepath.Dir(found[0])
}

// version returns the number in such a path, 0 when there is none.
func version(initdb string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(initdb))))
	return n
}
