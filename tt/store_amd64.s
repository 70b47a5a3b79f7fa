//go:build gc && !purego && !race

#include "textflag.h"

// func storePair(p *pair, w, d uint64)
TEXT ·storePair(SB), NOSPLIT, $0-24
	MOVQ p+0(FP), AX
	MOVQ w+8(FP), BX
	MOVQ d+16(FP), CX
	MOVQ BX, 0(AX)
	MOVQ CX, 8(AX)
	RET
