// Whether the menu is open. It stands in the state of the visit, so that the phone's back button closes the menu and not the page.
//
// Always true: opening it is an entry of its own in the browser's history, closing it goes back, and what is chosen in it takes the
// entry's place.

import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { isRecord } from '#lib/storage';

const OPEN = 'isMenuOpen';

export function useSideMenu(): { readonly isOpen: boolean; readonly open: () => void; readonly close: () => void } {
  const { state, ...here } = useLocation();
  const navigate = useNavigate();
  const isOpen = isRecord(state) && state[OPEN] === true;
  // Going back takes a moment, and a second press meanwhile would leave the page.
  const isClosing = useRef(false);
  useEffect(() => {
    isClosing.current = false;
  }, [isOpen]);

  return {
    isOpen,
    open: () => void navigate(here, { state: { ...(isRecord(state) ? state : {}), [OPEN]: true } }),
    close: () => {
      if (!isOpen || isClosing.current) return;
      isClosing.current = true;
      void navigate(-1);
    },
  };
}
