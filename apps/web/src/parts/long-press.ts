// A long press with a finger: opens something, and does not follow the link below the finger.
//
// Always true: a scroll opens nothing, because the browser cancels the press; a mouse keeps its context menu and its
// dragging; the keyboard follows the link.

import { type MouseEvent, type PointerEvent, type SyntheticEvent, useRef } from 'react';

const HOLD_MS = 500;

export function useLongPress(onHold: (() => void) | undefined) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout> | undefined; isHeld: boolean }>(undefined);
  if (!onHold) return {};

  const end = (): void => clearTimeout(press.current?.timer);
  // During a long press a phone opens the menu of a link, and drags it, which would cancel the press.
  const prevent = (event: SyntheticEvent): void => {
    if (press.current) event.preventDefault();
  };
  return {
    onPointerDown: ({ pointerType }: PointerEvent) => {
      end();
      press.current = undefined;
      if (pointerType !== 'touch') return;
      const started = {
        isHeld: false,
        timer: setTimeout(() => {
          started.isHeld = true;
          onHold();
        }, HOLD_MS),
      };
      press.current = started;
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: prevent,
    onDragStart: prevent,
    onClickCapture: (event: MouseEvent) => {
      // A click of the keyboard has no detail.
      if (!press.current?.isHeld || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
