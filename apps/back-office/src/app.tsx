// Routes, session and preferences of the back office.
//
// Always true: without a session there is the sign-in; after the end of a session the page stays mounted below a cover,
// so typed text is kept.

import type { SessionFacts } from '@chaba/contract/back-office/wire';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { Navigate, Route, Routes, useLocation, useNavigate } from 'react-router';

import { CallError, mayHaveSession, setExpiredListener } from '#api/api';
import { sessionQuery } from '#api/queries';
import { NoticeProvider } from '#shell/notice';
import { PreferenceFields } from '#shell/preferences';
import { SignInForm } from '#shell/sign-in-form';
import {
  applyPreferences,
  type Preferences,
  PreferencesContext,
  readPreferences,
  savePreferences,
  useEntryWords,
} from '#text/entry';
import { Button } from '#ui/button';
import { lazyPage } from '#ui/lazy-page';
import { Modal } from '#ui/modal';
import { PageBoundary } from '#ui/page-boundary';
import { ErrorState, LoadingRows } from '#ui/states';

// The sign-in starts without frame and pages; where a session may be open, they load while it is read.
const loadPages = () => import('./site-pages.tsx');
const SitePages = lazyPage(async () => (await loadPages()).SitePages);
const SessionBar = lazyPage(async () => (await import('#shell/shell')).SessionBar);
/** Ends with the code of the address, or without it: the page reports what is missing. */
const openedCode = mayHaveSession()
  ? Promise.allSettled([SitePages.load(), SessionBar.load(), loadPages().then((pages) => pages.openedCode)])
  : undefined;
const AccountPage = lazy(async () => ({ default: (await import('./pages/account.tsx')).AccountPage }));
const EnrolmentPage = lazy(async () => ({ default: (await import('./pages/enrolment.tsx')).EnrolmentPage }));

export function App() {
  const [preferences, setPreferences] = useState(readPreferences);
  const change = useCallback((to: Partial<Preferences>) => setPreferences((before) => ({ ...before, ...to })), []);
  useEffect(() => {
    applyPreferences(preferences);
    savePreferences(preferences);
  }, [preferences]);
  const api = useMemo(() => ({ preferences, change }), [preferences, change]);
  return (
    <PreferencesContext value={api}>
      <NoticeProvider>
        <Routes>
          <Route path="/enrolment" element={<Enrolment />} />
          <Route path="*" element={<Signed />} />
        </Routes>
      </NoticeProvider>
    </PreferencesContext>
  );
}

function Enrolment() {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const text = useEntryWords();
  return (
    <EntryFrame title={text.enrolment.title}>
      <Suspense fallback={<LoadingRows />}>
        <EnrolmentPage code={hash.slice(1)} onDone={() => void navigate('/', { replace: true })} />
      </Suspense>
    </EntryFrame>
  );
}

function Signed() {
  const text = useEntryWords();
  const navigate = useNavigate();
  const { data, error, isPending, refetch, dataUpdatedAt } = useQuery(sessionQuery);
  const [expiredAt, setExpiredAt] = useState(0);
  const [version, setVersion] = useState<string>();
  const [isCodeAwaited, setCodeAwaited] = useState(openedCode !== undefined);
  useEffect(() => void openedCode?.then(() => setCodeAwaited(false)), []);
  useEffect(() => setExpiredListener(() => setExpiredAt(Date.now())), []);
  if (data && version === undefined) setVersion(data.version);
  const isExpired = data !== undefined && expiredAt > dataUpdatedAt;
  const enrol = (code: string): void => void navigate(`/enrolment#${code}`);

  if (isPending || (data && isCodeAwaited)) return <LoadingRows />;
  if (!data) {
    if (error instanceof CallError && error.code === 'SIGN_IN_REQUIRED') {
      return (
        <EntryFrame title={text.signIn.title}>
          <SignInForm onEnrol={enrol} />
        </EntryFrame>
      );
    }
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      {version !== data.version && <NewVersion />}
      <Pages key={data.operator.name} session={data} />
      {!isExpired && (
        <Suspense fallback={null}>
          <SessionBar session={data} />
        </Suspense>
      )}
      {isExpired && (
        <Modal title={text.signIn.title} onClose={undefined} isCover>
          <p role="alert" className="mb-3">
            {text.signIn.expired}
          </p>
          <SignInForm name={data.operator.name} onEnrol={enrol} />
        </Modal>
      )}
    </>
  );
}

function EntryFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const text = useEntryWords();
  useEffect(() => {
    document.title = `${title} · ${text.product}`;
  }, [title, text]);
  return (
    <main className="mx-auto grid min-h-dvh w-[min(24rem,100%)] content-center gap-5 p-4">
      <div>
        <p className="text-text-2">{text.product}</p>
        <h1 className="text-title-1">{title}</h1>
      </div>
      {children}
      <PreferenceFields />
    </main>
  );
}

function NewVersion() {
  const text = useEntryWords();
  return (
    <p role="status" className="flex items-center justify-center gap-3 bg-surface-3 px-3 py-1">
      {text.newVersion}
      <Button onClick={() => location.reload()}>{text.reload}</Button>
    </p>
  );
}

function Pages({ session }: { readonly session: SessionFacts }) {
  const [first] = session.sites;
  const text = useEntryWords();
  const { pathname } = useLocation();
  if (!first) {
    return (
      <EntryFrame title={text.noSite}>
        <Suspense fallback={<LoadingRows />}>
          <AccountPage session={session} />
        </Suspense>
      </EntryFrame>
    );
  }
  return (
    <PageBoundary address={pathname}>
      <Suspense fallback={<LoadingRows />}>
        <Routes>
          <Route path="/:site/*" element={<SitePages session={session} />} />
          <Route path="*" element={<Navigate to={`/${first.code}`} replace />} />
        </Routes>
      </Suspense>
    </PageBoundary>
  );
}
