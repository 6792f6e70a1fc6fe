// Runs one action at a time, however often its button is pressed.
//
// Always true: `isBusy` is rendered with the press itself, before a response can arrive and before the back button can
// be pressed; the state of a mutation updates later.

import { useRef, useState } from 'react';

export type Busy = {
  readonly isBusy: boolean;
  /** Whether the action may begin; no other may until `end`. */
  readonly begin: () => boolean;
  readonly end: () => void;
};

export function useSingleFlight(): Busy {
  const isUnderWay = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const turn = (isOn: boolean): void => {
    isUnderWay.current = isOn;
    setBusy(isOn);
  };
  return {
    isBusy,
    begin() {
      if (isUnderWay.current) return false;
      turn(true);
      return true;
    },
    end: () => turn(false),
  };
}
