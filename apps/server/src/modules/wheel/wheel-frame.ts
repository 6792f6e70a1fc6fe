// The wheel as the browser gets it: a page and its script for a frame of an opaque origin, and the policy that makes it so.
//
// The page outside hands over one end of a MessageChannel with the titles: postMessage({ titles }, '*', [port]). On the port
// the frame says { type: 'ready' }, is told { type: 'show', index, isStill? }, and says { type: 'done' }. It can do nothing
// else: no storage, no token, no network.
//
// Always true: nothing here comes from anybody but us, and the frame never learns who is playing.

import { createHash } from 'node:crypto';

const STYLE =
  'html,body{margin:0;height:100%;background:transparent;overflow:hidden}svg{display:block;width:100%;height:100%}';

export const wheelMarkup = `<!doctype html>
<html lang="th">
<head>
<meta charset="utf-8">
<title>wheel</title>
<style>${STYLE}</style>
</head>
<body>
<svg id="wheel" viewBox="-110 -110 220 220" role="img"></svg>
<script src="/wheel-script/script"></script>
</body>
</html>
`;

/** Sent with the markup: the origin is opaque even if somebody opens the address by itself. */
export const wheelPolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

export const wheelScript = `'use strict';
(() => {
  const SVG = 'http://www.w3.org/2000/svg';
  const COLOURS = ['#7a1030', '#c9962c', '#3d0a1c', '#e6c66a'];
  const TURNS = 5;
  const TURN_MS = 1300;
  const RIM = 100;
  const svg = document.getElementById('wheel');
  const disc = document.createElementNS(SVG, 'g');
  let port;
  let count = 1;
  let at = 0;

  function add(parent, name, attributes) {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
    parent.append(node);
    return node;
  }

  const point = (angle, radius) =>
    [Math.sin(angle) * radius, -Math.cos(angle) * radius].map((number) => Math.round(number * 100) / 100).join(' ');

  function draw(titles) {
    count = titles.length;
    const share = (2 * Math.PI) / count;
    svg.replaceChildren(disc);
    disc.replaceChildren();
    titles.forEach((title, index) => {
      const from = point((index - 0.5) * share, RIM);
      const to = point((index + 0.5) * share, RIM);
      const colour = COLOURS[index % COLOURS.length];
      add(disc, 'path', { d: 'M0 0 L' + from + ' A' + RIM + ' ' + RIM + ' 0 0 1 ' + to + ' Z', fill: colour, stroke: '#f4dc95' });
      const text = add(disc, 'text', {
        transform: 'rotate(' + (index * 360) / count + ') translate(0 -72)',
        'text-anchor': 'middle', 'font-size': 9, 'font-family': 'sans-serif', fill: index % 2 === 0 ? '#fff' : '#2a0713',
      });
      text.textContent = String(title).slice(0, 20);
    });
    add(svg, 'circle', { r: 12, fill: '#f4dc95' });
    add(svg, 'path', { d: 'M-7 -109 L7 -109 L0 -92 Z', fill: '#fff' });
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
      const part = Math.min(1, (now - begun) / TURN_MS);
      turnTo(start + (end - start) * (1 - (1 - part) ** 3));
      if (part < 1) requestAnimationFrame(step);
      else done();
    };
    requestAnimationFrame(step);
  }

  addEventListener('message', (event) => {
    if (port || event.source !== parent || !event.ports[0] || !Array.isArray(event.data?.titles)) return;
    port = event.ports[0];
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
