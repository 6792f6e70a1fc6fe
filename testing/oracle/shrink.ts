// Shrinks a story to the rows that its finding needs: rows are removed as long as the same finding remains.
//
// Always true: the shrunk story is a subsequence of the original and was replayed as returned.
//
// Elsewhere: replaying (story-runner.ts).

import type { Finding, FindingKind } from './facts.ts';
import type { StoryRunner, StoryRun } from './story-runner.ts';

const REPLAYS_MAX = 160;

/** Returns the shortest story with a finding of this kind and cause. */
export async function shrink(
  runner: StoryRunner,
  storyRun: StoryRun,
  { kind, cause }: Finding,
  muted: readonly FindingKind[],
): Promise<StoryRun> {
  let best = storyRun;
  let replays = 0;
  /** Tries to remove this many rows at a time, from the end to the beginning; returns whether any was removed. */
  async function leaveOut(size: number): Promise<boolean> {
    let isShorter = false;
    for (let start = best.played.length - size; start > -size && replays < REPLAYS_MAX; start -= size) {
      const rows = best.played.map(({ row }) => row);
      rows.splice(Math.max(0, start), size + Math.min(0, start));
      replays += 1;
      const replayed = await runner.replay(rows, muted);
      if (replayed.finding?.kind !== kind || replayed.finding.cause !== cause) continue;
      best = replayed;
      isShorter = true;
    }
    return isShorter;
  }
  for (let size = Math.ceil(storyRun.played.length / 2); size > 1; size = Math.ceil(size / 2)) await leaveOut(size);
  while ((await leaveOut(1)) && replays < REPLAYS_MAX);
  return best;
}
