// Checks at 99 % that draws follow their weights: the frequency of each field (chi-square), the frequency of field
// pairs (serial), and the number of changes between wins and blanks (runs).
//
// Always true: draws are only counted, so ten million need constant memory.

/** The 99 % point of the standard normal distribution, one-sided and two-sided. */
const Z_ONE_SIDED = 2.326;
const Z_TWO_SIDED = 2.576;

type Verdict = { readonly name: string; readonly ok: boolean; readonly value: string };

export class DrawStatistics {
  readonly #shares: readonly number[];
  readonly #blanks: ReadonlySet<number>;
  readonly #counts: Float64Array;
  readonly #pairs: Float64Array;
  #runs = 1;
  #last = -1;
  #draws = 0;

  constructor(weights: readonly number[], blanks: readonly number[]) {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    this.#shares = weights.map((weight) => weight / total);
    this.#blanks = new Set(blanks);
    this.#counts = new Float64Array(weights.length);
    this.#pairs = new Float64Array(weights.length ** 2);
  }

  add(index: number): void {
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    // Pairs do not overlap, so that they are independent.
    if (this.#draws % 2 === 1) {
      const pair = this.#last * this.#shares.length + index;
      this.#pairs[pair] = (this.#pairs[pair] ?? 0) + 1;
    }
    if (this.#last >= 0 && this.#blanks.has(this.#last) !== this.#blanks.has(index)) this.#runs += 1;
    this.#last = index;
    this.#draws += 1;
  }

  verdicts(): Verdict[] {
    const size = this.#shares.length;
    const share = (index: number): number => this.#shares[index] ?? 0;
    const pairs = Math.floor(this.#draws / 2);
    return [
      evaluate(
        'chi-square',
        chiSquare(this.#counts, (index) => this.#draws * share(index)),
        size - 1,
      ),
      evaluate(
        'serial',
        chiSquare(this.#pairs, (at) => pairs * share(Math.floor(at / size)) * share(at % size)),
        size * size - 1,
      ),
      this.#evaluateRuns(),
    ];
  }

  #evaluateRuns(): Verdict {
    const blanks = [...this.#blanks].reduce((sum, index) => sum + (this.#counts[index] ?? 0), 0);
    const mean = (2 * blanks * (this.#draws - blanks)) / this.#draws + 1;
    const deviation = Math.sqrt(((mean - 1) * (mean - 2)) / (this.#draws - 1));
    const z = (this.#runs - mean) / deviation;
    return { name: 'runs', ok: Math.abs(z) < Z_TWO_SIDED, value: `z = ${hundredths(z)}` };
  }
}

function chiSquare(seen: Float64Array, expected: (index: number) => number): number {
  return seen.reduce((sum, count, index) => sum + (count - expected(index)) ** 2 / expected(index), 0);
}

// Wilson–Hilferty: the cube root of chi-square over its degrees of freedom is nearly normal.
function evaluate(name: string, value: number, freedom: number): Verdict {
  const spread = 2 / (9 * freedom);
  const limit = freedom * (1 - spread + Z_ONE_SIDED * Math.sqrt(spread)) ** 3;
  return { name, ok: value < limit, value: `${hundredths(value)} below ${hundredths(limit)}` };
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;
