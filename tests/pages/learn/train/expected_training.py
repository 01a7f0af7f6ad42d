"""Writes expected_training.json: the training of lesson 3 by NumPy alone, with the gradient by complex steps (no formula
of it is used). Draws: mulberry32. Run: python3 tests/pages/learn/train/expected_training.py (NumPy 2.4.6)."""

import json
from pathlib import Path

import numpy as np

TOPICS, NEW, STEPS, TAU, RATE = 10, 200, 120, 0.05, 0.05
SPREAD = np.array([0.1, 0.1, 0.5, 0.5, 0.5, 0.5])
START = np.tile([0.15, 0.15, 0.5, 0.5, 0.5, 0.5], 2)


def mulberry32(seed):
    state = seed & 0xFFFFFFFF
    while True:
        state = (state + 0x6D2B79F5) & 0xFFFFFFFF
        t = state
        t = ((t ^ (t >> 15)) * (t | 1)) & 0xFFFFFFFF
        t ^= (t + (((t ^ (t >> 7)) * (t | 61)) & 0xFFFFFFFF)) & 0xFFFFFFFF
        yield ((t ^ (t >> 14)) & 0xFFFFFFFF) / 2**32


def placed(M, X):
    """Without absolute values, so that complex steps pass."""
    Z = X @ M.T
    return Z / np.sqrt((Z * Z).sum(1, keepdims=True))


def mean_loss(flat, Q, P, N):
    u, p, n = (placed(flat.reshape(2, 6), X) for X in (Q, P, N))
    return np.log1p(np.exp(-(u * (p - n)).sum(1) / TAU)).mean()


def train(world, share, hardness):
    draws = mulberry32(world)
    r = lambda: next(draws)
    noise = lambda size: np.array([2 * (r() + r() + r()) - 3 for _ in range(size)])
    centres = np.zeros((TOPICS, 6))
    centres[:, 0] = np.cos(2 * np.pi * np.arange(TOPICS) / TOPICS)
    centres[:, 1] = np.sin(2 * np.pi * np.arange(TOPICS) / TOPICS)
    text = lambda k: centres[k] + SPREAD * noise(6)
    texts = lambda count: np.array([text(i % TOPICS) for i in range(count)])
    M = np.eye(2, 6).ravel() + START * noise(12)
    Q, P, A, B = texts(TOPICS), texts(TOPICS), texts(TOPICS), texts(NEW)
    scores = []
    for _ in range(STEPS + 1):
        N = []
        for k in range(TOPICS):
            chance, kind, which = r(), r(), r()
            neighbour = 1 if which < 0.5 else TOPICS - 1
            by = neighbour if 100 * kind < hardness else 1 + int(which * (TOPICS - 1))
            N.append(text(k if 100 * chance < share else (k + by) % TOPICS))
        N = np.array(N)
        cosines = placed(M.reshape(2, 6), B) @ placed(M.reshape(2, 6), A).T
        scores.append(float((cosines.argmax(1) == np.arange(NEW) % TOPICS).mean()))
        gradient = [mean_loss(M + 1e-30j * e, Q, P, N).imag / 1e-30 for e in np.eye(12)]
        M = M - RATE * np.array(gradient)
    means = [round(float(np.mean(scores[max(0, i - 4) : i + 1])), 12) for i in range(STEPS + 1)]
    return {"world": world, "share": share, "hardness": hardness, "means": means[::12]}


CASES = [(13, 0, 0), (13, 0, 100), (7, 100, 100), (4, 50, 100)]
file = Path(__file__).with_name("expected_training.json")
file.write_text(json.dumps({"made": "expected_training.py", "numpy": np.__version__, "trainings": [train(*c) for c in CASES]}, indent=1) + "\n")
