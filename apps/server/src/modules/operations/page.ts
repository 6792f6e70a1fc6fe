// The page /ops: one HTML document without scripts, and the same status as plain text for the command.
//
// Always true: every text is escaped; the page refreshes itself and loads nothing else.

import type { Level, Status, StatusLine } from './status.ts';

const MARKS: Readonly<Record<Level, string>> = { good: 'ok', degraded: '!!', broken: 'XX' };
const REFRESH_SECONDS = 10;
const STYLE = `
  :root { color-scheme: light dark }
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 1rem auto; padding: 0 1rem }
  h1 { font-size: 1.3rem; padding: .6rem .8rem; border-radius: .4rem; color: #fff }
  h2 { font-size: 1rem; margin: 1.2rem 0 .3rem }
  ul { list-style: none; margin: 0; padding: 0 }
  li { padding: .25rem .6rem; border-left: .35rem solid; margin: .15rem 0; overflow-wrap: anywhere }
  p { margin: 0 }
  .action { font-weight: 600 }
  .good { border-color: #1a7f37 } h1.good { background: #1a7f37 }
  .degraded { border-color: #b35900; background: #b3590022 } h1.degraded { background: #b35900 }
  .broken { border-color: #c11; background: #cc111122 } h1.broken { background: #c11 }`;

export function renderPage({ level, at, sections }: Status, instance: string): string {
  const parts = sections.map(
    ({ title, lines }) => `<h2>${escape(title)}</h2>\n<ul>\n${lines.map(renderLine).join('\n')}\n</ul>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}">
<title>Chaba: ${level}</title>
<style>${STYLE}</style>
</head>
<body>
<h1 class="${level}">Chaba is ${level}</h1>
<p>${escape(at.toISOString())}, seen by ${escape(instance)}</p>
${parts.join('\n')}
</body>
</html>
`;
}

function renderLine({ level, text, action }: StatusLine): string {
  const advice = action === undefined ? '' : `<p class="action">${escape(action)}</p>`;
  return `<li class="${level}"><p>${level === 'good' ? '' : `${level}: `}${escape(text)}</p>${advice}</li>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}

/** Plain text, worst lines included; `isBrief` leaves out the good ones. */
export function formatStatus({ level, at, sections }: Status, isBrief = false): string {
  const lines = sections.flatMap(({ title, lines: all }) => {
    const shown = all.filter((line) => !isBrief || line.level !== 'good');
    if (shown.length === 0) return [];
    return ['', title, ...shown.flatMap(formatLine)];
  });
  return [`Chaba is ${level}  (${at.toISOString()})`, ...lines].join('\n');
}

function formatLine({ level, text, action }: StatusLine): string[] {
  return [`  ${MARKS[level]}  ${text}`, ...(action === undefined ? [] : [`      → ${action}`])];
}
