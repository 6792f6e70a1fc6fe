// Frame and main-thread times of a page on a processor slowed four times, separated from other load of the machine.
//
// Figures of a phone whose processor is four times slower. Frames: time between two animation frames; a busy machine
// lengthens it. Still: the same of a page that only counts its frames, in the same browser just before; it shows the
// share of the machine. Work: thread time of the page's main thread for one frame, times four; other threads do not
// count. Task: thread time of the longest uninterrupted task. A delayed frame includes work done meanwhile, a task does
// not. Collections that the browser runs in tasks of its own, some seconds after a page has become quiet (V8's memory
// reducer), are stated apart. Collections within a task of the page count.

import type { Browser, Page } from 'playwright-core';

/** Slowdown factor of the processor. */
export const PROCESSOR = 4;
const STILL_MS = 2_000;
const PARTS_PRINTED = 7;
/** Tasks of a collection, and their share of a task that does nothing else. */
const COLLECTION = /^(MajorGC|V8\.GC_MC_INCREMENTAL|CppGC\.SweepInLowPriorityTask)$/;
const COLLECTION_SHARE = 0.8;

export type Frames = { readonly most: number; readonly longest: number };
/** In milliseconds; with the largest parts of the frame with the most work. */
export type Work = {
  readonly frame: number;
  readonly task: number;
  /** The longest task of the browser's own garbage collection. */
  readonly collection: number;
  readonly parts: string;
};

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
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'cppgc'],
  });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] };
  const works = listMainThreads(traceEvents).map(computeThreadWork);
  const frames = works.flatMap((work) => work.frames).toSorted((one, other) => other.ms - one.ms);
  const longest = (tasks: 'tasks' | 'collections'): number =>
    roundToTenths(Math.max(0, ...works.flatMap((work) => work[tasks])) * PROCESSOR);
  return {
    frame: roundToTenths((frames[0]?.ms ?? 0) * PROCESSOR),
    task: longest('tasks'),
    collection: longest('collections'),
    parts: describeParts(frames[0]?.events ?? []),
  };
}

/** Events of each renderer's main thread, in order. */
function listMainThreads(events: readonly TraceEvent[]): (readonly TraceEvent[])[] {
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  return threads.map(({ pid, tid }) =>
    events.filter((event) => event.pid === pid && event.tid === tid).toSorted((one, other) => one.ts - other.ts),
  );
}

type Frame = { readonly ms: number; readonly events: readonly TraceEvent[] };
type ThreadWork = { readonly frames: Frame[]; readonly tasks: number[]; readonly collections: number[] };

/** Milliseconds of a thread up to each frame's end and in each task. A frame ends in the task that commits it. */
function computeThreadWork(events: readonly TraceEvent[]): ThreadWork {
  const commits = events.filter(({ name }) => name === 'Commit').map(({ ts }) => ts);
  const work: ThreadWork = { frames: [], tasks: [], collections: [] };
  if (commits.length === 0) return work;
  let [sum, from] = [0, 0];
  for (const { ts, dur = 0, tdur = 0 } of events.filter(({ name }) => name === 'RunTask')) {
    if (isCollection(events, { ts, dur, tdur })) {
      work.collections.push(tdur / 1_000);
      continue;
    }
    work.tasks.push(tdur / 1_000);
    sum += tdur / 1_000;
    if (!commits.some((at) => at >= ts && at < ts + dur)) continue;
    work.frames.push({ ms: sum, events: events.filter((event) => event.ts >= from && event.ts < ts + dur) });
    [sum, from] = [0, ts + dur];
  }
  return work;
}

/** Whether a task does nothing but a part of a collection. */
function isCollection(
  events: readonly TraceEvent[],
  { ts, dur, tdur }: { readonly ts: number; readonly dur: number; readonly tdur: number },
): boolean {
  const collected = events
    .filter((event) => COLLECTION.test(event.name) && event.ts >= ts && event.ts < ts + dur)
    .reduce((sum, event) => sum + (event.tdur ?? 0), 0);
  return collected > tdur * COLLECTION_SHARE;
}

/** The parts of a frame by name, the largest first; a part includes the parts that it calls. */
function describeParts(events: readonly TraceEvent[]): string {
  const sums = new Map<string, number>();
  for (const { name, tdur = 0 } of events) {
    if (name !== 'RunTask') sums.set(name, (sums.get(name) ?? 0) + (tdur * PROCESSOR) / 1_000);
  }
  const largest = [...sums].toSorted(([, one], [, other]) => other - one).slice(0, PARTS_PRINTED);
  return largest.map(([name, ms]) => `${name} ${roundToTenths(ms)}`).join(', ');
}

function roundToTenths(ms: number | undefined): number {
  return Math.round((ms ?? 0) * 10) / 10;
}
