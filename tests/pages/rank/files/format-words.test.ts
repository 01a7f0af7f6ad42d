import { describe, expect, it } from 'vitest';

import {
  COMPANION_FORMATS,
  isCompanionKind,
  labelInWords,
  RECORD_FORMATS,
} from '../../../../src/pages/rank/files/format-words';

describe('format words', () => {
  it('has each format once', () => {
    const ids = [...RECORD_FORMATS, ...COMPANION_FORMATS].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(17);
  });

  it('tells companions from formats of records', () => {
    expect(isCompanionKind('qrels')).toBe(true);
    expect(isCompanionKind('run')).toBe(false);
  });

  it('says where a label comes from', () => {
    expect(labelInWords({ kind: 'file' })).toBe("the file's name");
    expect(labelInWords({ kind: 'column', column: 'subset' })).toBe('column subset');
    expect(labelInWords({ kind: 'keys' })).toBe('the keys of neg');
    expect(labelInWords({ kind: 'fields' })).toBe('the names of its lists');
  });
});
