import { describe, expect, it } from 'vitest';

import { EncodeError } from '../../src/encoder/errors';
import { clsPool, halfToFloat, meanPool, unitNormalise } from '../../src/encoder/pooling';

/** Three tokens of two numbers; the third is padding. */
const HIDDEN = Float32Array.of(1, 2, 3, 6, 100, 100);

describe('meanPool', () => {
  it('is the mean of the tokens that are not padding', () => {
    const out = Float64Array.of(9, 9);
    meanPool(HIDDEN, 2, 2, out);
    expect([...out]).toEqual([2, 4]);
    meanPool(HIDDEN, 1, 2, out);
    expect([...out]).toEqual([1, 2]);
  });

  it('is the zero vector of a text without tokens', () => {
    const out = Float64Array.of(9, 9);
    meanPool(HIDDEN, 0, 2, out);
    expect([...out]).toEqual([0, 0]);
  });
});

describe('clsPool', () => {
  it('is the first token', () => {
    const out = new Float64Array(2);
    clsPool(HIDDEN, 2, out);
    expect([...out]).toEqual([1, 2]);
  });
});

describe('unitNormalise', () => {
  it('brings a vector to unit length', () => {
    const vector = Float64Array.of(3, -4);
    unitNormalise(vector);
    expect([...vector]).toEqual([0.6000000000000001, -0.8]);
  });

  it('leaves the zero vector', () => {
    const vector = new Float64Array(3);
    unitNormalise(vector);
    expect([...vector]).toEqual([0, 0, 0]);
  });

  it.each([NaN, Infinity, -Infinity])('refuses %s', (value) => {
    expect(() => unitNormalise(Float64Array.of(1, value))).toThrow(EncodeError);
  });
});

describe('halfToFloat', () => {
  it.each([
    ['one', 0x3c00, 1],
    ['minus two', 0xc000, -2],
    ['a third', 0x3555, 0.333251953125],
    ['the largest number', 0x7bff, 65504],
    ['the smallest normal number', 0x0400, 2 ** -14],
    ['the largest subnormal number', 0x03ff, (1023 / 1024) * 2 ** -14],
    ['the smallest subnormal number', 0x0001, 2 ** -24],
    ['a negative subnormal number', 0x8002, -(2 ** -23)],
    ['zero', 0x0000, 0],
    ['minus zero', 0x8000, -0],
    ['infinity', 0x7c00, Infinity],
    ['minus infinity', 0xfc00, -Infinity],
    ['not a number', 0x7e00, NaN],
  ])('reads %s', (_, bits, value) => expect(halfToFloat(Uint16Array.of(bits))[0]).toBe(value));

  it('keeps the order', () => {
    expect([...halfToFloat(Uint16Array.of(0x3c00, 0, 0xc000))]).toEqual([1, 0, -2]);
  });
});
