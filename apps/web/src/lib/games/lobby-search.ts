// The search of the lobby: part of the address (?q=), so it survives a reload and the back button, and two search
// fields (desktop header, phone page) share it.
//
// Always true: a focused field changes by typing only; otherwise it follows the address.

import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

import { paths } from '#lib/paths';

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
  const query = isInLobby ? (parameters.get(SEARCH_PARAMETER) ?? '') : '';
  const [typed, setTyped] = useState(query);
  const inputRef = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (document.activeElement !== inputRef.current) setTyped(query);
  }, [query]);

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
    const wanted = typed.trim();
    void navigate(
      wanted === '' ? paths.member.game : `${paths.member.game}?${new URLSearchParams({ [SEARCH_PARAMETER]: wanted })}`,
    );
  }

  return { typed, type, submit, inputRef };
}
