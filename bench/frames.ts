// Frame and main-thread times of a page on a processor slowed four times, separated from other load of the machine.
//
// Figures of a phone whose processor is four times slower. Frames: time between two animation frames; a busy machine
// lengthens it. Still: the same of a page that only counts its frames, in the same browser just before; it shows the
// share of the machine. Work: thread time of the page's main thread for one frame, times four; other threads do not
// count. Task: thread time of the longest uninterrupted task. A delayed frame includes work done meanwhile, a task does
// not.

import type { Browser, Page } from 'playwright-core';

/** Slowdown factor of the processor. */
export const PROCESSOR = 4;
const STILL_MS = 2_000;

export type Frames = { readonly most: number; readonly longest: number };
export type Work = { readonly frame: number; readonly task: number };

type TraceEvent = {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
};

/** Frame times during an action, in milliseconds. */
export async function measureFrames(page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(`(() => {
    const taken = (window.taken = []);
    let last = performance.now();
    const look = (now) => {
      taken.push(now - last);
      last = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })()`);
  await act();
  const taken = await page.evaluate<number[]>('window.taken');
  const sorted = taken.slice(1).toSorted((one, other) => one - other);
  return { most: roundToTenths(sorted[Math.floor(sorted.length * 0.95)]), longest: roundToTenths(sorted.at(-1)) };
}

/** Frame times of an idle page at the same slowdown. */
export async function measureIdleFrames(browser: Browser): Promise<Frames> {
  const page = await browser.newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR });
  const frames = await measureFrames(page, () => page.waitForTimeout(STILL_MS));
  await page.close();
  return frames;
}

/**
 * The most that the page's main thread computed for one frame, and at one go, while this was done, on the slow
 * processor.
 */
export async function measureWork(browser: Browser, page: Page, act: () => Promise<void>): Promise<Work> {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] };
  const works = listMainThreads(traceEvents).map(computeThreadWork);
  const most = (part: 'frames' | 'tasks'): number =>
    roundToTenths(Math.max(0, ...works.flatMap((work) => work[part])) * PROCESSOR);
  return { frame: most('frames'), task: most('tasks') };
}

/** Events of each renderer's main thread, in order. */
function listMainThreads(events: readonly TraceEvent[]): (readonly TraceEvent[])[] {
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  return threads.map(({ pid, tid }) =>
    events.filter((event) => event.pid === pid && event.tid === tid).toSorted((one, other) => one.ts - other.ts),
  );
}

/** Milliseconds of a thread up to each frame's end and in each task. A frame ends in the task that commits it. */
function computeThreadWork(events: readonly TraceEvent[]): { readonly frames: number[]; readonly tasks: number[] } {
  const commits = events.filter(({ name }) => name === 'Commit').map(({ ts }) => ts);
  const tasks = events.filter(({ name }) => name === 'RunTask');
  const frames: number[] = [];
  let work = 0;
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    work += tdur / 1_000;
    if (!commits.some((at) => at >= ts && at < ts + dur)) continue;
    frames.push(work);
    work = 0;
  }
  return { frames, tasks: commits.length === 0 ? [] : tasks.map(({ tdur = 0 }) => tdur / 1_000) };
}

function roundToTenths(ms: number | undefined): number {
  return Math.round((ms ?? 0) * 10) / 10;
}
