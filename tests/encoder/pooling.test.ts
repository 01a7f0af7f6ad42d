import { describe, expect, it } from 'vitest';

import { halfToFloat } from '../../src/encoder/pooling';

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
});
