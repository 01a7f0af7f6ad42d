import { TableReader } from '../files/table-rows';
import { decode } from '../files/utf8';
import { ExportError } from './errors';
import type { Job } from './job';
import { withoutLineEnd } from './raw-lines';
import { RawRows, type RawRow } from './raw-rows';
import { cutRow } from './table-cutter';

/** Writes a CSV or TSV file: the header and rows that stay, byte for byte. Errors: `ExportError`. */
export async function cleanRows(job: Job): Promise<void> {
  const { file, table, header } = job.opened;
  if (table === null) throw new ExportError(file.name, 'it is no table', 'Load it again and export again');
  const reader = new TableReader(table.delimiter, table.header);
  const rows = new RawRows(file.name, reader, table.header === 'first');
  const columns = { delimiter: table.delimiter, header };
  const take = async ({ bytes, entry }: RawRow): Promise<void> => {
    if (entry === null) {
      await job.output.write(bytes);
      return;
    }
    const { content, end } = withoutLineEnd(bytes);
    const left = job.rewritten<Uint8Array | string>(
      entry.place,
      bytes,
      () => entry.value,
      (draft, removed) => cutRow(decode(content).text, columns, draft, removed),
    );
    if (left === null) return;
    await job.output.write(left);
    if (typeof left === 'string') await job.output.write(end);
  };
  for await (const chunk of job.content()) for (const row of rows.push(chunk)) await take(row);
  for (const row of rows.finish()) await take(row);
}
