import { describe, expect, it } from 'vitest';

import { squareMatrix } from '../../src/scoring/information';
import { allocated, OutOfMemoryError } from '../../src/scoring/memory';

describe('memory that cannot be had', () => {
  it('is an error that says what needed how much, and what to do', () => {
    const matrix = () => squareMatrix(2 ** 21);
    expect(matrix).toThrow(OutOfMemoryError);
    expect(matrix).toThrow(
      'A matrix of 2,097,152 × 2,097,152 numbers needs 35,184,372 MB of memory, which the browser did not give.',
    );
    expect(matrix).toThrow('take a sample of the records');
  });

  it('leaves other errors as they are', () => {
    const other = (): never => {
      throw new TypeError('no list');
    };
    expect(() => allocated('A list', 8, other)).toThrow(TypeError);
  });
});
