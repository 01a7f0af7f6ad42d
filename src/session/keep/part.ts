/**
 * A part of what is kept, as the text of one file: a header line that says what follows, then the content as JSON.
 * A text that is damaged, older or newer than this page is told apart and never read as something else.
 */

import * as v from 'valibot';

/** One kind of part, such as the session or the marks. Whoever changes the content's shape raises the version. */
export interface PartKind<Content> {
  /** Also the name of its file: lower-case letters. */
  readonly name: string;
  /** What it is called in messages, with its article: "the marks". */
  readonly words: string;
  readonly version: number;
  readonly schema: v.GenericSchema<unknown, Content>;
}

/** What a text holds; `says` is a whole sentence. */
export type PartRead<Content> =
  | { readonly status: 'read'; readonly content: Content }
  | { readonly status: 'unusable'; readonly why: 'damaged' | 'older' | 'newer'; readonly says: string };

const Header = v.object({
  part: v.string(),
  version: v.number(),
  /** Of the content's UTF-8 bytes, in hexadecimal. */
  sha256: v.string(),
});

/** The text of a part's file. */
export async function packPart<Content>(kind: PartKind<Content>, content: Content): Promise<string> {
  const body = JSON.stringify(content);
  const header: v.InferOutput<typeof Header> = {
    part: kind.name,
    version: kind.version,
    sha256: await digestOf(body),
  };
  return `${JSON.stringify(header)}\n${body}`;
}

/** What the text of a part's file holds. */
export async function unpackPart<Content>(kind: PartKind<Content>, text: string): Promise<PartRead<Content>> {
  const end = text.indexOf('\n');
  const header = v.safeParse(Header, parsed(text.slice(0, Math.max(end, 0))));
  const body = text.slice(end + 1);
  if (!header.success || header.output.part !== kind.name) return damaged(kind);
  const { version, sha256 } = header.output;
  if ((await digestOf(body)) !== sha256) return damaged(kind);
  if (version !== kind.version) return ofAnotherVersion(kind, version < kind.version ? 'older' : 'newer');
  const content = v.safeParse(kind.schema, parsed(body));
  return content.success ? { status: 'read', content: content.output } : damaged(kind);
}

function damaged(kind: PartKind<unknown>): PartRead<never> {
  return {
    status: 'unusable',
    why: 'damaged',
    says: `What this browser kept of ${kind.words} is damaged, and was removed.`,
  };
}

function ofAnotherVersion(kind: PartKind<unknown>, why: 'older' | 'newer'): PartRead<never> {
  return {
    status: 'unusable',
    why,
    says: `What this browser kept of ${kind.words} is of ${an(why)} version of this page, and was removed.`,
  };
}

function an(word: 'older' | 'newer'): string {
  return word === 'older' ? 'an older' : 'a newer';
}

/** The value of a JSON text; undefined where it is none, which no schema takes. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
