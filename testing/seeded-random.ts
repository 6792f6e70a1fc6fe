// A seeded random generator: one seed gives one sequence.

export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed, 0x9e_37_79_b1) ^ 0x2c_1b_3c_6d) >>> 0;
  }

  /** Returns a number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) >>> 0;
    const state = this.#state;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns an integer from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  is(share: number): boolean {
    return this.next() < share;
  }

  pick<Value>(list: readonly Value[]): Value {
    if (list.length === 0) throw new Error('a list to pick from is empty');
    return list[Math.floor(this.next() * list.length)] as Value;
  }

  /** Returns the key of one weighted choice. */
  pickWeighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
    const entries = Object.entries(weights) as [Key, number][];
    const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
    let left = this.next() * total;
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    return this.pick(entries)[0];
  }

  shuffle<Value>(list: readonly Value[]): Value[] {
    const rest = [...list];
    const shuffled: Value[] = [];
    while (rest.length > 0) shuffled.push(...rest.splice(Math.floor(this.next() * rest.length), 1));
    return shuffled;
  }
}
