// Sound setting: off until the player turns it on, then stored on this device.
//
// Always true: no sound before a press on the page, in a hidden tab, or for a payout that is not above the stake.
// Missed sounds are not replayed. Turning it off or hiding the page stops all sound at once.
//
// Elsewhere: the sounds (tones.ts).

import type { SoundSet } from '#studio/wire/sound-set';

import { pause } from './motion.ts';
import { Instruments, type Tones } from './tones.ts';

export type Sound = Tones & {
  readonly isOn: boolean;
  toggle(): void;
};

const KEY = 'sound';
/** Longer than the fade-out of hush(). */
const CLOSE_AFTER_MS = 100;

export function createSound(set: SoundSet = 'wood'): Sound {
  const player = new Player(set);
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
    gain: (ms) => player.tones?.gain(ms),
    endGain: () => player.tones?.endGain(),
  };
}

class Player {
  readonly #set: SoundSet;
  #isOn = isRemembered();
  #open: { readonly context: AudioContext; readonly instruments: Instruments } | undefined;

  constructor(set: SoundSet) {
    this.#set = set;
    // Some browsers start audio only during a press, and suspend it during a phone call or with the screen off.
    const attend = (): void => this.#resumeContext();
    for (const event of ['click', 'keydown', 'visibilitychange']) document.addEventListener(event, attend);
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /**
   * The tones if sound is audible now. The clock of a suspended context stands still, so sounds scheduled in it would
   * all play at once.
   */
  get tones(): Tones | undefined {
    return this.#open?.context.state === 'running' ? this.#open.instruments : undefined;
  }

  toggle(): void {
    this.#isOn = !this.#isOn;
    remember(this.#isOn);
    this.#resumeContext();
  }

  #resumeContext(): void {
    if (!this.#isOn || document.visibilityState !== 'visible') {
      this.#close();
      return;
    }
    // Browsers without userActivation block audio before a press themselves.
    if ((navigator.userActivation as UserActivation | undefined)?.hasBeenActive === false) return;
    if (!this.#open) {
      const context = new AudioContext();
      this.#open = { context, instruments: new Instruments(context, this.#set) };
    }
    const { context } = this.#open;
    // Rejected during a phone call; the next press retries.
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

/** A browser may deny storage to a frame of another site; the setting then lasts as long as the page. */
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
