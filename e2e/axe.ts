// Runs axe on a page and its frames.
//
// Always true: the script is sent to a document once, because sending costs as much as a run. Results of frames are
// merged into the page's; an inaccessible frame fails the test.

import { readFileSync } from 'node:fs';

import type * as Axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

export type AxeOptions = {
  /** Rules or tags; all rules of axe by default. */
  readonly runOnly?: { readonly type: 'tag' | 'rule'; readonly values: readonly string[] };
  /** Checks the page without its frames. */
  readonly isWithoutFrames?: boolean;
};

type WithAxe = { readonly axe: typeof Axe };

const script = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Returns the violated rules, each with its elements. */
export async function findViolations(
  page: Page,
  { runOnly, isWithoutFrames = false }: AxeOptions = {},
): Promise<readonly Axe.Result[]> {
  await endTransitions(page);
  const options: Axe.RunOptions = {
    resultTypes: ['violations'],
    ...(runOnly && { runOnly: { type: runOnly.type, values: [...runOnly.values] } }),
  };
  if (isWithoutFrames || page.frames().length === 1) {
    await injectAxe(page.mainFrame());
    // The default waits half a second for each frame without a response.
    return page.evaluate(
      async (runOptions) => {
        const { axe } = globalThis as unknown as WithAxe;
        return (await axe.run(document, runOptions)).violations;
      },
      { ...options, iframes: false },
    );
  }
  const partials = await runPartials(page.mainFrame(), { exclude: [] }, options);
  return page.evaluate(
    async ([found, runOptions]) => {
      const { axe } = globalThis as unknown as WithAxe;
      return (await axe.finishRun(JSON.parse(found) as Axe.PartialResults, runOptions)).violations;
    },
    [`[${partials.join()}]`, options] as const,
  );
}

/** A colour that is still fading, such as that of a button that became enabled, has another contrast. */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  });
}

/** Results of a frame and then of its child frames, serialised as axe expects, because they are large. */
async function runPartials(frame: Frame, context: object, options: Axe.RunOptions): Promise<string[]> {
  await injectAxe(frame);
  const [inner, own] = await frame.evaluate(
    async ([where, runOptions]) => {
      const { axe } = globalThis as unknown as WithAxe;
      const place = where as Axe.ElementContext;
      return [axe.utils.getFrameContexts(place), JSON.stringify(await axe.runPartial(place, runOptions))] as const;
    },
    [context, options] as const,
  );
  const partials = [own];
  for (const { frameSelector, frameContext } of inner) {
    const element = await frame.evaluateHandle((selector) => {
      const { axe } = globalThis as unknown as WithAxe;
      return axe.utils.shadowSelect(selector);
    }, frameSelector);
    const child = await element.asElement()?.contentFrame();
    partials.push(...(child ? await runPartials(child, frameContext, options) : ['null']));
  }
  return partials;
}

async function injectAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => !('axe' in globalThis))) await frame.evaluate(script);
}
