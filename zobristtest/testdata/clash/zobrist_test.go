package zobrist

import (
	"testing"

	zlib "github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

type game struct{ zobristtest.Game }

func (game) Key() zlib.Key { return zlib.Key(Hash(0)) }

var zobrist = zobristtest.Run // the name zobrist, declared here

func TestZobrist(t *testing.T) { zobrist(t, func() zobristtest.Game { return game{} }) }
