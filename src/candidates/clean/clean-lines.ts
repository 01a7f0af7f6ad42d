import { parseRecord } from '../files/json';
import { positional } from '../files/positional';
import { decode } from '../files/utf8';
import type { JsonObject } from '../records/fault';
import type { Fault } from '../records/fault';
import { cutEntry } from './entry-cutter';
import type { Job } from './job';
import { RawLines, withoutLineEnd } from './raw-lines';

/** Writes a file with one entry a line (JSON, or columns with blanks between them): lines that stay, byte for byte. */
export async function cleanLines(job: Job): Promise<void> {
  const lines = new RawLines();
  const parse = job.opened.container === 'columns' ? columns : parseRecord;
  let place = 0;
  const take = async (line: Uint8Array): Promise<void> => {
    place += 1;
    await writeLine(job, place, line, parse);
  };
  for await (const chunk of job.content()) for (const line of lines.push(chunk)) await take(line);
  for (const line of lines.finish()) await take(line);
}

async function writeLine(
  job: Job,
  place: number,
  line: Uint8Array,
  parse: (text: string) => JsonObject | Fault,
): Promise<void> {
  if (line.every(isBlank)) {
    await job.output.write(line);
    return;
  }
  const text = once(() => decode(withoutLineEnd(line).content).text);
  const left = job.rewritten<Uint8Array | string>(
    place,
    line,
    () => parse(text()),
    (draft, removed) => cutEntry(text(), draft, removed),
  );
  if (left === null) return;
  await job.output.write(left);
  if (typeof left === 'string') await job.output.write(withoutLineEnd(line).end);
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

function columns(text: string): JsonObject {
  return positional(text.trim().split(/\s+/));
}

/** The value, made when it is first asked for. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}
