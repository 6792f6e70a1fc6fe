// Routes, session and preferences of the back office.
//
// Always true: without a session there is the sign-in; after the end of a session the page stays mounted below a cover,
// so typed text is kept.

import { type Role, roles as allRoles } from '@chaba/contract/back-office/roles';
import type { SessionFacts } from '@chaba/contract/back-office/wire';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { Navigate, Route, Routes, useLocation, useNavigate, useParams } from 'react-router';

import { CallError, setExpiredListener } from '#api/api';
import { sessionQuery } from '#api/queries';
import { NoticeProvider } from '#shell/notice';
import { PreferenceFields } from '#shell/preferences';
import { canOpen, FIRST_PAGE, type PageName, SessionBar, Shell } from '#shell/shell';
import { SignInForm } from '#shell/sign-in-form';
import {
  applyPreferences,
  type Preferences,
  PreferencesContext,
  readPreferences,
  savePreferences,
  useWords,
} from '#text/language';
import { Button } from '#ui/button';
import { Modal } from '#ui/modal';
import { ErrorState, LoadingRows, NoPermission } from '#ui/states';

const DayPage = lazy(async () => ({ default: (await import('./pages/days.tsx')).DayPage }));
const DaysPage = lazy(async () => ({ default: (await import('./pages/days.tsx')).DaysPage }));
const HandoverPage = lazy(async () => ({ default: (await import('./pages/handover.tsx')).HandoverPage }));
const ExportsPage = lazy(async () => ({ default: (await import('./pages/exports.tsx')).ExportsPage }));
const DashboardPage = lazy(async () => ({ default: (await import('./pages/dashboard.tsx')).DashboardPage }));
const DepositsPage = lazy(async () => ({ default: (await import('./pages/deposits.tsx')).DepositsPage }));
const ItemsPage = lazy(async () => ({ default: (await import('./pages/items.tsx')).ItemsPage }));
const QueuesPage = lazy(async () => ({ default: (await import('./pages/queues.tsx')).QueuesPage }));
const WithdrawalsPage = lazy(async () => ({ default: (await import('./pages/withdrawals.tsx')).WithdrawalsPage }));
const ProtectionPage = lazy(async () => ({ default: (await import('./pages/protection.tsx')).ProtectionPage }));
const RiskPage = lazy(async () => ({ default: (await import('./pages/risk.tsx')).RiskPage }));
const SupportPage = lazy(async () => ({ default: (await import('./pages/support.tsx')).SupportPage }));
const MembersPage = lazy(async () => ({ default: (await import('./pages/members.tsx')).MembersPage }));
const MemberPage = lazy(async () => ({ default: (await import('./pages/member.tsx')).MemberPage }));
const CodesPage = lazy(async () => ({ default: (await import('./pages/codes.tsx')).CodesPage }));
const OffersPage = lazy(async () => ({ default: (await import('./pages/offers.tsx')).OffersPage }));
const PromotionEditorPage = lazy(async () => ({
  default: (await import('./pages/promotion-editor.tsx')).PromotionEditorPage,
}));
const ReportsPage = lazy(async () => ({ default: (await import('./pages/reports.tsx')).ReportsPage }));
const RequestsPage = lazy(async () => ({ default: (await import('./pages/requests.tsx')).RequestsPage }));
const AnnouncementsPage = lazy(async () => ({
  default: (await import('./pages/announcements.tsx')).AnnouncementsPage,
}));
const GamesPage = lazy(async () => ({ default: (await import('./pages/games.tsx')).GamesPage }));
const TermsPage = lazy(async () => ({ default: (await import('./pages/terms.tsx')).TermsPage }));
const SitePage = lazy(async () => ({ default: (await import('./pages/site.tsx')).SitePage }));
const AccountsPage = lazy(async () => ({ default: (await import('./pages/accounts.tsx')).AccountsPage }));
const StatementPage = lazy(async () => ({ default: (await import('./pages/statement.tsx')).StatementPage }));
const OperatorsPage = lazy(async () => ({ default: (await import('./pages/operators.tsx')).OperatorsPage }));
const AuditPage = lazy(async () => ({ default: (await import('./pages/audit.tsx')).AuditPage }));
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
  const text = useWords();
  return (
    <EntryFrame title={text.enrolment.title}>
      <Suspense fallback={<LoadingRows />}>
        <EnrolmentPage code={hash.slice(1)} onDone={() => void navigate('/', { replace: true })} />
      </Suspense>
    </EntryFrame>
  );
}

function Signed() {
  const text = useWords();
  const navigate = useNavigate();
  const { data, error, isPending, refetch, dataUpdatedAt } = useQuery(sessionQuery);
  const [expiredAt, setExpiredAt] = useState(0);
  const [version, setVersion] = useState<string>();
  useEffect(() => setExpiredListener(() => setExpiredAt(Date.now())), []);
  if (data && version === undefined) setVersion(data.version);
  const isExpired = data !== undefined && expiredAt > dataUpdatedAt;
  const enrol = (code: string): void => void navigate(`/enrolment#${code}`);

  if (isPending) return <LoadingRows />;
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
      {!isExpired && <SessionBar session={data} />}
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
  const text = useWords();
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
  const text = useWords();
  return (
    <p role="status" className="flex items-center justify-center gap-3 bg-surface-3 px-3 py-1">
      {text.newVersion}
      <Button onClick={() => location.reload()}>{text.reload}</Button>
    </p>
  );
}

function Pages({ session }: { readonly session: SessionFacts }) {
  const [first] = session.sites;
  const text = useWords();
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
    <Routes>
      <Route path="/:site/*" element={<SitePages session={session} />} />
      <Route path="*" element={<Navigate to={`/${first.code}/${FIRST_PAGE}`} replace />} />
    </Routes>
  );
}

type SitePageProps = { readonly site: string; readonly roles: readonly Role[] };
/** Pages of a site by path; without a name: of every role. */
const sitePages: readonly (readonly [path: string, page: PageName | undefined, Page: ComponentType<SitePageProps>])[] =
  [
    ['queues', undefined, QueuesPage],
    ['queues/:queue', undefined, ItemsPage],
    ['dashboard', 'dashboard', DashboardPage],
    ['deposits', 'deposits', DepositsPage],
    ['withdrawals', 'withdrawals', WithdrawalsPage],
    ['accounts', 'accounts', AccountsPage],
    ['accounts/statement', 'accounts', StatementPage],
    ['members', 'members', MembersPage],
    ['members/:member', 'members', MemberPage],
    ['protection', 'protection', ProtectionPage],
    ['risk', 'risk', RiskPage],
    ['support', 'support', SupportPage],
    ['offers', 'offers', OffersPage],
    ['offers/codes', 'offers', CodesPage],
    ['offers/edit', 'offers', PromotionEditorPage],
    ['offers/edit/:promotion', 'offers', PromotionEditorPage],
    ['reports', 'reports', ReportsPage],
    ['reports/:report', 'reports', ReportsPage],
    ['games', 'games', GamesPage],
    ['site', 'site', SitePage],
    ['site/announcements', 'site', AnnouncementsPage],
    ['site/terms', 'site', TermsPage],
    ['days', 'days', DaysPage],
    ['days/:day', 'days', DayPage],
    ['handover', 'handover', HandoverPage],
    ['exports', 'exports', ExportsPage],
    ['operators', 'operators', OperatorsPage],
    ['audit', undefined, AuditPage],
  ];

function SitePages({ session }: { readonly session: SessionFacts }) {
  const { site = '' } = useParams();
  const text = useWords();
  const access = session.sites.find(({ code }) => code === site);
  if (!access) {
    return (
      <main>
        <NoPermission roles={session.sites.map(({ code }) => code)} />
      </main>
    );
  }
  const held = access.roles;
  const only = (page: PageName | undefined, element: ReactNode): ReactNode => {
    if (page === undefined || canOpen(page, held)) return element;
    return <NoPermission roles={allRoles.filter((role) => canOpen(page, [role])).map((role) => text.roles[role])} />;
  };
  return (
    <Shell session={session} site={site}>
      <Suspense fallback={<LoadingRows />}>
        <Routes>
          {sitePages.map(([path, page, Page]) => (
            <Route key={path} path={path} element={only(page, <Page key={site} site={site} roles={held} />)} />
          ))}
          <Route path="requests" element={<RequestsPage key={site} site={site} session={session} />} />
          <Route path="account" element={<AccountPage session={session} />} />
          <Route path="*" element={<Navigate to={`/${site}/${FIRST_PAGE}`} replace />} />
        </Routes>
      </Suspense>
    </Shell>
  );
}
