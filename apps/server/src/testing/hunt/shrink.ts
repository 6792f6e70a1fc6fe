// Shrinks a story to the rows that its finding needs: rows are left out as long as the same kind of finding remains.
//
// Always true: the shrunk story is a part of the told one in the same order, and was replayed as it is answered.
//
// Elsewhere: replaying (stage.ts).

import type { FindingKind } from './facts.ts';
import type { Row } from './rows.ts';
import type { Stage, Telling } from './stage.ts';

const REPLAYS_MAX = 160;

/** The shortest story that was found, and the last telling of it. */
export async function shrink(
  stage: Stage,
  told: Telling,
  kind: FindingKind,
): Promise<{ readonly telling: Telling; readonly rows: readonly Row[]; readonly replays: number }> {
  let best = { telling: told, rows: told.told.map(({ row }) => row) };
  let replays = 0;
  const tryRows = async (rows: readonly Row[]): Promise<boolean> => {
    replays += 1;
    const telling = await stage.replay(rows);
    if (telling.finding?.kind !== kind) return false;
    // Rows after the finding were never told.
    best = { telling, rows: telling.finding && telling.told.length > 0 ? telling.told.map(({ row }) => row) : [...rows] };
    return true;
  };
  for (let size = Math.ceil(best.rows.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    let isShorter = true;
    while (isShorter && replays < REPLAYS_MAX) {
      isShorter = false;
      for (let start = best.rows.length - size; start > -size && replays < REPLAYS_MAX; start -= size) {
        const from = Math.max(0, start);
        const rows = [...best.rows.slice(0, from), ...best.rows.slice(start + size)];
        if (rows.length < best.rows.length && (await tryRows(rows))) isShorter = true;
      }
      if (size > 1) break;
    }
  }
  return { ...best, replays };
}
