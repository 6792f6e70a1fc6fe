// The button that turns the sound on and off and states the current setting.

import { button, icon, icons } from './dom.ts';
import { text } from './page.text.ts';
import type { Sound } from './sound.ts';

export function soundButton(sound: Sound): HTMLButtonElement {
  const made = button('icon-button', '', () => {
    sound.toggle();
    show();
  });
  const show = (): void => {
    made.replaceChildren(icon(sound.isOn ? icons.soundOn : icons.soundOff));
    made.setAttribute('aria-label', sound.isOn ? text.soundOn : text.soundOff);
  };
  show();
  return made;
}
