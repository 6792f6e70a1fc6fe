// The certified report of a title: exact return, shares and probabilities, with a simulation.
//
// Always true: a report names the hashes of the definition and of the engine that it was counted with; the stated
// return is the exact one, rounded down to two decimals.
//
// Elsewhere: the count (exact.ts), the simulation (simulation.ts), the command (tools/games.ts), files (certified/).

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

import type { Exact } from './exact.ts';
import { decimals, type Fraction, percentText, toNumber } from './fraction.ts';
import type { Simulated } from './simulation.ts';
import { PAY_MAX, PARTS_OF_STAKE, type SlotTitle } from './title.ts';

export type Certificate = Readonly<ReturnType<typeof makeCertificate>>;
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

export function makeCertificate(
  title: SlotTitle,
  { total, parts, chances, method, windowsMax }: Exact,
  simulated: Simulated,
  run: { readonly seed: string; readonly workers: number },
) {
  const { rounds, returned, standardError } = simulated;
  const percent = (share: number, digits = 4): string => decimals(share * 100, digits);
  const oneIn = (share: number): number => Math.round(1 / (share === 0 ? NONE_BOUND / rounds : share));
  const possible = Object.entries(chances).filter(([, chance]) => chance.numerator > 0n);
  return {
    gameCode: title.gameCode,
    revision: title.revision,
    definition: definitionHash(title),
    engine: engineHash(),
    method,
    /** The stated return. */
    returnPercent: percentText(total),
    exact: {
      numerator: String(total.numerator),
      denominator: String(total.denominator),
      percent: percentText(total, 4),
    },
    /** Shares of the return, in percent of the stake. */
    parts: Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, percentText(part, 4)])),
    /** One in so many paid spins; absent where the title has no such feature. */
    oneIn: Object.fromEntries(possible.map(([name, chance]) => [name, oneIn(toNumber(chance))])),
    windowsMax,
    volatility: classifyVolatility(simulated.sigma),
    simulated: {
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
      /** Payout of a round with its free spins, in stakes. */
      largest: simulated.largest,
      /** One in so many rounds; an upper bound of 95 % where none occurred. */
      oneIn100: oneIn(simulated.from100),
      oneIn1000: oneIn(simulated.from1000),
      isIn1000Bound: simulated.from1000 === 0,
      capped: simulated.capped,
    },
    /** A spin pays at most so many stakes. */
    capTimes: PAY_MAX / PARTS_OF_STAKE,
  };
}

/** Differences between a title and its certificate; an exact count is compared where one is given. */
export function findMismatches(title: SlotTitle, certificate: Certificate, exact?: Exact): string[] {
  const { total } = exact ?? {};
  const { numerator, denominator, percent } = certificate.exact;
  const [least, most] = RETURN_PERCENT;
  const fits = {
    revision: certificate.revision === title.revision,
    definition: certificate.definition === definitionHash(title),
    engine: certificate.engine === engineHash(),
    'exact return': !total || (String(total.numerator) === numerator && String(total.denominator) === denominator),
    'range of the return': Number(percent) >= least && Number(percent) <= most,
    simulation: certificate.simulated.standardErrorsAway <= STANDARD_ERRORS_MAX,
  };
  return Object.entries(fits).flatMap(([name, isFitting]) => (isFitting ? [] : [name]));
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

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
