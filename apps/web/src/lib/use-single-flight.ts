// One act at a time, however often it is pressed.
//
// Always true: `isBusy` is drawn with the press itself, before anything that was sent can be answered and before the way back can be
// pressed; what a mutation says of itself comes a moment later.

import { useRef, useState } from 'react';

export type Busy = {
  readonly isBusy: boolean;
  /** Whether the act may begin; until `end` no other may. */
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
