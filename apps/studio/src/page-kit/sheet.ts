// A sheet over the game: one at a time, closed by Esc, its button, or a tap outside.

import { button, el, icon, icons } from './dom.ts';

export function openSheet(title: string, closeLabel: string, content: Node, footnote: string): HTMLDialogElement {
  const sheet = el('dialog', { class: 'sheet', 'aria-label': title });
  // Not a header element, which outside of main would be a second banner landmark.
  const header = el(
    'div',
    { class: 'sheet-header' },
    el('h2', {}, title),
    button('icon-button', closeLabel, () => sheet.close(), icon(icons.close)),
  );
  sheet.append(header, el('div', { class: 'sheet-body', tabindex: 0 }, content), el('p', { class: 'stamp' }, footnote));
  sheet.addEventListener('close', () => sheet.remove());
  sheet.addEventListener('click', (event) => {
    if (event.target === sheet) sheet.close();
  });
  document.body.append(sheet);
  sheet.showModal();
  return sheet;
}
