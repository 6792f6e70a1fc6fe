// Whether the menu is open. It is part of the history entry's state, so the back button closes the menu and not the
// page.
//
// Always true: opening adds a history entry, closing goes back, and a link in the menu replaces the entry.

import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { isRecord } from '#lib/browser/storage';

const OPEN = 'isMenuOpen';

export function useSideMenu(): { readonly isOpen: boolean; readonly open: () => void; readonly close: () => void } {
  const { state, key, ...here } = useLocation();
  const navigate = useNavigate();
  const isOpen = isRecord(state) && state[OPEN] === true;
  // Navigation is asynchronous: a second press meanwhile would add two entries or change the page.
  const isNavigating = useRef(false);
  useEffect(() => {
    isNavigating.current = false;
  }, [key]);
  const go = (isDone: boolean, change: () => void) => {
    if (isDone || isNavigating.current) return;
    isNavigating.current = true;
    change();
  };

  return {
    isOpen,
    open: () => go(isOpen, () => void navigate(here, { state: { ...(isRecord(state) ? state : {}), [OPEN]: true } })),
    close: () => go(!isOpen, () => void navigate(-1)),
  };
}
