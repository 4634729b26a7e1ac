"""The rules a second time: plain, slow Python, written from the clauses alone, to hold the engine against.

Nothing here shares code or tables with the engine. It reads the edition's file and the bare fields of a state.
"""
