import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { COMPANION_FORMATS, MAPPED, RECORD_FORMATS } from '../../../src/candidates/formats/catalogue';
import { mappedFormat } from '../../../src/candidates/formats/mapped';
import { allFormats } from '../../../src/candidates/formats/recognise';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const docs = readFileSync(join(ROOT, 'docs', 'FORMATS.md'), 'utf8');

/** Rows of the table of formats: name, written by, containers, companions, label. */
const rows = [...docs.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)]
  .map(([, ...cells]) => cells.map((cell) => cell.trim()))
  .filter(([name = '']) => name !== 'format' && !name.startsWith('--'));

describe('the catalogue of formats', () => {
  it('has the formats that the readers have', () => {
    const ids = allFormats.map((format) => ('kind' in format ? format.kind : format.id));
    const listed = [...RECORD_FORMATS, ...COMPANION_FORMATS].map(({ id }) => id);
    // A file of evaluation has any format.
    expect([...ids, 'evaluation'].sort()).toEqual(listed.sort());
    const mapped = mappedFormat({ query: 'a', positive: 'b', negatives: ['c'], queryId: null });
    expect(mapped.id).toBe(MAPPED.id);
  });

  it('is what docs/FORMATS.md lists: names and companions', () => {
    const ours = [...RECORD_FORMATS, MAPPED].map(({ id, name, needs }) => ({
      name,
      companions: id === 'mapped' ? 'where ids stand for texts' : [...needs].sort().join(', ') || '–',
    }));
    expect(
      rows.map(([name, , , companions = '']) => ({
        name,
        companions: companions.includes('where') ? companions : companions.split(', ').sort().join(', '),
      })),
    ).toEqual(ours);
  });
});
