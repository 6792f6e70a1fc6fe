// Proposes pays for a target return: the table of a title is scaled, rounded and counted again. The author copies a
// proposal into the title.

import { countReturn, type Exact } from './exact.ts';
import { decimals, percentText, toNumber } from './fraction.ts';
import { simulate, summarise, xoshiro } from './simulation.ts';
import type { PayTable, SlotTitle } from './title.ts';

const ATTEMPTS = 5;
/** Maximum distance of a proposal below its target. */
const TOLERANCE_PERCENT = 0.2;
const ROUNDS = 1_000_000;
const NUDGES = 8;

type Fit = { readonly title: SlotTitle; readonly exact: Exact };

/** The title with pays for a return close to the target. */
export function fitPays(title: SlotTitle, targetPercent: number): Fit {
  let proposed = title;
  let exact = countReturn(title);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const percent = toNumber(exact.total) * 100;
    if (percent <= targetPercent && percent > targetPercent - TOLERANCE_PERCENT) break;
    // Prizes of scatters and hold-and-spin are fixed; the pay table makes up the difference.
    const fixed = (toNumber(exact.parts.scatters) + toNumber(exact.parts.holdAndSpin)) * 100;
    const factor = (targetPercent - TOLERANCE_PERCENT / 2 - fixed) / (percent - fixed);
    proposed = { ...proposed, pays: { ...proposed.pays, table: scaled(proposed.pays.table, factor) } };
    exact = countReturn(proposed);
  }
  return exact.method === 'closed' ? nudge({ title: proposed, exact }, targetPercent) : { title: proposed, exact };
}

/** Moves single pays by one step while that brings the return closer to the middle of the tolerance. */
function nudge(from: Fit, targetPercent: number): Fit {
  const away = ({ exact }: Fit): number =>
    Math.abs(toNumber(exact.total) * 100 - targetPercent + TOLERANCE_PERCENT / 2);
  let best = from;
  for (let round = 0; round < NUDGES && away(best) > TOLERANCE_PERCENT / 2; round += 1) {
    const start = best;
    for (const changed of neighbours(start.title)) {
      const fit = { title: changed, exact: countReturn(changed) };
      if (away(fit) < away(best)) best = fit;
    }
    if (best === start) break;
  }
  return best;
}

/** Titles with one pay of the shortest or second run changed by a step. */
function neighbours(title: SlotTitle): SlotTitle[] {
  return Object.entries(title.pays.table).flatMap(([letter, pays]) =>
    pays.slice(0, 2).flatMap((pay, place) =>
      [-1, 1].flatMap((sign) => {
        const changed = pays.with(place, pay + sign * stepOf(pay));
        if (pay === 0 || changed.some((amount, index) => amount < (changed[index - 1] ?? 1))) return [];
        return [{ ...title, pays: { ...title.pays, table: { ...title.pays.table, [letter]: changed } } }];
      }),
    ),
  );
}

/** Formats a proposal as text. */
export function describeFit({ title, exact }: Fit): string {
  const figures = summarise([simulate(title, ROUNDS, xoshiro('fit', 0))]);
  const percent = (share: number): string => decimals(share * 100, 2);
  const rows = Object.entries(title.pays.table).map(([letter, pays]) => `      ${letter}: [${pays.join(', ')}],`);
  return [
    `${title.gameCode}: ${percentText(exact.total, 4)} % (${Object.entries(exact.parts)
      .map(([name, part]) => `${name} ${percentText(part)}`)
      .join(', ')})`,
    `pays ${percent(figures.paying)} %, above the stake ${percent(figures.gaining)} %, σ ${decimals(figures.sigma, 2)}, free spins 1 in ${Math.round(1 / toNumber(exact.chances.freeSpins))}, largest ${figures.largest} ×, ${exact.windowsMax} windows`,
    ...rows,
  ].join('\n');
}

/** Small pays keep whole hundredths, large ones two digits. */
function scaled(table: PayTable, factor: number): PayTable {
  return Object.fromEntries(
    Object.entries(table).map(([letter, pays]) => [letter, pays.map((pay) => roundPay(pay * factor))]),
  );
}

function roundPay(pay: number): number {
  const step = stepOf(pay);
  return Math.round(pay / step) * step;
}

function stepOf(pay: number): number {
  return pay < 100 ? 1 : pay < 500 ? 5 : pay < 2_000 ? 10 : pay < 10_000 ? 50 : 500;
}
