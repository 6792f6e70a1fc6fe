// The lobby search in the header of main pages on a desktop. In the lobby it filters while typing; elsewhere submitting
// opens the lobby.

import { useId } from 'react';
import { Search } from 'lucide-react';

import { useEarlyInput } from '#lib/react/hydration';
import { SEARCH_PARAMETER, useLobbySearch } from '#lib/games/lobby-search';
import { paths } from '#lib/paths';

import { text } from './layouts.text.ts';

export function HeaderSearch() {
  const { typed, type, submit, inputRef } = useLobbySearch();
  const id = useId();
  useEarlyInput(id, (field: HTMLInputElement) => {
    if (field.value !== typed) type(field.value);
  });

  return (
    <form role="search" action={paths.member.game} onSubmit={submit} className="hidden w-full max-w-[430px] lg:block">
      <label className="flex min-h-12 items-center gap-3 rounded-ctl border border-hairline bg-surface-2 px-4 has-[input:focus-visible]:border-accent">
        <Search aria-hidden="true" size={20} strokeWidth={1.75} className="text-text-3" />
        <span className="sr-only">{text.search}</span>
        <input
          ref={inputRef}
          id={id}
          type="search"
          name={SEARCH_PARAMETER}
          value={typed}
          onChange={(event) => type(event.target.value)}
          placeholder={text.search}
          className="min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-text-3"
        />
      </label>
    </form>
  );
}
