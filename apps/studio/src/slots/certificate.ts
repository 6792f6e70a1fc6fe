// The certified report of a title: exact return, shares and probabilities, with a simulation.
//
// Always true: a report names the hashes of the definition and of the engine that it was counted with; the stated
// return is the exact one, rounded to two decimals.
//
// Elsewhere: the count (exact.ts), the simulation (simulation.ts), the command (scripts/games.ts), files (certified/).

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

import type { Exact } from './exact.ts';
import { decimals, type Fraction, percentText, toNumber } from './fraction.ts';
import type { Simulated } from './simulation.ts';
import { PAY_MAX, PARTS_OF_STAKE, type SlotTitle } from './title.ts';

export type Certificate = {
  readonly gameCode: string;
  readonly revision: number;
  readonly definition: string;
  readonly engine: string;
  readonly method: Exact['method'];
  /** The stated return, in percent. */
  readonly returnPercent: string;
  readonly exact: { readonly numerator: string; readonly denominator: string; readonly percent: string };
  /** Shares of the return, in percent of the stake. */
  readonly parts: Readonly<Record<keyof Exact['parts'], string>>;
  /** One in so many paid spins; absent where the title has no such feature. */
  readonly oneIn: Readonly<Partial<Record<keyof Exact['chances'], number>>>;
  readonly windowsMax: number;
  readonly volatility: Volatility;
  readonly simulated: {
    readonly rounds: number;
    readonly seed: string;
    readonly workers: number;
    readonly percent: string;
    readonly standardErrorPercent: string;
    readonly standardErrorsAway: number;
    readonly interval99: { readonly from: string; readonly to: string };
    readonly sigma: number;
    readonly payingPercent: string;
    readonly gainingPercent: string;
    /** Largest simulated payout, in stakes. */
    readonly largest: number;
    /** One in so many rounds; an upper bound of 95 % where none occurred. */
    readonly oneIn100: number;
    readonly oneIn1000: number;
    readonly isIn1000Bound: boolean;
    readonly capped: number;
  };
  /** A spin pays at most so many stakes. */
  readonly capTimes: number;
};

export type Volatility = 1 | 2 | 3 | 4 | 5;

const FOLDER = join(import.meta.dirname, 'certified');
/** Files that decide what a round pays. */
const ENGINE = ['title.ts', 'lines.ts', 'compile.ts', 'board.ts', 'play.ts'];
const SIGMAS: readonly number[] = [4, 7, 11, 16];
const Z_99 = 2.575_829;
/** The upper bound of 95 % for an event without occurrence in n rounds is 3 ÷ n. */
const NONE_BOUND = 3;

/** Bounds of the exact return of a title. */
const RETURN_PERCENT = [95.5, 96.5] as const;

/** Exact and simulated returns may differ by so many standard errors. */
export const STANDARD_ERRORS_MAX = 3.5;

export function makeCertificate(title: SlotTitle, exact: Exact, simulated: Simulated, run: Run): Certificate {
  const { total, parts, chances } = exact;
  return {
    gameCode: title.gameCode,
    revision: title.revision,
    definition: definitionHash(title),
    engine: engineHash(),
    method: exact.method,
    returnPercent: percentText(total),
    exact: {
      numerator: String(total.numerator),
      denominator: String(total.denominator),
      percent: percentText(total, 4),
    },
    parts: mapValues(parts, (part) => percentText(part, 4)),
    oneIn: Object.fromEntries(
      Object.entries(chances).flatMap(([name, chance]) =>
        chance.numerator === 0n ? [] : [[name, Math.round(1 / toNumber(chance))]],
      ),
    ),
    windowsMax: exact.windowsMax,
    volatility: classifyVolatility(simulated.sigma),
    simulated: describeSimulated(total, simulated, run),
    capTimes: PAY_MAX / PARTS_OF_STAKE,
  };
}

/** The certificate with another simulation of the same definition and engine: its exact count stays. */
export function withSimulation(certificate: Certificate, simulated: Simulated, run: Run): Certificate {
  const { numerator, denominator } = certificate.exact;
  const total = { numerator: BigInt(numerator), denominator: BigInt(denominator) };
  return {
    ...certificate,
    volatility: classifyVolatility(simulated.sigma),
    simulated: describeSimulated(total, simulated, run),
  };
}

type Run = { readonly seed: string; readonly workers: number };

function describeSimulated(total: Fraction, simulated: Simulated, run: Run): Certificate['simulated'] {
  const percent = (share: number, digits = 4): string => decimals(share * 100, digits);
  const { returned, standardError, rounds } = simulated;
  const oneIn = (share: number): number => Math.round(1 / (share === 0 ? NONE_BOUND / rounds : share));
  return {
    rounds,
    ...run,
    percent: percent(returned),
    standardErrorPercent: percent(standardError),
    standardErrorsAway: Number(decimals(standardErrorsAway(total, simulated), 2)),
    interval99: {
      from: percent(returned - Z_99 * standardError),
      to: percent(returned + Z_99 * standardError),
    },
    sigma: Number(decimals(simulated.sigma, 2)),
    payingPercent: percent(simulated.paying, 2),
    gainingPercent: percent(simulated.gaining, 2),
    largest: simulated.largest,
    oneIn100: oneIn(simulated.from100),
    oneIn1000: oneIn(simulated.from1000),
    isIn1000Bound: simulated.from1000 === 0,
    capped: simulated.capped,
  };
}

/** Differences between a title and its certificate; an exact count is compared where one is given. */
export function findMismatches(title: SlotTitle, certificate: Certificate, exact?: Exact): string[] {
  const { total } = exact ?? {};
  const { numerator, denominator, percent } = certificate.exact;
  const share = Number(percent);
  return [
    ...(certificate.revision === title.revision ? [] : ['revision']),
    ...(certificate.definition === definitionHash(title) ? [] : ['definition']),
    ...(certificate.engine === engineHash() ? [] : ['engine']),
    ...(total && (String(total.numerator) !== numerator || String(total.denominator) !== denominator)
      ? ['exact return']
      : []),
    ...(share >= RETURN_PERCENT[0] && share <= RETURN_PERCENT[1] ? [] : ['range of the return']),
    ...(certificate.simulated.standardErrorsAway <= STANDARD_ERRORS_MAX ? [] : ['simulation']),
  ];
}

export function standardErrorsAway(exact: Fraction, { returned, standardError }: Simulated): number {
  return Math.abs(returned - toNumber(exact)) / standardError;
}

export function classifyVolatility(sigma: number): Volatility {
  return (SIGMAS.filter((limit) => sigma >= limit).length + 1) as Volatility;
}

/** Hash of the fields that decide payouts, without the look. */
function definitionHash({ gameCode, revision, grid, wild, base, free, pays, features, look }: SlotTitle): string {
  const letters = Object.keys(look.symbols);
  return sha256(JSON.stringify({ gameCode, revision, grid, wild, letters, base, free, pays, features }));
}

/** Hash of the engine's code without types, comments and white space. */
function engineHash(): string {
  const code = ENGINE.map((file) => stripTypeScriptTypes(readFileSync(join(import.meta.dirname, file), 'utf8')));
  return sha256(
    code
      .join('\n')
      .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
      .replaceAll(/\s+|,(?=\s*[)\]}])/g, ''),
  );
}

export function certificatePath(gameCode: string): string {
  return join(FOLDER, `${gameCode}.json`);
}

export function readCertificate(gameCode: string): Certificate {
  return JSON.parse(readFileSync(certificatePath(gameCode), 'utf8')) as Certificate;
}

function mapValues<Key extends string, From, To>(
  from: Readonly<Record<Key, From>>,
  to: (value: From) => To,
): Record<Key, To> {
  return Object.fromEntries(Object.entries<From>(from).map(([key, value]) => [key, to(value)])) as Record<Key, To>;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
