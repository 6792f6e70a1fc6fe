// Whether the menu is open. It stands in the state of the visit, so that the phone's back button closes the menu and not the page.
//
// Always true: opening it is an entry of its own in the browser's history, closing it goes back, and what is chosen in it takes the
// entry's place.

import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { isRecord } from '#lib/storage';

const OPEN = 'isMenuOpen';

export function useSideMenu(): { readonly isOpen: boolean; readonly open: () => void; readonly close: () => void } {
  const { state, key, ...here } = useLocation();
  const navigate = useNavigate();
  const isOpen = isRecord(state) && state[OPEN] === true;
  // Going there and back takes a moment: a second press meanwhile would make two entries, or leave the page.
  const isGoing = useRef(false);
  useEffect(() => {
    isGoing.current = false;
  }, [key]);
  const go = (isThere: boolean, leave: () => void) => {
    if (isThere || isGoing.current) return;
    isGoing.current = true;
    leave();
  };

  return {
    isOpen,
    open: () => go(isOpen, () => void navigate(here, { state: { ...(isRecord(state) ? state : {}), [OPEN]: true } })),
    close: () => go(!isOpen, () => void navigate(-1)),
  };
}
