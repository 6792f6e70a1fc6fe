// Sound setting: off until the player turns it on, then stored on this device.
//
// Always true: no sound before a press on the page, in a hidden tab, or for a payout that is not above the stake.
// Missed sounds are not replayed. Turning it off or hiding the page stops all sound at once.
//
// Elsewhere: the sounds (tones.ts).

import { pause } from './motion.ts';
import { Instruments, type Tones } from './tones.ts';

export type Sound = Tones & {
  readonly isOn: boolean;
  toggle(): void;
};

const KEY = 'sound';
/** Longer than a hush takes. */
const CLOSE_AFTER_MS = 100;

export function makeSound(): Sound {
  const player = new Player();
  return {
    get isOn() {
      return player.isOn;
    },
    toggle: () => player.toggle(),
    stop: (reel) => player.tones?.stop(reel),
    flow: (step) => player.tones?.flow(step),
    card: (place) => player.tones?.card(place),
    chip: () => player.tones?.chip(),
    grant: () => player.tones?.grant(),
    gain: (isMuch) => player.tones?.gain(isMuch),
  };
}

class Player {
  #isOn = isRemembered();
  #open: { readonly context: AudioContext; readonly instruments: Instruments } | undefined;

  constructor() {
    // Some browsers let sound begin within a press only, and take it away meanwhile: for a call, or with the screen.
    const attend = (): void => this.#attend();
    for (const event of ['click', 'keydown', 'visibilitychange']) document.addEventListener(event, attend);
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /**
   * What can be heard now; the time of a context that does not run stands still, and all that is played in it would
   * come at once.
   */
  get tones(): Tones | undefined {
    return this.#open?.context.state === 'running' ? this.#open.instruments : undefined;
  }

  toggle(): void {
    this.#isOn = !this.#isOn;
    remember(this.#isOn);
    this.#attend();
  }

  #attend(): void {
    if (!this.#isOn || document.visibilityState !== 'visible') {
      this.#close();
      return;
    }
    // Browsers that do not tell let nothing run before a press themselves.
    if ((navigator.userActivation as UserActivation | undefined)?.hasBeenActive === false) return;
    if (!this.#open) {
      const context = new AudioContext();
      this.#open = { context, instruments: new Instruments(context) };
    }
    const { context } = this.#open;
    // Refused while a call goes on: the next press asks again.
    if (context.state !== 'running') context.resume().catch(() => undefined);
  }

  #close(): void {
    const closing = this.#open;
    if (!closing) return;
    this.#open = undefined;
    closing.instruments.hush();
    void pause(CLOSE_AFTER_MS).then(() => closing.context.close());
  }
}

/** A frame of another site may be denied storage: then the choice is forgotten with the page, and nothing else. */
function isRemembered(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
}

function remember(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(KEY, 'on');
    else localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}
