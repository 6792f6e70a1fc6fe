// The frame of every page: header, rail or bottom bar, the stripe of play mode, the countdown of the session, and the
// cover after its end.
//
// Always true: the site is in the path. After the end of a session the page stays mounted below the cover, so typed
// text is kept.

import { hasPermission, type Permission, type Role } from '@chaba/contract/back-office/roles';
import type { SessionFacts } from '@chaba/contract/back-office/wire';
import { classNames } from '@chaba/ui/class-names';
import { useQuery } from '@tanstack/react-query';
import {
  Banknote,
  CalendarCheck,
  ChartColumn,
  ChartNoAxesCombined,
  ClipboardCheck,
  FileDown,
  NotebookPen,
  Ellipsis,
  Gamepad2,
  Headset,
  HeartHandshake,
  Gift,
  Inbox,
  Landmark,
  Scale,
  ScrollText,
  Search,
  ShieldAlert,
  Store,
  UserRound,
  Users,
  UserSearch,
  Wallet,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';

import { useLiveSite } from '#api/live';
import { decidableQuery, hostEntriesQuery, queryClient, sessionQuery } from '#api/queries';
import { formatSpan, useWords } from '#text/language';
import { useMemberWords } from '#text/members';
import { useQueueWords } from '#text/queue-words';
import { Button } from '#ui/button';
import { useKeys } from '#ui/data-table';
import { Modal } from '#ui/modal';
import { useNow } from '#ui/use-now';
import { noteOverdue } from '#ui/use-title';

import { OverdueBanner, useOverdueCount } from './overdue.tsx';
import { Palette, SearchButton, useSearchKeys } from './palette.tsx';

const WARNED_SECONDS = 60;

export type PageName =
  | 'queues'
  | 'dashboard'
  | 'reports'
  | 'days'
  | 'exports'
  | 'handover'
  | 'deposits'
  | 'withdrawals'
  | 'accounts'
  | 'adjustments'
  | 'members'
  | 'support'
  | 'protection'
  | 'risk'
  | 'offers'
  | 'requests'
  | 'games'
  | 'site'
  | 'operators'
  | 'audit'
  | 'account';

type PageEntry = {
  readonly name: PageName;
  /** Absent: every operator of the site. */
  /** One of several opens it. */
  readonly permission?: Permission | readonly Permission[];
  readonly icon: ReactNode;
  /** On the bar of a phone; the others are in its sheet. */
  readonly isOnBar?: true;
};

const PAGES: readonly PageEntry[] = [
  { name: 'queues', icon: <Inbox aria-hidden="true" size={20} />, isOnBar: true },
  {
    name: 'dashboard',
    permission: 'reports.open',
    icon: <ChartColumn aria-hidden="true" size={20} />,
  },
  { name: 'deposits', permission: 'deposits.view', icon: <Landmark aria-hidden="true" size={20} /> },
  { name: 'withdrawals', permission: 'withdrawals.view', icon: <Banknote aria-hidden="true" size={20} /> },
  { name: 'accounts', permission: 'accounts.view', icon: <Wallet aria-hidden="true" size={20} /> },
  { name: 'adjustments', permission: 'adjustments.view', icon: <Scale aria-hidden="true" size={20} /> },
  { name: 'members', permission: 'members.view', icon: <UserSearch aria-hidden="true" size={20} /> },
  { name: 'support', permission: 'cases.work', icon: <Headset aria-hidden="true" size={20} /> },
  { name: 'protection', permission: 'members.break', icon: <HeartHandshake aria-hidden="true" size={20} /> },
  { name: 'risk', permission: 'risk.blocks', icon: <ShieldAlert aria-hidden="true" size={20} /> },
  { name: 'offers', permission: 'promotions.view', icon: <Gift aria-hidden="true" size={20} /> },
  { name: 'requests', icon: <ClipboardCheck aria-hidden="true" size={20} />, isOnBar: true },
  {
    name: 'reports',
    permission: ['reports.open', 'reports.operators'],
    icon: <ChartNoAxesCombined aria-hidden="true" size={20} />,
  },
  { name: 'games', permission: 'providers.view', icon: <Gamepad2 aria-hidden="true" size={20} /> },
  { name: 'site', permission: 'site.view', icon: <Store aria-hidden="true" size={20} /> },
  { name: 'days', permission: 'reports.money', icon: <CalendarCheck aria-hidden="true" size={20} /> },
  { name: 'handover', permission: 'queues.work', icon: <NotebookPen aria-hidden="true" size={20} /> },
  { name: 'exports', permission: 'exports.make', icon: <FileDown aria-hidden="true" size={20} /> },
  { name: 'operators', permission: 'operators.view', icon: <Users aria-hidden="true" size={20} /> },
  { name: 'audit', icon: <ScrollText aria-hidden="true" size={20} /> },
  { name: 'account', icon: <UserRound aria-hidden="true" size={20} /> },
];

export function canOpen(page: PageName, held: readonly Role[]): boolean {
  const permission = PAGES.find(({ name }) => name === page)?.permission;
  return permission === undefined || [permission].flat().some((each) => hasPermission(held, each));
}

/** The page after the sign-in: the work that waits. */
export const FIRST_PAGE: PageName = 'queues';

export function Shell({
  session,
  site,
  children,
}: {
  readonly session: SessionFacts;
  readonly site: string;
  readonly children: ReactNode;
}) {
  const text = useWords();
  const held = session.sites.find(({ code }) => code === site)?.roles ?? [];
  const pages = PAGES.filter(({ name }) => canOpen(name, held));
  const [isHelpOpen, setHelpOpen] = useState(false);
  useLiveSite(site);
  const [isSearchOpen, setSearchOpen] = useState(false);
  useGoKeys(site, held, () => setHelpOpen(true));
  useSearchKeys(() => setSearchOpen(true));
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[12.5rem_minmax(0,1fr)]">
      <a href="#content" className="sr-only focus:not-sr-only">
        {text.skip}
      </a>
      <Header session={session} site={site} onSearch={() => setSearchOpen(true)} />
      <Navigation site={site} pages={pages} onSearch={() => setSearchOpen(true)} />
      <main id="content" className="flex min-w-0 flex-col pb-16 lg:col-start-2 lg:row-start-2 lg:pb-0">
        <HostNotice site={site} />
        {children}
      </main>
      {isSearchOpen && (
        <Palette
          site={site}
          pages={pages.map(({ name }) => [name, text.pages[name]] as const)}
          onClose={() => setSearchOpen(false)}
        />
      )}
      {isHelpOpen && <KeysHelp onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

const BAR_ITEM =
  'relative min-h-14 flex-1 flex-col items-center justify-center gap-0.5 px-1 text-[0.6875rem] text-text-2';

/** The rail; on a phone a bar with the first pages, the search, and a sheet of all other pages. */
function Navigation({
  site,
  pages,
  onSearch,
}: {
  readonly site: string;
  readonly pages: readonly PageEntry[];
  readonly onSearch: () => void;
}) {
  const text = useWords();
  const { search } = useMemberWords();
  const [isMoreOpen, setMoreOpen] = useState(false);
  return (
    <nav
      aria-label={text.product}
      className="fixed inset-x-0 bottom-0 z-10 flex border-t border-hairline bg-bar lg:static lg:col-start-1 lg:row-start-2 lg:flex-col lg:border-t-0 lg:border-r lg:p-2 print:hidden"
    >
      {pages.map(({ name, icon, isOnBar }) => (
        <NavLink
          key={name}
          to={`/${site}/${name}`}
          className={({ isActive }) =>
            classNames(
              BAR_ITEM,
              isOnBar ? 'flex' : 'hidden',
              'lg:flex lg:min-h-10 lg:flex-none lg:flex-row lg:justify-start lg:gap-2.5 lg:rounded-[8px] lg:px-2.5 lg:text-small',
              isActive && 'bg-surface-3 text-text',
            )
          }
        >
          {icon}
          <span className="lg:flex-1">{text.pages[name]}</span>
          {name === 'queues' && <OverdueQueues site={site} />}
          {name === 'requests' && <OpenRequests site={site} />}
        </NavLink>
      ))}
      <button type="button" onClick={onSearch} className={`${BAR_ITEM} flex lg:hidden`}>
        <Search aria-hidden="true" size={20} />
        {search.open}
      </button>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setMoreOpen(true)}
        className={`${BAR_ITEM} flex lg:hidden`}
      >
        <Ellipsis aria-hidden="true" size={20} />
        {text.morePages}
      </button>
      {isMoreOpen && <MorePages site={site} pages={pages} onClose={() => setMoreOpen(false)} />}
    </nav>
  );
}

/** The pages that are not on the bar of a phone. */
function MorePages({
  site,
  pages,
  onClose,
}: {
  readonly site: string;
  readonly pages: readonly PageEntry[];
  readonly onClose: () => void;
}) {
  const text = useWords();
  return (
    <Modal title={text.morePages} onClose={onClose}>
      <ul>
        {pages
          .filter(({ isOnBar }) => isOnBar !== true)
          .map(({ name, icon }) => (
            <li key={name}>
              <Link
                to={`/${site}/${name}`}
                onClick={onClose}
                className="flex min-h-12 items-center gap-3 border-t border-hairline"
              >
                {icon}
                {text.pages[name]}
              </Link>
            </li>
          ))}
      </ul>
    </Modal>
  );
}

/** An admin reads what the host did without a person. */
function HostNotice({ site }: { readonly site: string }) {
  const text = useWords();
  const { data = 0 } = useQuery(hostEntriesQuery);
  if (data === 0) return null;
  const close = (): void => void queryClient.setQueryData(hostEntriesQuery.queryKey, 0);
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 border-b border-hairline bg-warning/16 px-3 py-2">
      <span className="flex-1">{text.hostEntries(data)}</span>
      <Link to={`/${site}/audit`} className="underline" onClick={close}>
        {text.pages.audit}
      </Link>
      <Button onClick={close}>{text.close}</Button>
    </div>
  );
}

function OverdueQueues({ site }: { readonly site: string }) {
  const count = useOverdueCount(site);
  useEffect(() => noteOverdue(count), [count]);
  return count > 0 ? (
    <span className="absolute top-1 left-1/2 ml-2 rounded-full bg-danger-fill px-1.5 text-micro text-white lg:static lg:ml-0">
      {count}
    </span>
  ) : null;
}

function OpenRequests({ site }: { readonly site: string }) {
  const { data = 0 } = useQuery(decidableQuery(site));
  return data > 0 ? (
    <span className="absolute top-1 left-1/2 ml-2 rounded-full bg-warning px-1.5 text-micro text-bg lg:static lg:ml-0">
      {data}
    </span>
  ) : null;
}

function Stripe({ session }: { readonly session: SessionFacts }) {
  const text = useWords();
  if (session.mode !== 'play') return null;
  const relaxed = session.relaxations.map((name) => text.play.relaxations[name] ?? name).join(' · ');
  return (
    <p className="bg-warning/16 px-3 py-0.5 text-center text-micro text-text">
      {text.play.stripe}
      <span className="hidden lg:inline"> · {relaxed}</span>
    </p>
  );
}

function Header({
  session,
  site,
  onSearch,
}: {
  readonly session: SessionFacts;
  readonly site: string;
  readonly onSearch: () => void;
}) {
  const text = useWords();
  const navigate = useNavigate();
  const held = session.sites.find(({ code }) => code === site)?.roles ?? [];
  const stepUp = useCountdown(session.stepUpSeconds);
  return (
    <header className="border-b border-hairline lg:col-span-2 print:hidden">
      <Stripe session={session} />
      <OverdueBanner site={site} />
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-3">
        <Link to={`/${site}/${FIRST_PAGE}`} className="text-title-3">
          {text.product}
        </Link>
        {session.sites.length > 1 && (
          <select
            aria-label={text.site}
            value={site}
            onChange={(event) => void navigate(`/${event.target.value}/${FIRST_PAGE}`)}
            className="min-h-11 rounded-[8px] border border-line bg-surface-2 px-2 lg:min-h-8"
          >
            {session.sites.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
        <SearchButton onOpen={onSearch} />
        <span className="ml-auto text-micro text-text-2">
          {stepUp > 0 ? `${text.factor.left(formatSpan(stepUp))} · ` : ''}
          {session.operator.name} · {held.map((role) => text.roles[role]).join(', ')}
        </span>
      </div>
    </header>
  );
}

/** Seconds that are left of those of the last answer. */
function useCountdown(seconds: number): number {
  const { dataUpdatedAt } = useQuery(sessionQuery);
  const now = useNow();
  return Math.max(0, seconds - Math.max(0, Math.floor((now - dataUpdatedAt) / 1_000)));
}

/** A bar in the last minute before the session ends. */
export function SessionBar({ session }: { readonly session: SessionFacts }) {
  const text = useWords();
  const left = Math.min(useCountdown(session.idleSeconds), useCountdown(session.endsInSeconds));
  if (left > WARNED_SECONDS) return null;
  return (
    <div
      role="alert"
      className="fixed inset-x-0 top-0 z-20 flex items-center justify-center gap-3 bg-warning px-3 py-1 text-bg"
    >
      {text.signIn.endsIn(left)}
      <button
        type="button"
        className="min-h-11 rounded-[8px] border border-current px-3 lg:min-h-8"
        onClick={() => void queryClient.refetchQueries({ queryKey: sessionQuery.queryKey })}
      >
        {text.signIn.stay}
      </button>
    </div>
  );
}

const GO: Readonly<Record<string, PageName>> = {
  KeyQ: 'queues',
  KeyD: 'deposits',
  KeyW: 'withdrawals',
  KeyM: 'members',
  KeyH: 'support',
  KeyT: 'protection',
  KeyK: 'risk',
  KeyR: 'requests',
  KeyO: 'operators',
  KeyE: 'games',
  KeyS: 'site',
  KeyA: 'audit',
  KeyB: 'dashboard',
  KeyP: 'reports',
  KeyC: 'days',
  KeyN: 'accounts',
  KeyJ: 'adjustments',
  KeyF: 'offers',
};
const GO_MS = 1_500;

/** `g` and a letter go to a page; `?` shows the keys. */
function useGoKeys(site: string, held: readonly Role[], onHelp: () => void): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    let goAt = 0;
    const listen = (event: KeyboardEvent): void => {
      const { target, code } = event;
      const isField = target instanceof HTMLElement && target.matches('input, textarea, select');
      if (isField || document.querySelector('dialog[open]') || event.ctrlKey || event.metaKey || event.altKey) return;
      if (code === 'KeyG') goAt = Date.now();
      else if (event.key === '?') onHelp();
      else if (Date.now() - goAt < GO_MS) {
        goAt = 0;
        const page = GO[code];
        if (page === undefined || !canOpen(page, held)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        void navigate(`/${site}/${page}`);
      }
    };
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  }, [site, held, navigate, pathname, onHelp]);
}

function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const text = useWords();
  const queueText = useQueueWords();
  useKeys({});
  const rows = [
    ['j k ↓ ↑', text.keys.rows],
    ['Enter', text.keys.open],
    ['a', text.keys.approve],
    ['r', text.keys.reject],
    ['s', text.keys.stop],
    ['Ctrl+Enter', text.keys.confirm],
    ['Esc', text.keys.close],
    ['[ ]', queueText.keys.next],
    ['.', queueText.keys.arrived],
    ['x, Shift+x', queueText.keys.select],
    ['u', queueText.keys.undo],
    ['y', queueText.keys.why],
    ['p', queueText.keys.putOff],
    ['Shift+c', queueText.keys.claim],
    ['1 … 9', queueText.keys.reasons],
    ['g q, g b, g d, g w, g m, g f, g h, g t, g k, g r, g p, g e, g s, g c, g o, g a', text.keys.go],
    ['/ Ctrl+K', text.keys.search],
    ['?', text.keys.help],
  ] as const;
  return (
    <Modal title={text.keysTitle} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        {rows.map(([key, meaning]) => (
          <div key={key} className="col-span-2 grid grid-cols-subgrid">
            <dt className="font-semibold">{key}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 text-right">
        <Button onClick={onClose}>{text.close}</Button>
      </div>
    </Modal>
  );
}
