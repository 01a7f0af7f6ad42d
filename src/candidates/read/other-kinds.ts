/** Files that hold no records whatever is in them: pictures, documents, sound, programs. Told by their first bytes. */

interface OtherKind {
  /** How the file begins, a character a byte; `.` stands for any. */
  readonly begins: string;
  /** What it is, with its article. */
  readonly what: string;
}

/** Longer beginnings stand before shorter ones. */
const KINDS: readonly OtherKind[] = [
  { begins: '\u0089PNG', what: 'an image' },
  { begins: '\u00ff\u00d8\u00ff', what: 'an image' },
  { begins: 'GIF8', what: 'an image' },
  { begins: 'RIFF....WEBP', what: 'an image' },
  { begins: 'BM....\u0000\u0000\u0000\u0000', what: 'an image' },
  { begins: 'II*\u0000', what: 'an image' },
  { begins: 'MM\u0000*', what: 'an image' },
  { begins: '\u0000\u0000\u0001\u0000', what: 'an image' },
  { begins: '....ftypheic', what: 'an image' },
  { begins: '....ftypavif', what: 'an image' },
  { begins: '<svg', what: 'an image' },
  { begins: '%PDF', what: 'a PDF' },
  { begins: '\u00d0\u00cf\u0011\u00e0', what: 'an office document' },
  { begins: 'PK\u0003\u0004..........................[Content_Types].xml', what: 'an office document' },
  { begins: 'PK\u0003\u0004..........................mimetypeapplication/', what: 'an office document' },
  { begins: 'PK\u0005\u0006', what: 'a zip archive with nothing in it' },
  { begins: '7z\u00bc\u00af\u0027\u001c', what: 'a 7-Zip archive' },
  { begins: 'Rar!', what: 'a RAR archive' },
  { begins: 'RIFF....WAVE', what: 'a sound' },
  { begins: 'ID3', what: 'a sound' },
  { begins: 'OggS', what: 'a sound' },
  { begins: 'fLaC', what: 'a sound' },
  { begins: 'RIFF....AVI ', what: 'a video' },
  { begins: '....ftyp', what: 'a video' },
  { begins: '\u001aE\u00df\u00a3', what: 'a video' },
  { begins: 'SQLite format 3\u0000', what: 'an SQLite database' },
  { begins: '\u0093NUMPY', what: 'a NumPy array' },
  { begins: '\u0089HDF', what: 'an HDF5 file' },
  { begins: '\u007fELF', what: 'a program' },
  { begins: 'MZ\u0090\u0000', what: 'a program' },
  { begins: '<!doctype html', what: 'a web page' },
  { begins: '<html', what: 'a web page' },
  { begins: '<?xml', what: 'an XML file' },
];

const LONGEST = Math.max(...KINDS.map(({ begins }) => begins.length));

/** What the file is, with its article; null where its first bytes may be those of records. */
export function otherKind(head: Uint8Array): string | null {
  const start = String.fromCharCode(...head.subarray(0, LONGEST));
  return KINDS.find(({ begins }) => beginsLike(start, begins))?.what ?? null;
}

function beginsLike(start: string, begins: string): boolean {
  if (start.length < begins.length) return false;
  return [...begins].every((wanted, i) => wanted === '.' || wanted.toLowerCase() === start[i]?.toLowerCase());
}
