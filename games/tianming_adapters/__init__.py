"""The games for learners: PettingZoo, Gymnasium, OpenSpiel, and self-play in NumPy arrays.

Each module is an extra of `tianming-games`, because it needs NumPy or one of these libraries. The
rules themselves need none of them.
"""
