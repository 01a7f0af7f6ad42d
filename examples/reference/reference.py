"""The score in NumPy, without Negscope's code. `python3 reference.py` compares every figure with expected.json."""

import json
import math
import unicodedata
from pathlib import Path

import numpy as np

TAU = 0.05
sigmoid = np.vectorize(lambda x: 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x)))


def tokens(text):
    """T(x): NFKC, lower case, maximal runs of letters, numbers and marks."""
    letters = unicodedata.normalize("NFKC", text).lower()
    return set("".join(c if unicodedata.category(c)[0] in "LNM" else " " for c in letters).split())


def figures(records):
    texts = [tokens(t) for t in {t for r in records for t in (r["positive"], *r["negatives"])}]
    words = set().union(*texts, *(tokens(r["query"]) for r in records))
    idf = {t: math.log((len(texts) + 1) / (sum(t in T for T in texts) + 1)) + 1 for t in words}
    mass = lambda some: math.fsum(idf[t] for t in some)
    rows = [(r, k) for r in records for k in range(len(r["negatives"]))]
    queries, negatives = [tokens(r["query"]) for r, _ in rows], [tokens(r["negatives"][k]) for r, k in rows]
    C = np.array([mass(q & t) / (mass(q) or 1) for q, t in zip(queries, negatives)])
    u, p = (np.array([r[name] for r, _ in rows]) for name in ("query_embedding", "positive_embedding"))
    n = np.array([r["negative_embeddings"][k] for r, k in rows])
    m, l, distance = (u * (p - n)).sum(1), (n * (p - u)).sum(1), np.sqrt(((p - n) ** 2).sum(1))
    rho, wrong, eta, psi = sigmoid(m / TAU), sigmoid(-m / TAU), sigmoid(l / TAU), 1 - C
    r = (p - n) / np.where(distance == 0, 1, distance)[:, None]
    full, hard = rho * eta * psi, (wrong * distance / TAU) ** 2
    weights = {"full": full, "drop-rho": eta * psi, "drop-eta": rho * psi, "drop-psi": rho * eta, "uniform": 0 * m + 1}
    weights |= {"gradient": wrong**2 * eta * psi, "margin-hardness": hard, "two-sided": rho**2 * wrong}
    weights |= {"two-sided-eta": rho**2 * wrong * eta, "symmetric-psi": rho * wrong * psi}
    weights |= {"symmetric-eta-psi": rho * wrong * eta * psi}
    weights |= {f"clip-{c}": full * (m < TAU * math.log(odds)) for c, odds in (("0.99", 99), ("0.999", 999))}
    weightings = {}
    for name, w in weights.items():
        I = np.einsum("i,ij,ik->jk", w, r, r) / len(w)
        eigenvalues = np.linalg.eigvalsh(I)[::-1]
        weightings[name] = dict(w=w, I=I, eigenvalues=eigenvalues, ECI=np.log1p(eigenvalues).sum())
    pairs = dict(m=m, l=l, distance=distance, C=C, rho=rho, eta=eta, psi=psi, r=r)
    return dict(tau=TAU, idf=idf, pairs=pairs, weightings=weightings)


def difference(found, wanted, name=""):
    """The largest relative difference; entries of a matrix and eigenvalues are held to the largest of theirs, zeros to 1e-15."""
    if isinstance(found, dict):
        return max(difference(found[key], wanted[key], key) for key in wanted)
    gap, size = abs(np.asarray(found) - wanted), abs(np.asarray(wanted))
    size = np.broadcast_to(size.max(), size.shape) if name in ("I", "eigenvalues") else size
    return np.divide(gap, size, out=np.where(gap <= 1e-15, 0.0, np.inf), where=size != 0).max()


records, expected = ((Path(__file__).parent / name).read_text("utf-8") for name in ("records.jsonl", "expected.json"))
largest = difference(figures([json.loads(line) for line in records.splitlines()]), json.loads(expected))
print(f"largest relative difference: {largest:.1e}")
raise SystemExit(int(largest > 1e-14))
