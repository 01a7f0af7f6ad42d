/** One error of each code, as the page and the terminal show it. The compiler asks for those of new codes. */

import { CandidatesError, type ErrorCode } from '../../src/candidates/errors';

const FILE = { file: 'bm25.jsonl' };
const REJECTED = {
  ...FILE,
  placeKind: 'line',
  read: 3,
  reasons: [{ code: 'blank-query', count: 3, place: 1, message: '`query` is blank, expected a text.' }],
} as const;
const BYTES = { bytes: 4e9, packed: false, capacity: 1.2e9 };

type Details = { readonly [Code in ErrorCode]: ConstructorParameters<typeof CandidatesError<Code>>[1] };

const DETAILS: Details = {
  EmptyFileError: { ...FILE, found: 'the file is empty' },
  NotUtf8Error: FILE,
  NotDataError: { ...FILE, what: 'a picture' },
  OtherPackingError: { ...FILE, packing: 'zstd', unpack: 'zstd -d bm25.jsonl.zst' },
  LfsPointerError: FILE,
  UnknownFormatError: { ...FILE, found: 'no field is a query.', expected: ['query'], advice: 'Rename it.' },
  FieldsUnclearError: { ...FILE, fields: [{ name: 'a', samples: ['text'] }] },
  PairsError: FILE,
  NotCandidatesError: { ...FILE, looksLike: 'a list of numbers' },
  MappingMissingError: { ...FILE, fields: ['a', 'b'] },
  WrongLabelError: { ...FILE, label: 'the column kind', choices: ['the name of the file'] },
  TooManyLabelsError: { ...FILE, most: 100 },
  NoUsablePairsError: REJECTED,
  NoUsableEntriesError: REJECTED,
  DimensionMismatchError: { ...FILE, dimension: 384, source: 'dense', sourceDimension: 768 },
  UnreadableFileError: { ...FILE, reason: 'the gzip stream ends early', advice: 'Pack it again.' },
  UnpackedTooLargeError: { ...FILE, most: 69e9 },
  TooManyColumnsError: { ...FILE, found: 5000 },
  FileTooLargeError: { ...FILE, overflow: { ...BYTES, taken: 0, sample: 100_000 } },
  LoadCancelledError: FILE,
  LabelFileError: { ...FILE, found: 'line 3: expected a mark, found the number 4' },
  StoreFullError: undefined,
  StoreStartError: { reason: 'out of memory' },
  StoreBrokenError: { reason: 'its worker ended' },
  StoreInsertError: { table: 'pairs', reason: 'out of memory' },
  UnknownSourceError: { what: 'bm25' },
  QueryRefusedError: { found: 'DELETE changes data' },
  QuerySyntaxError: { reason: '"plaze" not found', place: { line: 1, column: 8 } },
  QueryCancelledError: undefined,
  ExportError: { ...FILE, reason: 'the disk is full', advice: 'Free some space and export it again' },
  ExportCancelledError: FILE,
  FileChangedError: { ...FILE, found: 'line 3 holds no record now' },
};

/** The messages of all codes; a file too large twice, the second time beside other sources. */
export function errorExamples(): string[] {
  const full = { ...BYTES, taken: 1.2e9, sample: null };
  const all = Object.entries(DETAILS) as [ErrorCode, never][];
  return [...all, ['FileTooLargeError', { ...FILE, overflow: full } as never] as const].map(
    ([code, details]) => new CandidatesError(code, details).message,
  );
}
