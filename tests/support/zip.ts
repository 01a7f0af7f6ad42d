/** Reads zip files whose members are stored as they are (APPNOTE.TXT, 4.3), independently of the library that writes them. */

import { crc32 } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_BYTES = 22;

/** The members of a zip by name. @throws where one is packed, or its checksum is wrong */
export function membersOfZip(bytes: Uint8Array): Record<string, Buffer> {
  const zip = Buffer.from(bytes);
  const end = zip.length - END_BYTES;
  if (zip.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('no end of the directory');
  const members: Record<string, Buffer> = {};
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error(`no member at byte ${at}`);
    const nameBytes = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameBytes);
    const header = zip.readUInt32LE(at + 42);
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const content = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    if (zip.readUInt16LE(at + 10) !== 0) throw new Error(`${name} is packed`);
    if (crc32(content) !== zip.readUInt32LE(at + 16)) throw new Error(`${name} has another checksum`);
    members[name] = content;
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return members;
}
