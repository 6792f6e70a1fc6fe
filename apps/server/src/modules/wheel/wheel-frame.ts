// The wheel in the browser: a page and its script for a frame with an opaque origin, and its content security policy.
//
// The embedding page transfers one end of a MessageChannel with the titles: postMessage({ titles, fonts? }, '*',
// [port]). The frame posts { type: 'ready' }, receives { type: 'show', index, isStill? } and posts { type: 'done' }. It
// has no storage, no token and no network, so fonts are passed as bytes; a title may have two lines, small above large.
//
// A site may name one script of a content host (spec §7). It runs after the wheel's own script, in the same frame.
//
// Always true: all other content comes from this server, and the frame receives no member data.

import { createHash } from 'node:crypto';

const STYLE =
  'html,body{margin:0;height:100%;background:transparent;overflow:hidden}svg{display:block;width:100%;height:100%}';

/** `scriptUrl`: the site's script of a content host; empty: none. Its failure does not stop the wheel. */
export const composeWheelMarkup = (scriptUrl: string): string => `<!doctype html>
<html lang="th">
<head>
<meta charset="utf-8">
<title>wheel</title>
<style>${STYLE}</style>
</head>
<body>
<svg id="wheel" viewBox="-110 -110 220 220" role="img"></svg>
<script src="/wheel-script/script"></script>
${scriptUrl === '' ? '' : `<script async src="${scriptUrl}" referrerpolicy="no-referrer"></script>\n`}</body>
</html>
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Sent with the markup: the origin is opaque even if the address is opened directly; only our pages may embed it. */
export function wheelPolicy(webOrigins: readonly string[], scriptUrl: string): string {
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    ["script-src 'self'", ...(scriptUrl === '' ? [] : [scriptUrl])].join(' '),
    `style-src 'sha256-${STYLE_HASH}'`,
    "base-uri 'none'",
    "form-action 'none'",
    ["frame-ancestors 'self'", ...webOrigins].join(' '),
  ].join('; ');
}

export const wheelScript = `'use strict';
(() => {
  const SVG = 'http://www.w3.org/2000/svg';
  const COLOURS = ['#6f1a45', '#1d2444', '#0d4c45', '#1d2444'];
  const GOLD = '#ecc26b';
  const TURNS = 4;
  const TURN_MS = 1300;
  const BULBS = 24;
  const RIM = 106;
  const EDGE = 91;
  const HUB = 28;
  const svg = document.getElementById('wheel');
  const disc = document.createElementNS(SVG, 'g');
  let port;
  let count = 1;
  let at = 0;
  let families = 'sans-serif';

  function add(parent, name, attributes) {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
    parent.append(node);
    return node;
  }

  const place = (angle, radius) =>
    [Math.sin(angle) * radius, -Math.cos(angle) * radius].map((number) => Math.round(number * 100) / 100);
  const point = (angle, radius) => place(angle, radius).join(' ');

  function metal(id) {
    const gradient = add(svg, 'linearGradient', { id, x1: 0, y1: 0, x2: 0, y2: 1 });
    [[0, '#fff0c4'], [0.45, '#ebc06a'], [1, '#a8742a']].forEach(([offset, colour]) => {
      add(gradient, 'stop', { offset, 'stop-color': colour });
    });
  }

  function drawRim() {
    add(svg, 'circle', { r: RIM, fill: '#0e0912', stroke: 'url(#metal)', 'stroke-width': 1.6 });
    for (let bulb = 0; bulb < BULBS; bulb += 1) {
      const [cx, cy] = place((bulb * 2 * Math.PI) / BULBS, (RIM + EDGE) / 2);
      const isBright = bulb % 2 === 0;
      add(svg, 'circle', { cx, cy, r: 3.6, fill: isBright ? '#ffe9b0' : '#b07f35', opacity: 0.2 });
      add(svg, 'circle', { cx, cy, r: 1.8, fill: isBright ? '#fff3d0' : '#b07f35' });
    }
  }

  function drawSector(title, index) {
    const share = (2 * Math.PI) / count;
    const degrees = (index * 360) / count;
    const size = Math.min(1, 9 / count);
    const half = count === 1 ? 0.49999 : 0.5;
    const from = point((index - half) * share, EDGE);
    const to = point((index + half) * share, EDGE);
    const large = count === 1 ? 1 : 0;
    add(disc, 'path', {
      d: 'M0 0 L' + from + ' A' + EDGE + ' ' + EDGE + ' 0 ' + large + ' 1 ' + to + ' Z',
      fill: COLOURS[index % COLOURS.length], stroke: GOLD, 'stroke-width': 0.7,
    });
    const [small, big] = title.includes('\\n') ? title.split('\\n') : ['', title];
    const words = add(disc, 'g', { transform: 'rotate(' + degrees + ')', 'text-anchor': 'middle', 'font-family': families });
    const line = (text, y, fontSize, weight, fill) => {
      const node = add(words, 'text', { y, 'font-size': fontSize * size, 'font-weight': weight, fill });
      node.textContent = text.slice(0, 14);
      // The width of the sector at the foot of the line.
      const room = -y * 2 * Math.tan(Math.min(share / 2, 0.8)) * 0.9;
      const width = node.getComputedTextLength();
      if (width > room) node.setAttribute('font-size', String((fontSize * size * room) / width));
    };
    line(small, -71.5, 8, 500, '#f3e2b6');
    line(big, -58, /^[0-9.,]+$/.test(big) ? 12.5 : 9.5, 600, '#ffffff');
    add(words, 'path', { d: 'M0 -47 L2.2 -43 L0 -39 L-2.2 -43 Z', fill: '#f3e2b6', opacity: 0.5 });
  }

  function draw(titles) {
    count = titles.length;
    svg.replaceChildren();
    svg.setAttribute('aria-label', titles.join(', '));
    disc.replaceChildren();
    metal('metal');
    drawRim();
    svg.append(disc);
    titles.forEach((title, index) => drawSector(String(title), index));
    add(svg, 'circle', { r: EDGE, fill: 'none', stroke: 'url(#metal)', 'stroke-width': 1.6 });
    add(svg, 'circle', { r: HUB, fill: '#0e0912', stroke: 'url(#metal)', 'stroke-width': 2 });
    add(svg, 'path', { d: 'M-8.5 -109 L8.5 -109 L7 -99 L0 -87 L-7 -99 Z', fill: 'url(#metal)', stroke: '#0e0912', 'stroke-width': 1.2 });
    add(svg, 'circle', { cy: -102.5, r: 2.4, fill: '#7a1f4c' });
    turnTo(at);
  }

  function turnTo(degrees) {
    at = degrees;
    disc.setAttribute('transform', 'rotate(' + degrees + ')');
  }

  function show(index, isStill) {
    const goal = -(index * 360) / count;
    const done = () => port.postMessage({ type: 'done' });
    if (isStill) {
      turnTo(goal);
      done();
      return;
    }
    const start = at % 360;
    const end = goal + TURNS * 360 + 360;
    const begun = performance.now();
    const step = (now) => {
      const part = Math.min(1, Math.max(0, (now - begun) / TURN_MS));
      turnTo(start + (end - start) * (1 - (1 - part) ** 4));
      if (part < 1) requestAnimationFrame(step);
      else done();
    };
    requestAnimationFrame(step);
  }

  async function loadFonts(fonts) {
    const buffers = (Array.isArray(fonts) ? fonts : []).filter((font) => font instanceof ArrayBuffer).slice(0, 4);
    const loaded = await Promise.all(buffers.map(async (buffer, index) => {
      try {
        const face = await new FontFace('wheel-' + index, buffer, { weight: '100 700' }).load();
        document.fonts.add(face);
        return 'wheel-' + index;
      } catch {
        return undefined;
      }
    }));
    families = [...loaded.filter(Boolean), 'sans-serif'].join(', ');
  }

  addEventListener('message', async (event) => {
    if (port || event.source !== parent || !event.ports[0] || !Array.isArray(event.data?.titles)) return;
    port = event.ports[0];
    await loadFonts(event.data.fonts);
    draw(event.data.titles.slice(0, 64));
    port.onmessage = ({ data }) => {
      if (data?.type === 'show' && Number.isInteger(data.index) && data.index >= 0 && data.index < count) {
        show(data.index, data.isStill === true);
      }
    };
    port.postMessage({ type: 'ready' });
  });
})();
`;
