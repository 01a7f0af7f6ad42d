import { compressors } from 'hyparquet-compressors';

import { ParquetFault } from './parquet-fault';

/** How pages are packed, as the file names it. */
export type Codec = 'UNCOMPRESSED' | 'SNAPPY' | 'GZIP' | 'BROTLI' | 'ZSTD' | 'LZ4' | 'LZ4_RAW';

/** Most bytes that a byte of packed data can become; a page said to become more is not unpacked. */
const MOST_PER_BYTE: Readonly<Record<Codec, number>> = {
  UNCOMPRESSED: 1,
  SNAPPY: 22,
  GZIP: 1100,
  BROTLI: 2 ** 21,
  ZSTD: 2 ** 16,
  LZ4: 256,
  LZ4_RAW: 256,
};
const OVERHEAD_BYTES = 64;

/** Windows that zstd's own tools accept. */
const ZSTD_WINDOW_BYTES = 2 ** 27;

/** Errors: `ParquetFault` for a codec that is not read. */
export function codecOf(name: string | undefined): Codec {
  if (name !== undefined && Object.hasOwn(MOST_PER_BYTE, name)) return name as Codec;
  const advice = 'Write the file again with snappy, zstd or gzip (`compression="zstd"`).';
  throw new ParquetFault(`it is packed with ${name ?? 'an unknown codec'}, which is not read`, advice);
}

/** Unpacks the bytes of a page to `length` bytes. Errors: whatever the codec throws on damaged bytes. */
export async function unpack(codec: Codec, bytes: Uint8Array, length: number): Promise<Uint8Array> {
  if (length > bytes.length * MOST_PER_BYTE[codec] + OVERHEAD_BYTES) {
    throw new ParquetFault(`${bytes.length} packed bytes are said to be ${length}`);
  }
  const page = length === 0 ? new Uint8Array(0) : await unpackWith(codec, bytes, length);
  if (page.length !== length) throw new ParquetFault(`${page.length} bytes were found, not ${length}`);
  return page;
}

async function unpackWith(codec: Codec, bytes: Uint8Array, length: number): Promise<Uint8Array> {
  if (codec === 'UNCOMPRESSED') return bytes;
  if (codec === 'GZIP') return gunzip(bytes, length);
  if (codec === 'SNAPPY') checkSnappy(bytes, length);
  if (codec === 'ZSTD') checkZstd(bytes, length);
  const unpacker = compressors[codec];
  if (unpacker === undefined) throw new ParquetFault(`there is no way to unpack ${codec}`);
  return unpacker(bytes, length);
}

/** The browser's own gzip is faster than one in JavaScript, checks the bytes, and ends on damaged ones. */
async function gunzip(bytes: Uint8Array, length: number): Promise<Uint8Array> {
  const format = bytes[0] === 0x1f ? 'gzip' : 'deflate';
  const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const reader = packed.pipeThrough(new DecompressionStream(format)).getReader();
  const page = new Uint8Array(length);
  let filled = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (value.length > length - filled) {
      await reader.cancel().catch(() => undefined);
      throw new ParquetFault(`more than ${length} bytes were found`);
    }
    page.set(value, filled);
    filled += value.length;
  }
  return page.subarray(0, filled);
}

/** The length that begins snappy's bytes must be the page's: the unpacker does not compare them. */
function checkSnappy(bytes: Uint8Array, length: number): void {
  let found = 0;
  for (let i = 0; i < 5; i += 1) {
    const byte = bytes[i] ?? 0;
    found += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) break;
  }
  if (found !== length) throw new ParquetFault(`${found} bytes were found, not ${length}`);
}

/** The unpacker makes room for what the frame says before it looks at its blocks. */
function checkZstd(bytes: Uint8Array, length: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== 0xfd2fb528) throw new ParquetFault('the packed bytes are not zstd');
  const flags = view.getUint8(4);
  const single = (flags & 0x20) !== 0;
  const sizeBytes = flags >> 6 === 0 ? (single ? 1 : 0) : 2 ** (flags >> 6);
  const dictionaryBytes = (flags & 3) === 3 ? 4 : flags & 3;
  const at = 5 + (single ? 0 : 1) + dictionaryBytes;
  if (sizeBytes > 0) {
    const size = frameSize(view, at, sizeBytes);
    if (size !== length) throw new ParquetFault(`${size} bytes were found, not ${length}`);
  } else if (2 ** (10 + (view.getUint8(5) >> 3)) > ZSTD_WINDOW_BYTES) {
    throw new ParquetFault('the packed bytes need too much memory');
  }
}

function frameSize(view: DataView, at: number, sizeBytes: number): number {
  switch (sizeBytes) {
    case 1:
      return view.getUint8(at);
    case 2:
      return view.getUint16(at, true) + 256;
    case 4:
      return view.getUint32(at, true);
    default:
      return Number(view.getBigUint64(at, true));
  }
}
