// Checks a screen with text twice as large (WCAG 1.4.4, 1.4.10): nothing wider than the window, no cut or overlapping
// text, no covered controls.
//
// Always true: a row that scrolls sideways may be cut at its edge, and elements fixed to the window may cover scrolling
// content.

import type { Page } from 'playwright-core';

/** Enlarges the text of every later page, as the browser's own setting does. */
export async function enlargeText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (globalThis.top !== globalThis.self) return;
    const enlarge = (): void => document.documentElement?.style.setProperty('font-size', '200%');
    enlarge();
    // A parser that starts later replaces the root element.
    document.addEventListener('readystatechange', enlarge);
  });
}

/** Returns the faults of the current screen. */
export async function findLargeTextFaults(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const sideways = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`wider than the window by ${scrollWidth - clientWidth}`] : [];
  });
  return [...sideways, ...(await page.evaluate(findCutText)), ...(await page.evaluate(findOverlaps))];
}

function findCutText(): string[] {
  const ROUNDING_PX = 2;
  const isNoText = (part: Element): boolean => part.closest('script, style, noscript, svg, option, [inert]') !== null;
  const cutBy = (rect: DOMRect, part: Element): Element | 'window' | undefined => {
    for (let at: Element | null = part; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, display, position } = getComputedStyle(at);
      if (overflowX === 'auto' || overflowX === 'scroll') return undefined;
      const box = at.getBoundingClientRect();
      // Visible to screen readers only.
      if (box.width <= 1) return undefined;
      const isBeside = rect.right > box.right + ROUNDING_PX || rect.left < box.left - ROUNDING_PX;
      // The letters are in the middle of their line.
      const letters = rect.height / 4;
      const isAbove = rect.top + letters < box.top || rect.bottom - letters > box.bottom;
      const hides = display !== 'inline' && ['hidden', 'clip'].includes(overflowX);
      if (hides && (isBeside || (isAbove && overflowY !== 'auto'))) return at;
      if (position === 'fixed') break;
    }
    return rect.right > innerWidth + ROUNDING_PX || rect.left < -ROUNDING_PX ? 'window' : undefined;
  };
  const faults: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const part = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!part || text === '' || isNoText(part) || !part.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const cut = [...range.getClientRects()].map((rect) => cutBy(rect, part)).find((by) => by !== undefined);
    if (cut) faults.push(`“${text}” is cut by ${cut === 'window' ? cut : cut.className}`);
  }
  return faults;
}

function findOverlaps(): string[] {
  const ROUNDING_PX = 2;
  type Place = {
    part: Element;
    text: string;
    layer: Element;
    left: number;
    right: number;
    top: number;
    bottom: number;
  };
  const findLayer = (part: Element): Element => {
    for (let at: Element | null = part; at; at = at.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return at;
    }
    return document.body;
  };
  /** The visible part; scrolling rows hide the remainder. */
  const clipToScrollers = (part: Element, { left, right, top, bottom }: DOMRect): Place => {
    const text = (part.ariaLabel ?? part.textContent ?? '').trim();
    const place = { part, text, layer: findLayer(part), left, right, top, bottom };
    for (let at = part.parentElement; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflowX === 'visible') continue;
      const box = at.getBoundingClientRect();
      place.left = Math.max(place.left, box.left);
      place.right = Math.min(place.right, box.right);
      place.top = Math.max(place.top, box.top);
      place.bottom = Math.min(place.bottom, box.bottom);
    }
    return place;
  };
  const visible = (selector: string): Element[] =>
    [...document.querySelectorAll(selector)].filter(
      (part) => part.checkVisibility({ visibilityProperty: true }) && !part.closest('svg, [inert]'),
    );
  const controls = visible('a[href], button, input, select, textarea').map((part) =>
    clipToScrollers(part, part.getBoundingClientRect()),
  );
  const hasText = (part: Element): boolean =>
    [...part.childNodes].some(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim() !== '');
  const texts = visible('body :not(script, style, noscript, option)')
    .filter(hasText)
    .flatMap((part) => [...part.getClientRects()].map((rect) => clipToScrollers(part, rect)));
  // A heart in the corner of a picture is intended.
  const contains = (whole: Place, corner: Place): boolean =>
    corner.left >= whole.left &&
    corner.right <= whole.right &&
    corner.top >= whole.top &&
    corner.bottom <= whole.bottom;
  const overlaps = (one: Place, other: Place, depth: number): boolean =>
    one.layer === other.layer &&
    !one.part.contains(other.part) &&
    !other.part.contains(one.part) &&
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > ROUNDING_PX &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > depth;
  const pairs = (places: readonly Place[], depthOf: (place: Place) => number, mayHold = false): string[] =>
    places.flatMap((one, index) =>
      places
        .slice(index + 1)
        .filter((other) => !mayHold || !(contains(one, other) || contains(other, one)))
        .filter((other) => overlaps(one, other, Math.min(depthOf(one), depthOf(other))))
        .map((other) => `“${one.text}” and “${other.text}” lie on each other`),
    );
  // Lines of large figures are closer together than their letters' boxes.
  return [...pairs(controls, () => ROUNDING_PX, true), ...pairs(texts, ({ top, bottom }) => (bottom - top) / 3)];
}
