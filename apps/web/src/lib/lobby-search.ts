// The search of the lobby: part of the address (?q=), so it survives a reload and the back button, and two search
// fields (desktop header, phone page) share it.
//
// Always true: a focused field changes by typing only; otherwise it follows the address.

import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

import { paths } from './paths.ts';

export const SEARCH_PARAMETER = 'q';
const LOBBY = /^\/user\/(game(\/|$)|(slot|baccarat|poker|trading)$)/;

export function useLobbySearch(): {
  readonly typed: string;
  readonly type: (text: string) => void;
  readonly submit: (event: FormEvent) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
} {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [parameters, setParameters] = useSearchParams();
  const isInLobby = LOBBY.test(pathname);
  const asked = isInLobby ? (parameters.get(SEARCH_PARAMETER) ?? '') : '';
  const [typed, setTyped] = useState(asked);
  const inputRef = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (document.activeElement !== inputRef.current) setTyped(asked);
  }, [asked]);

  function type(text: string): void {
    setTyped(text);
    if (!isInLobby) return;
    setParameters(
      (known) => {
        if (text.trim() === '') known.delete(SEARCH_PARAMETER);
        else known.set(SEARCH_PARAMETER, text.trim());
        return known;
      },
      { replace: true },
    );
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isInLobby) {
      // The on-screen keyboard is closed to show the results.
      inputRef.current?.blur();
      return;
    }
    const query = typed.trim();
    void navigate(
      query === '' ? paths.member.game : `${paths.member.game}?${new URLSearchParams({ [SEARCH_PARAMETER]: query })}`,
    );
  }

  return { typed, type, submit, inputRef };
}
