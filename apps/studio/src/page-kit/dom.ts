// Creates DOM elements in one line each, and marks a page whose letters are large by the browser's setting.

type Child = Node | string | undefined;
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element with attributes and children; false and undefined attributes are left out. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(key, value === true ? '' : String(value));
  }
  for (const child of children) {
    if (child !== undefined) element.append(child);
  }
  return element;
}

/** A line icon of 24 by 24 units. */
export function icon(paths: string): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', paths);
  svg.append(path);
  return svg;
}

export function button(className: string, label: string, onClick: () => void, ...children: readonly Child[]) {
  const made = el('button', { type: 'button', class: className, 'aria-label': label }, ...children);
  made.addEventListener('click', onClick);
  return made;
}

export const icons = {
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  minus: 'M6 12h12',
  plus: 'M6 12h12M12 6v12',
  spin: 'M20 12a8 8 0 1 1-2.3-5.6L20 8.7M20 3.5v5.2h-5.2',
  table: 'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM4 9.5h16M10 4v16',
  history: 'M4 12a8 8 0 1 0 2.4-5.7L4 8.7M4 4v4.7h4.7M12 7.5V12l3.2 2',
  soundOff: 'M11 5L6.5 9H3.5v6h3L11 19ZM16 9.5l5 5M21 9.5l-5 5',
  soundOn: 'M11 5L6.5 9H3.5v6h3L11 19ZM15.5 9a4.2 4.2 0 0 1 0 6M18.3 6.3a8 8 0 0 1 0 11.4',
  undo: 'M4.5 9.5h9.2a5.3 5.3 0 0 1 0 10.6H9M8.6 5.3L4.4 9.5l4.2 4.2',
  cards:
    'M4.5 6.5l8.6-2.3a1 1 0 0 1 1.2.7l3.1 11.6a1 1 0 0 1-.7 1.2L8.1 20a1 1 0 0 1-1.2-.7L3.8 7.7a1 1 0 0 1 .7-1.2ZM15.5 4.5h4a1 1 0 0 1 1 1V17a1 1 0 0 1-1 1',
  shield: 'M12 3l7.5 3v5.5c0 4.7-3.2 8-7.5 9.5-4.3-1.5-7.5-4.8-7.5-9.5V6ZM8.8 12l2.3 2.3 4.2-4.6',
} as const;

// Tests of single functions run without a document.
const textPx = 'document' in globalThis ? Number.parseInt(getComputedStyle(document.documentElement).fontSize, 10) : 0;
if (textPx > 18) document.documentElement.classList.add('large-text');
