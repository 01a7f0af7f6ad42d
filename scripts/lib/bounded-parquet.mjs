/**
 * hyparquet trusts the counts that it finds in a file: where they are damaged, it loops for ever or asks for all memory there
 * is. This puts bounds before its loops, so that it refuses the row group.
 */

const DELTA = 'const valuesPerMiniblock = blockSize / miniblockPerBlock\n';
const RUN = 'const count = header >>> 1\n';
const PACKED = 'let count = header >> 1 << 3 ';
const PAGE = '  // read compressed_page_size bytes\n';

/** Refuses a page whose header cannot be true. */
const CHECKED = `  const v2 = header.data_page_header_v2
  const page = v2 ?? header.data_page_header ?? header.dictionary_page_header
  const counts = [header.compressed_page_size, header.uncompressed_page_size, page?.num_values]
  if (v2) counts.push(v2.num_nulls, v2.definition_levels_byte_length, v2.repetition_levels_byte_length)
  const isTrue = counts.every(count => Number.isInteger(count) && count >= 0) && !(page.num_nulls > page.num_values)
  const most = page === header.dictionary_page_header ? Infinity : columnDecoder.num_values
  if (!isTrue || page.num_values > most) throw new Error('parquet page header out of range')
`;

/**
 * What is replaced in which file; what is put there is JavaScript.
 *
 * @type {Readonly<Record<string, readonly (readonly [string, string])[]>>}
 */
const BOUNDS = {
  'encoding.js': [
    [RUN, 'const count = Math.min(header >>> 1, output.length - seen)\n'],
    [PACKED, 'let count = Math.min((header >>> 1) * 8, output.length - seen + 7 & ~7) '],
  ],
  'delta.js': [
    [
      DELTA,
      `${DELTA}if (!(miniblockPerBlock > 0 && valuesPerMiniblock > 0)) throw new Error('bad miniblocks')\n`,
    ],
  ],
  'column.js': [[PAGE, `${CHECKED}${PAGE}`]],
};

/** Settings of Vite in Node under which {@link boundedParquet} sees hyparquet. */
export const BOUNDED_IN_NODE = ['hyparquet', 'hyparquet-writer'];

/**
 * A plugin of Vite. A hyparquet that reads otherwise fails the build.
 *
 * @returns {import('vite').Plugin}
 */
export function boundedParquet() {
  return {
    name: 'negscope-bounded-parquet',
    enforce: 'pre',
    transform(code, id) {
      const [, file = ''] = /\/hyparquet\/src\/([\w-]+\.js)(?:$|\?)/.exec(id) ?? [];
      return (BOUNDS[file] ?? []).reduce((changed, [from, to]) => {
        if (!changed.includes(from)) throw new Error(`hyparquet's ${file} no longer has: ${from}`);
        return changed.replaceAll(from, to);
      }, code);
    },
  };
}
