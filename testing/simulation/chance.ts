// A seeded random generator: one seed gives one sequence.

export class SimulationRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed ^ 0x9e_37_79_b9) >>> 0;
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

  one<Value>(list: readonly Value[]): Value {
    const chosen = list[Math.floor(this.next() * list.length)];
    if (chosen === undefined) throw new Error('the list to choose from is not empty');
    return chosen;
  }
}
