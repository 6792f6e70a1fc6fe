// A long press with a finger: opens something, and does not follow the link below the finger.
//
// Always true: a scroll opens nothing, because the browser cancels the press; a mouse keeps its context menu.

import { type MouseEvent, type PointerEvent, useRef } from 'react';

const HOLD_MS = 500;

export function useLongPress(onHold: (() => void) | undefined) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout> | undefined; isHeld: boolean }>(undefined);
  if (!onHold) return {};

  const end = (): void => clearTimeout(press.current?.timer);
  return {
    onPointerDown: ({ pointerType }: PointerEvent) => {
      end();
      press.current = undefined;
      if (pointerType !== 'touch') return;
      const started = { isHeld: false, timer: setTimeout(hold, HOLD_MS) };
      press.current = started;
      function hold(): void {
        started.isHeld = true;
        onHold?.();
      }
    },
    onPointerUp: end,
    onPointerCancel: end,
    // A phone opens the menu of a link by a long press too.
    onContextMenu: (event: MouseEvent) => {
      if (press.current) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      if (press.current?.isHeld !== true) return;
      press.current = undefined;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
