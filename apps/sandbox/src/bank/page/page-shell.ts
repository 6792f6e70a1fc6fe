// Shell of every page of the bank: head, header, play-money stamp.

import { html, type Html } from '#bank/html';

import { text } from './page.text.ts';

export function pageShell(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="th">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/bank/assets/mark.svg" type="image/svg+xml">
<link rel="preload" href="/bank/assets/anuphan-thai.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/bank/assets/page.css">
<link rel="stylesheet" href="/bank/assets/banks.css">
<script src="/bank/assets/page.js" defer></script>
</head>
<body>
<header>
  <div class="bar"><a class="brand" href="/bank"><img src="/bank/assets/mark.svg" width="32" height="32" alt="">${text.title}</a></div>
  <p class="stamp">${text.playMoney}</p>
</header>
${body}
</body>
</html>`.toString();
}

/** A line drawing, decorative beside its words. */
export function icon(name: keyof typeof icons): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">${icons[name]}</svg>`;
}

const icons = {
  check: html`<path d="M20 6 9 17l-5-5"/>`,
  alert: html`<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5m0 3v.5"/>`,
  save: html`<path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14"/>`,
  slip: html`<path d="M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9.5 8.5h5m-5 4h5"/>`,
} as const;
