"""Talks with the engine through python-chess, in both of its protocols: play, analysis, pondering, stop.

Usage: python_chess.py PATH-TO-BIRNAM
"""

import sys

import chess
import chess.engine

MATE_IN_1 = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")


def play(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    while board.ply() < 12:
        move = engine.play(board, chess.engine.Limit(depth=2), ponder=True).move
        assert move in board.legal_moves, move
        board.push(move)
    assert engine.play(MATE_IN_1, chess.engine.Limit(depth=3)).move == chess.Move.from_uci("a1a8")


def analyse(engine: chess.engine.SimpleEngine) -> None:
    info = engine.analyse(MATE_IN_1, chess.engine.Limit(depth=3))
    assert info["score"].white().mate() == 1, info
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 3:
                break
    assert info["pv"], info


def uci(path: str) -> None:
    with chess.engine.SimpleEngine.popen_uci([path, "uci"]) as engine:
        play(engine)
        analyse(engine)
        lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=3), multipv=3)
        assert len({line["pv"][0] for line in lines}) == 3, lines
        castling = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1", chess960=True)
        for move in ["e1g1", "e1f1"]:
            root = castling.parse_uci(move)
            played = engine.play(castling, chess.engine.Limit(depth=2), root_moves=[root])
            assert played.move == root, played
        engine.quit()


def xboard(path: str) -> None:
    with chess.engine.SimpleEngine.popen_xboard([path, "xboard"]) as engine:
        play(engine)
        analyse(engine)
        engine.quit()


uci(sys.argv[1])
xboard(sys.argv[1])
