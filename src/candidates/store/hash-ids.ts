/** Ids of 128-bit hashes in little memory. */

const WORDS = 4;
/** Hashes in one block of 1 MiB. With blocks, growing copies nothing. */
const BLOCK = 65_536;
const FIRST_SLOTS = 1024;
const ABSENT = -1;

/**
 * Ids by 128-bit hash. The hashes lie in blocks in the order of their ids; a table of slots (open addressing, linear
 * probing, at most two thirds full) holds the ids. 22 to 28 bytes an id.
 */
export class HashIds {
  private blocks: (Uint32Array | null)[] = [];
  /** An id, or ABSENT. Their number is a power of two. */
  private slots = new Int32Array(FIRST_SLOTS).fill(ABSENT);
  private count = 0;
  private nextId = 0;
  /** Of each id that was there when hashes were forgotten last: 1 for those kept. */
  private stays: Uint8Array = new Uint8Array(0);

  get size(): number {
    return this.count;
  }

  /** The id that the next new hash gets. */
  get next(): number {
    return this.nextId;
  }

  get bytes(): number {
    const blocks = this.blocks.filter((block) => block !== null).length;
    return blocks * BLOCK * WORDS * Uint32Array.BYTES_PER_ELEMENT + this.slots.byteLength + this.stays.length;
  }

  /** The id of a hash of four words; a new hash gets the next id. */
  idOf(hash: Uint32Array): number {
    let slot = this.slotOf(hash);
    const known = this.slots[slot] as number;
    if (known !== ABSENT) return known;
    if (3 * (this.count + 1) > 2 * this.slots.length) {
      this.rebuild(this.slots.length * 2);
      slot = this.slotOf(hash);
    }
    const id = this.nextId;
    this.nextId += 1;
    this.count += 1;
    this.slots[slot] = id;
    const block = this.blockFor(id);
    const at = (id % BLOCK) * WORDS;
    // `set` costs more for four words than everything else here.
    for (let word = 0; word < WORDS; word += 1) block[at + word] = hash[word] as number;
    return id;
  }

  /** The id of a hash that has one; -1 for others. */
  find(hash: Uint32Array): number {
    return this.slots[this.slotOf(hash)] as number;
  }

  /** Whether a hash has the id (still). */
  holds(id: number): boolean {
    return id >= 0 && id < this.nextId && (id >= this.stays.length || this.stays[id] === 1);
  }

  /** Writes the four words of the hash that has an id into `hash`. */
  read(id: number, hash: Uint32Array): void {
    const block = this.blockFor(id);
    const at = (id % BLOCK) * WORDS;
    for (let word = 0; word < WORDS; word += 1) hash[word] = block[at + word] as number;
  }

  /** Forgets all other hashes; their ids are not given again. @param stays by id, 1 for those kept */
  keep(stays: Uint8Array): void {
    this.stays = stays;
    this.rebuild(this.slots.length);
  }

  /** The slot that holds the hash's id, or the one where it belongs. */
  private slotOf(hash: Uint32Array): number {
    const mask = this.slots.length - 1;
    let slot = (hash[0] as number) & mask;
    for (;;) {
      const id = this.slots[slot] as number;
      if (id === ABSENT || this.has(id, hash)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private has(id: number, hash: Uint32Array): boolean {
    const block = this.blockFor(id);
    const at = (id % BLOCK) * WORDS;
    return (
      block[at] === hash[0] &&
      block[at + 1] === hash[1] &&
      block[at + 2] === hash[2] &&
      block[at + 3] === hash[3]
    );
  }

  private blockFor(id: number): Uint32Array {
    const index = Math.floor(id / BLOCK);
    return (this.blocks[index] ??= new Uint32Array(BLOCK * WORDS));
  }

  /** Puts the ids that are still there into new slots; frees blocks without ids. */
  private rebuild(length: number): void {
    const mask = length - 1;
    const slots = new Int32Array(length).fill(ABSENT);
    const inBlock = new Uint32Array(this.blocks.length);
    this.count = 0;
    for (let id = 0; id < this.nextId; id += 1) {
      if (!this.holds(id)) continue;
      let slot = (this.blockFor(id)[(id % BLOCK) * WORDS] as number) & mask;
      while (slots[slot] !== ABSENT) slot = (slot + 1) & mask;
      slots[slot] = id;
      this.count += 1;
      const block = Math.floor(id / BLOCK);
      inBlock[block] = (inBlock[block] as number) + 1;
    }
    this.slots = slots;
    this.blocks = this.blocks.map((block, index) => (inBlock[index] === 0 ? null : block));
  }
}
