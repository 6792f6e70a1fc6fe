// A set of transaction names for days with millions of them: a few bytes for each.
//
// Always true: an added name is found. Another name is found by chance about once in a hundred million, which the
// comparison of days tolerates: it moves no money.

import { hash } from 'node:crypto';

const BUCKETS = 256;
const SLOTS_FIRST = 64;
const EMPTY = 0;

/** `add` returns whether the name is new. */
export type FingerprintSet = { add(name: string): boolean; has(name: string): boolean };

export function createFingerprintSet(): FingerprintSet {
  const buckets = Array.from({ length: BUCKETS }, openBucket);
  const bucketOf = (digest: Buffer) => buckets[digest[0] ?? 0];
  return {
    add(name) {
      const digest = hash('sha256', name, 'buffer');
      return bucketOf(digest)?.add(markOf(digest)) === true;
    },
    has(name) {
      const digest = hash('sha256', name, 'buffer');
      return bucketOf(digest)?.has(markOf(digest)) === true;
    },
  };
}

/** 48 bits besides those of the bucket; never the mark of an empty slot. */
const markOf = (digest: Buffer): number => digest.readUIntBE(1, 6) + 1;

/**
 * Open addressing with at most half of the slots used. Each bucket grows by itself, which bounds the time of one
 * growth.
 */
function openBucket() {
  let slots = new Float64Array(SLOTS_FIRST);
  let taken = 0;

  const slotOf = (mark: number): number => {
    let slot = mark % slots.length;
    while (slots[slot] !== EMPTY && slots[slot] !== mark) slot = (slot + 1) % slots.length;
    return slot;
  };

  function grow(): void {
    const before = slots;
    slots = new Float64Array(before.length * 2);
    for (const mark of before) if (mark !== EMPTY) slots[slotOf(mark)] = mark;
  }

  return {
    add(mark: number): boolean {
      const slot = slotOf(mark);
      if (slots[slot] === mark) return false;
      slots[slot] = mark;
      taken += 1;
      if (taken * 2 > slots.length) grow();
      return true;
    },
    has: (mark: number): boolean => slots[slotOf(mark)] === mark,
  };
}
