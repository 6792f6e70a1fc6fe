// Sound, off until the player turns it on: short synthetic tones, no files.

export type Sound = {
  readonly isOn: boolean;
  toggle(): void;
  /** A reel comes to rest. */
  stopTick(reel: number): void;
  /** The round gained more than it cost: two soft bells, louder for nobody. */
  gain(): void;
};

export function makeSound(): Sound {
  let context: AudioContext | undefined;
  let isOn = false;

  function tone(frequency: number, startS: number, lengthS: number, loudness: number): void {
    if (!isOn || !context) return;
    const start = context.currentTime + startS;
    const oscillator = new OscillatorNode(context, { type: 'sine', frequency });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loudness, start + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + lengthS);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + lengthS);
  }

  return {
    get isOn() {
      return isOn;
    },
    toggle() {
      isOn = !isOn;
      // Made on the first tap: browsers keep audio silent that starts without one.
      if (isOn) {
        context ??= new AudioContext();
        void context.resume();
      }
    },
    stopTick(reel) {
      tone(190 + reel * 14, 0, 0.09, 0.12);
    },
    gain() {
      tone(659, 0, 0.5, 0.1);
      tone(880, 0.14, 0.7, 0.09);
    },
  };
}
