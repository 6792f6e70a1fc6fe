// Search and commands in one field: members, references, names, pages.
//
// Always true: an answer belongs to the text it was sent for, so a slow one never replaces a newer one. The field keeps
// the focus; arrows move the chosen hit, which a screen reader reads.

import type { Found, FoundKind } from '@chaba/contract/back-office/wire-members';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { queryClient, searchQuery } from '#api/queries';
import { useWords } from '#text/language';
import { useMemberWords } from '#text/members';
import { Modal } from '#ui/modal';
import { ErrorState } from '#ui/states';

const WAIT_MS = 120;
const TEXT_LENGTH_MAX = 80;

type Hit = {
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  readonly kind: string;
  readonly to: string;
};

export function SearchButton({ onOpen }: { readonly onOpen: () => void }) {
  const { search } = useMemberWords();
  return (
    <button
      type="button"
      onClick={onOpen}
      className="hidden min-h-8 w-56 items-center gap-2 rounded-[8px] border border-line bg-surface-2 px-3 text-small text-text-2 lg:inline-flex"
    >
      <Search aria-hidden="true" size={16} />
      <span className="flex-1 text-left">{search.open}</span>
      <kbd aria-hidden="true" className="text-micro text-text-3">
        /
      </kbd>
    </button>
  );
}

/** `/` and Ctrl+K, by their position; the slash is off while typing. */
export function useSearchKeys(onOpen: () => void): void {
  const latest = useRef(onOpen);
  useEffect(() => {
    latest.current = onOpen;
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      if (document.querySelector('dialog[open]')) return;
      const { target, code, ctrlKey, metaKey, altKey } = event;
      const isField = target instanceof HTMLElement && target.matches('input, textarea, select');
      const isPalette = code === 'KeyK' && (ctrlKey || metaKey) && !altKey;
      const isSlash =
        (event.key === '/' || code === 'Slash') && !event.shiftKey && !isField && !ctrlKey && !metaKey && !altKey;
      if (!isPalette && !isSlash) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

type PageTitle = readonly [name: string, title: string];

/** Hits of the typed text; none of an older text. */
function useHits(site: string, pages: readonly PageTitle[], typed: string) {
  const words = useMemberWords().search;
  const text = typed.trim();
  const sent = useSettled(text);
  const { data, error, isFetching, refetch } = useQuery(searchQuery(site, sent));
  const isWaiting = text !== '' && (isFetching || sent !== text);
  const found = sent === text ? (data?.found ?? []) : [];
  const hits = [
    ...found.map((each) => toHit(site, each, words.kinds)),
    ...listPages(site, pages, { typed, kind: words.page }),
  ];
  const unanswered = data?.unanswered ?? [];
  return {
    hits,
    found: found.length,
    isWaiting,
    isNothing: data !== undefined && !isWaiting && text !== '',
    unanswered,
    error,
    refetch,
  };
}

export function Palette({
  site,
  pages,
  onClose,
}: {
  readonly site: string;
  readonly pages: readonly PageTitle[];
  readonly onClose: () => void;
}) {
  const words = useMemberWords().search;
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const listId = useId();
  const { hits, isWaiting, ...answer } = useHits(site, pages, typed);
  const last = Math.max(0, hits.length - 1);
  const chosen = hits[Math.min(place, last)];

  function open(hit: Hit | undefined): void {
    if (hit === undefined) return;
    onClose();
    void navigate(hit.to);
  }
  /** Enter before the answer: its first hit opens when it comes. */
  async function openFirst(): Promise<void> {
    const { found } = await queryClient.fetchQuery(searchQuery(site, typed.trim()));
    const [first] = found;
    if (first) open(toHit(site, first, words.kinds));
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setPlace(Math.max(0, Math.min(last, Math.min(place, last) + step)));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (isWaiting) void openFirst();
      else open(chosen);
    }
  }
  return (
    <Modal title={words.title} onClose={onClose}>
      <input
        role="combobox"
        aria-label={words.field}
        aria-expanded={hits.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen && `${listId}-${chosen.key}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={TEXT_LENGTH_MAX}
        placeholder={words.field}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
        className="control"
        data-focus
      />
      <HitList id={listId} hits={hits} chosen={chosen} onOpen={open} />
      <Answer typed={typed.trim()} isWaiting={isWaiting} {...answer} />
    </Modal>
  );
}

function HitList({
  id,
  hits,
  chosen,
  onOpen,
}: {
  readonly id: string;
  readonly hits: readonly Hit[];
  readonly chosen: Hit | undefined;
  readonly onOpen: (hit: Hit) => void;
}) {
  const words = useMemberWords().search;
  return (
    <div id={id} role="listbox" aria-label={words.title} className="mt-2 max-h-[50dvh] overflow-y-auto">
      {hits.map((hit) => (
        <HitRow
          key={hit.key}
          id={`${id}-${hit.key}`}
          hit={hit}
          isChosen={hit.key === chosen?.key}
          onOpen={() => onOpen(hit)}
        />
      ))}
    </div>
  );
}

/** The lines below the hits: nothing found, a source without an answer, an error. */
function Answer({
  typed,
  isWaiting,
  found,
  isNothing,
  unanswered,
  error,
  refetch,
}: Omit<ReturnType<typeof useHits>, 'hits'> & { readonly typed: string }) {
  const text = useWords();
  const words = useMemberWords().search;
  return (
    <>
      <p className="mt-2 text-micro text-text-3">{words.hint}</p>
      <p role="status" className="sr-only">
        {isWaiting ? text.loading : words.count(found)}
      </p>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {unanswered.length > 0 && (
        <p className="mt-2 text-micro text-warning">
          {words.unanswered(unanswered.map((kind) => words.kinds[kind]).join(', '))}
        </p>
      )}
      {isNothing && found === 0 && (
        <div className="py-4 text-center text-text-2">
          <p className="text-text">{words.nothing(typed)}</p>
          <p className="text-micro">{words.nothingHelp}</p>
        </div>
      )}
    </>
  );
}

function HitRow({
  id,
  hit,
  isChosen,
  onOpen,
}: {
  readonly id: string;
  readonly hit: Hit;
  readonly isChosen: boolean;
  readonly onOpen: () => void;
}) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    // The field keeps the focus and its keys; the row is not in the order of the Tab key.
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onOpen();
      }}
      className="flex min-h-11 cursor-pointer items-center gap-2 rounded-[8px] px-2 py-1 aria-selected:bg-surface-3"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{hit.label}</span>
        <span className="block truncate text-micro text-text-2">{hit.detail}</span>
      </span>
      <span className="text-micro text-text-2">{hit.kind}</span>
    </div>
  );
}

function toHit(site: string, found: Found, kinds: Readonly<Record<FoundKind, string>>): Hit {
  const { kind, reference, title, detail, member } = found;
  const to = {
    member: `/${site}/members/${reference}`,
    withdrawal: `/${site}/withdrawals?queue=recent&open=${reference}`,
    deposit: `/${site}/members/${member ?? ''}`,
    transfer: member === null ? `/${site}/members` : `/${site}/members/${member}`,
    request: `/${site}/requests?open=${reference}`,
  }[kind];
  const label = kind === 'member' ? title : `${reference} · ${title}`;
  return {
    key: `${kind}-${reference}`,
    label,
    detail: kind === 'member' ? `${reference} · ${detail}` : detail,
    kind: kinds[kind],
    to,
  };
}

function listPages(
  site: string,
  pages: readonly (readonly [name: string, title: string])[],
  { typed, kind }: { readonly typed: string; readonly kind: string },
): readonly Hit[] {
  const wanted = typed.trim().replace(/^:/, '').toLowerCase();
  return pages
    .filter(([name, title]) => name.includes(wanted) || title.toLowerCase().includes(wanted))
    .map(([name, title]) => ({ key: `page-${name}`, label: title, detail: `:${name}`, kind, to: `/${site}/${name}` }));
}

/** The text when it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, WAIT_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
