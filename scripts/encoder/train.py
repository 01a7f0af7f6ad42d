"""Trains a static encoder like the bundled one. Run by hand; see --help.

One vector stands for each word piece, and a text is the mean of its vectors at unit length. Word pieces, tokenizer and
the form are those of public/models/negscope-mini; the vectors are new. Training starts from which tokens stand
near each other and goes on by contrast: each query is told from the other passages of its batch. docs/MODELS.md has the
figures.
"""

import argparse
import hashlib
import itertools
import json
import math
import random
import re
import shutil
import sys
import tarfile
import time
import unicodedata
from array import array
from pathlib import Path

import numpy as np

PROJECT = Path(__file__).resolve().parents[2]
SHARED = PROJECT.parent / "shared"
BUNDLED = PROJECT / "public/models/negscope-mini"

USAGE = """The text is four tables of tab-separated columns, one row a line:

  openstax.tsv   "par", heading, title, paragraph; or "glo", term, title, meaning
  medquad.tsv    "qa", question, subject, answer
  factbook.tsv   "par", heading, section, field
  wordnet.tsv    "wn", lemmas, relatives, gloss with examples and the hypernym's gloss

The README.md of public/models/negscope-mini names their sources, commits and licences.
Exit status: 0 done, 1 failed."""

KINDS = ("fact", "glossary", "paragraph", "question", "wordnet")
# Share of the batches that are of each kind. A batch has one kind.
SHARES = (0.02, 0.08, 0.58, 0.10, 0.22)
FACTBOOK_SHARE = 0.4
LONGEST_TEXT = 400

WINDOW = 8
SPARE_COLUMNS = 16
FREQUENCY = 2e-4
RARE = 1e-4

SCALE = 20
RATE = 0.05
LAST_RATE = 0.02
QUERY_TOKENS = 64
PASSAGE_TOKENS = 96
OPENED = 0.35
OPENINGS = (
    "what is, what is the, what are, how does, how do, define, who was, when did, how many, why is the, where is, "
    "which, what does, who is the, in what year, how long does, what was the, meaning of, definition of, is, "
    "what causes, difference between, how much, how to, what did the"
).split(", ")


class Failure(Exception):
    """What is missing or is something else; the message says what to do."""


# ---- Text


def read_tables(place, names):
    """The bytes of NAME.tsv for each name, from a folder, its folder `data`, or a tar archive of either."""
    found = {}
    if place.is_dir():
        for name in names:
            for path in (place / f"{name}.tsv", place / "data" / f"{name}.tsv"):
                if path.exists():
                    found.setdefault(name, path.read_bytes())
    elif place.is_file():
        with tarfile.open(place) as archive:
            for member in archive:
                name = Path(member.name).name.removesuffix(".tsv")
                if member.isfile() and name in names:
                    found[name] = archive.extractfile(member).read()
    lacking = [f"{name}.tsv" for name in names if name not in found]
    if lacking:
        what = f"{place} lacks {', '.join(lacking)}." if place.exists() else f"{place} is not here."
        raise Failure(f"{what} Give a folder or tar archive of the tables with --text.\n\n{USAGE}")
    return found


def rows_of(table):
    return [line.split("\t") for line in table.decode("utf-8").split("\n") if line]


SENTENCE_END = re.compile(r'(?<=[.!?])\s+(?=[A-Z"“(])')


def records_of(tables, seed):
    """Kind and texts of each record.

    fact: heading, section, text. glossary: term, title, meaning. paragraph: heading, title, sentences.
    question: question, subject, chunks of the answer. wordnet: lemmas, relatives, gloss, hypernym's gloss, examples.
    """
    for kind, heading, title, text in rows_of(tables["openstax"]):
        if kind == "glo":
            yield "glossary", [heading, title, text]
        else:
            yield "paragraph", [heading, title, *SENTENCE_END.split(text)]
    for _, question, subject, answer in rows_of(tables["medquad"]):
        chunks = chunks_of(answer)
        if chunks:
            yield "question", [question, subject, *chunks]
    chance = random.Random(seed)
    for _, *texts in rows_of(tables["factbook"]):
        # The Factbook is long and much of it is numbers.
        if chance.random() < FACTBOOK_SHARE:
            yield "fact", texts
    for _, lemmas, relatives, told in rows_of(tables["wordnet"]):
        own, _, hypernym = told.partition(" ^^ ")
        gloss, *examples = own.split(" || ")
        yield "wordnet", [lemmas.replace(";", " "), relatives.replace("|", " "), gloss, hypernym, *examples]


def chunks_of(answer):
    """Sentences joined until they have more than 60 words: eight chunks at most."""
    chunks, rest = [], ""
    for sentence in itertools.chain.from_iterable(SENTENCE_END.split(part) for part in answer.split("\\n")):
        rest = f"{rest} {sentence}".strip()
        if rest.count(" ") > 60:
            chunks.append(rest)
            rest = ""
    if rest.count(" ") > 7:
        chunks.append(rest)
    return [chunk for chunk in chunks if len(chunk) < 3000][:8]


# ---- Tokens


class Tokenizer:
    """BertNormalizer, BertPreTokenizer and WordPiece of a folder's tokenizer.json, without special tokens."""

    def __init__(self, folder):
        tokenizer = json.loads((folder / "tokenizer.json").read_text("utf-8"))
        parts = ("normalizer", "pre_tokenizer", "model", "post_processor")
        types = [(tokenizer.get(part) or {}).get("type") for part in parts]
        if types != ["BertNormalizer", "BertPreTokenizer", "WordPiece", None]:
            raise Failure(f"{folder}/tokenizer.json: expected BERT's pieces without special tokens, found {types}.")
        self.ids = tokenizer["model"]["vocab"]
        self.unknown = self.ids["[UNK]"]
        self.known = {}

    def __call__(self, text):
        ids = []
        for stretch in text.split():
            own = self.known.get(stretch)
            if own is None:
                own = self.known[stretch] = [id for word in words_of(stretch) for id in self.pieces_of(word)]
            ids += own
        return ids

    def pieces_of(self, word):
        """The longest piece that is a token, and again with what is left."""
        if len(word) > 100:
            return [self.unknown]
        pieces, start = [], 0
        while start < len(word):
            for end in range(len(word), start, -1):
                id = self.ids.get(word[start:end] if start == 0 else f"##{word[start:end]}")
                if id is not None:
                    break
            else:
                return [self.unknown]
            pieces.append(id)
            start = end
        return pieces


IDEOGRAPHS = re.compile("([\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002ceaf\U0002f800-\U0002fa1f])")


def words_of(stretch):
    """Lower case without accents and control characters; signs and ideographs are words of their own."""
    if not (stretch.isascii() and stretch.isalnum()):
        kept = "".join(c for c in stretch if c != "\ufffd" and not unicodedata.category(c).startswith("C"))
        plain = unicodedata.normalize("NFD", IDEOGRAPHS.sub(r" \1 ", kept))
        stretch = "".join(f" {c} " if is_sign(c) else c for c in plain if unicodedata.category(c) != "Mn")
    return stretch.lower().split()


def is_sign(c):
    return c in "$+<=>^`|~" or unicodedata.category(c).startswith("P")


class Corpus:
    """All texts as token ids, one behind the other."""

    def __init__(self, records, tokenizer):
        self.size = len(tokenizer.ids)
        self.tokens = array("H")
        self.starts = array("I", [0])
        self.record_starts = [0]
        # First text and number of texts of each record.
        self.records = {kind: [] for kind in KINDS}
        for kind, texts in records:
            self.records[kind].append((len(self.starts) - 1, len(texts)))
            for text in texts:
                self.tokens.extend(tokenizer(text)[:LONGEST_TEXT])
                self.starts.append(len(self.tokens))
            self.record_starts.append(len(self.tokens))
        self.ids = np.frombuffer(self.tokens, np.uint16)
        self.frequency = np.bincount(self.ids, minlength=self.size) / len(self.ids)

    def text(self, index):
        return self.tokens[self.starts[index] : self.starts[index + 1]]


# ---- Start


def near_counts(corpus):
    """How often each two tokens stand within the window of a record; a pair at distance d counts 1/(1 + ⌊d/2⌋)."""
    lengths = np.diff(corpus.record_starts)
    record = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
    ids = corpus.ids.astype(np.int64)
    counts = np.zeros(corpus.size**2, np.float32)
    for distance in range(1, WINDOW + 1):
        together = record[:-distance] == record[distance:]
        pairs = ids[:-distance][together] * corpus.size + ids[distance:][together]
        np.add.at(counts, pairs, np.float32(1 / (1 + distance // 2)))
    counts = counts.reshape(corpus.size, corpus.size)
    counts += counts.T
    return counts


def to_mutual_information(counts):
    """Positive pointwise mutual information, with the context's counts to the power .75, in place of the counts."""
    words = counts.sum(1, dtype=np.float64)
    contexts = words**0.75
    contexts *= words.sum() / contexts.sum()
    for row, word in zip(counts, words):
        # Less than about one time side by side is no evidence.
        evident = np.flatnonzero(row >= 0.9)
        information = np.log(row[evident] * words.sum() / (word * contexts[evident]))
        row[:] = 0
        row[evident] = np.maximum(information, 0)
    return counts


def singular_vectors(matrix, dimension, seed):
    """U·√S of the largest singular values, by random projection (Halko, Martinsson and Tropp, 2011)."""
    normal = np.random.default_rng(seed).standard_normal
    basis = np.linalg.qr(matrix @ normal((len(matrix), dimension + SPARE_COLUMNS), np.float32))[0]
    for _ in range(2):
        basis = np.linalg.qr(matrix.T @ basis)[0]
        basis = np.linalg.qr(matrix @ basis)[0]
    vectors, values, _ = np.linalg.svd((matrix.T @ basis).T, full_matrices=False)
    return (basis @ vectors)[:, :dimension] * np.sqrt(values[:dimension])


def starting_vectors(corpus, special, dimension, seed):
    """Singular vectors without their mean, at unit length, times a/(a + frequency); special tokens are 0."""
    vectors = at_unit_length(singular_vectors(to_mutual_information(near_counts(corpus)), dimension, seed))
    vectors = at_unit_length(vectors - vectors.mean(0))
    vectors *= (FREQUENCY / (FREQUENCY + corpus.frequency))[:, None]
    vectors[special] = 0
    return np.ascontiguousarray(vectors, np.float32)


def at_unit_length(vectors):
    return vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-12)


# ---- Training pairs


class Sampler:
    """Draws pairs: of a record, what may be asked and what answers it."""

    def __init__(self, corpus, tokenizer, seed):
        self.corpus = corpus
        self.random = random.Random(seed).random
        self.openings = [array("H", tokenizer(opening)[:6]) for opening in OPENINGS]
        # The chance of a token to stay in a query of rarer tokens; signs have none.
        self.rareness = np.minimum(1, np.sqrt(RARE / np.maximum(corpus.frequency, 1e-9))).tolist()
        for token, id in tokenizer.ids.items():
            if not token.removeprefix("##").isalnum():
                self.rareness[id] = 0

    def batch(self, size):
        """Token ids of the queries, then of the passages."""
        known = [share if self.corpus.records[kind] else 0 for kind, share in zip(KINDS, SHARES)]
        left = self.random() * sum(known)
        kind = next((kind for kind, sum_ in zip(KINDS, itertools.accumulate(known)) if left < sum_), KINDS[-1])
        records = self.corpus.records[kind]
        draw = getattr(self, kind)
        queries, passages = [], []
        while len(queries) < size:
            query, passage = draw(*records[self.below(len(records))])
            if query and passage:
                queries.append(query[:QUERY_TOKENS])
                passages.append(passage[:PASSAGE_TOKENS])
        return queries + passages

    def fact(self, first, _):
        return self.opening() + self.corpus.text(first), self.corpus.text(first + 2)

    def glossary(self, first, _):
        term, title, meaning = (self.corpus.text(first + i) for i in range(3))
        return (self.opening() + term, meaning) if self.random() < 0.7 else (term, title + meaning)

    def question(self, first, texts):
        asked = first if self.random() < 0.8 else first + 1
        return self.corpus.text(asked), self.corpus.text(first + 2 + self.below(texts - 2))

    def wordnet(self, first, texts):
        lemmas, relatives, gloss, hypernym = (self.corpus.text(first + i) for i in range(4))
        way = self.random()
        if way < 0.45:
            return self.opening() + lemmas, gloss + hypernym if self.random() < 0.4 else gloss
        if way < 0.6:
            return lemmas, relatives or gloss
        if way < 0.75:
            return gloss, relatives + hypernym
        example = self.corpus.text(first + 4 + self.below(texts - 4)) if texts > 4 else lemmas
        return example, lemmas + gloss

    def paragraph(self, first, texts):
        """By heading, by tokens in a row of one sentence, or by rarer tokens of it; that sentence may be left out."""
        sentences = texts - 2
        way, out = self.random(), None
        query = self.opening()
        if way < 0.3:
            query += self.corpus.text(first)
            if self.random() < 0.5:
                query += self.corpus.text(first + 1)
        else:
            chosen = self.below(sentences)
            sentence = self.corpus.text(first + 2 + chosen)
            if len(sentence) < 4:
                return None, None
            asked = self.stretch(sentence) if way < 0.68 else self.rarer(sentence)
            if not asked:
                return None, None
            query += asked
            if sentences > 1 and self.random() < (0.3 if way < 0.68 else 0.15):
                out = chosen
        start = self.below(sentences - 3) if sentences > 4 else 0
        if out is not None and self.random() < 0.8:
            start = max(0, out - self.below(4))
        passage = array("H")
        for sentence in range(start, sentences):
            if sentence != out and len(passage) < PASSAGE_TOKENS:
                passage += self.corpus.text(first + 2 + sentence)
        return query, passage if len(passage) >= 6 else None

    def stretch(self, sentence):
        """4 to 16 tokens in a row."""
        length = min(4 + self.below(13), len(sentence))
        start = self.below(len(sentence) - length + 1)
        return sentence[start : start + length]

    def rarer(self, sentence):
        """2 to 7 tokens, the rarer the likelier."""
        wanted, found = 2 + self.below(6), array("H")
        for _ in range(60):
            token = sentence[self.below(len(sentence))]
            if self.random() < self.rareness[token]:
                found.append(token)
                if len(found) == wanted:
                    break
        return found

    def opening(self):
        """Words such as "what is", or none."""
        return self.openings[self.below(len(self.openings))][:] if self.random() < OPENED else array("H")

    def below(self, n):
        return int(self.random() * n)


# ---- Training


def train(vectors, sampler, batch, steps):
    """Symmetric cross-entropy of scaled cosines within each batch, by Adagrad with a falling rate."""
    squares = np.full_like(vectors, 1e-12)
    began, losses = time.monotonic(), []
    for step in range(steps):
        texts = sampler.batch(batch)
        lengths = np.array([len(text) for text in texts])
        ids = np.concatenate([np.frombuffer(text, np.uint16) for text in texts]).astype(np.intp)
        sums = sums_of(vectors, ids, edges_of(lengths))
        norms = np.sqrt(np.einsum("ij,ij->i", sums, sums) + 1e-12)[:, None]
        units = sums / norms
        loss, slopes = contrast(units[:batch], units[batch:])
        losses.append(loss)
        # What turns a vector counts; what stretches it does not.
        slopes = (slopes - np.einsum("ij,ij->i", slopes, units)[:, None] * units) / norms
        tokens, slopes = slopes_of_tokens(ids, lengths, slopes)
        squares[tokens] += slopes * slopes
        rate = RATE * max(LAST_RATE, 1 - step / steps)
        vectors[tokens] -= rate * slopes / (np.sqrt(squares[tokens]) + 1e-8)
        if (step + 1) % 100 == 0 or step + 1 == steps:
            left = (time.monotonic() - began) / (step + 1) * (steps - step - 1)
            print(f"step {step + 1} of {steps}, loss {np.mean(losses):.3f}, {left:.0f} s left", flush=True)
            losses = []


def contrast(queries, passages):
    """Mean loss in nats, and its slopes by the unit vectors of queries, then passages."""
    batch = len(queries)
    odds = np.exp(SCALE * (queries @ passages.T - 1))
    own, rows, columns = odds.diagonal().copy(), odds.sum(1), odds.sum(0)
    loss = -0.5 * (np.log(own / rows + 1e-30) + np.log(own / columns + 1e-30)).mean()
    odds *= 1 / rows[:, None] + 1 / columns
    odds[np.arange(batch), np.arange(batch)] -= 2
    odds *= 0.5 * SCALE / batch
    return loss, np.concatenate([odds @ passages, odds.T @ queries])


def slopes_of_tokens(ids, lengths, slopes):
    """The distinct tokens of a batch, and the sum of the slopes of the texts that each stands in."""
    order = np.argsort(ids, kind="stable")
    tokens, counts = np.unique(ids, return_counts=True)
    text_of = np.repeat(np.arange(len(lengths)), lengths)
    return tokens, sums_of(slopes, text_of[order], edges_of(counts))


def edges_of(lengths):
    return [0, *np.cumsum(lengths).tolist()]


def sums_of(vectors, ids, edges):
    """For each two edges that follow each other, the sum of the vectors whose ids stand between them."""
    sums = np.empty((len(edges) - 1, vectors.shape[1]), np.float32)
    for out, start, end in zip(sums, edges, edges[1:]):
        np.add.reduce(vectors[ids[start:end]], axis=0, out=out)
    return sums


# ---- Model folder

TABLE = "model.safetensors"


def table_of(file):
    """The tensors of a safetensors file by name, as views into its bytes."""
    start = 8 + int.from_bytes(file[:8], "little")
    kinds = {"F32": np.float32, "I8": np.int8}
    tensors = {}
    for name, entry in json.loads(bytes(file[8:start])).items():
        if name != "__metadata__":
            first, _ = entry["data_offsets"]
            count = math.prod(entry["shape"])
            tensors[name] = np.frombuffer(file, kinds[entry["dtype"]], count, start + first)
    return tensors


def write_folder(folder, vectors, card):
    """The bundled folder with other vectors. A number has 15 levels: compressed, it takes half of what 255 take."""
    shutil.copytree(BUNDLED, folder, dirs_exist_ok=True)
    model = bytearray((BUNDLED / TABLE).read_bytes())
    tensors = table_of(model)
    scales = np.abs(vectors).max(1) / 7
    tensors["scales"][:] = scales
    tensors["rows"].reshape(vectors.shape)[:] = np.rint(vectors / np.maximum(scales, 1e-30)[:, None])
    (folder / TABLE).write_bytes(model)
    config = json.loads((BUNDLED / "config.json").read_text("utf-8"))
    config.pop("negscope_bundled", None)
    (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n", "utf-8")
    (folder / "README.md").write_text(card, "utf-8")


def card_of(tables, seed, batch, steps):
    """README.md of a new folder: settings, text, and whom to name, as the bundled one does."""
    hashes = "\n".join(f"- {name}.tsv, sha256 {hashlib.sha256(table).hexdigest()}" for name, table in tables.items())
    _, heading, notices = (BUNDLED / "README.md").read_text("utf-8").partition("## Licence and attribution")
    return f"""# A static encoder

Made with scripts/encoder/train.py of Negscope: seed {seed}, {steps} steps of {batch} pairs.

Its text:

{hashes}

The notices below are the bundled encoder's. They are this one's where these are its tables.

{heading}{notices}"""


def make(place, folder, seed, batch, steps):
    began = time.monotonic()

    def tell(line):
        print(f"{time.monotonic() - began:.0f} s, {time.process_time():.0f} s of processor time: {line}", flush=True)

    tables = read_tables(place, ("openstax", "medquad", "factbook", "wordnet"))
    tokenizer = Tokenizer(BUNDLED)
    corpus = Corpus(records_of(tables, seed), tokenizer)
    tell(f"{len(corpus.ids)} tokens in {len(corpus.record_starts) - 1} records")
    special = [id for token, id in tokenizer.ids.items() if re.fullmatch(r"\[[A-Z]+\]", token)]
    dimension = json.loads((BUNDLED / "config.json").read_text("utf-8"))["hidden_size"]
    vectors = starting_vectors(corpus, special, dimension, seed)
    tell("starting vectors")
    train(vectors, Sampler(corpus, tokenizer, seed), batch, steps)
    write_folder(folder, vectors, card_of(tables, seed, batch, steps))
    tell(folder)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=USAGE, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--text", type=Path, default=SHARED / "encoder/text.tar.xz", help="folder or tar of the tables (%(default)s)")
    add("--out", type=Path, default=PROJECT / ".cache/encoder", help="the new model folder (%(default)s)")
    add("--seed", type=int, default=1)
    add("--batch", type=int, default=1024, help="pairs of a step (%(default)s)")
    add("--steps", type=int, default=4000, help="(%(default)s)")
    given = parser.parse_args()
    try:
        make(given.text, given.out, given.seed, given.batch, given.steps)
        return 0
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
