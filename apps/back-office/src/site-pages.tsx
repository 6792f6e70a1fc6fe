// The pages of a site by path, each loaded when it is opened, in the frame of the site.
//
// Always true: a page that the roles lack names those that have it.

import { type Role, roles as allRoles } from '@chaba/contract/back-office/roles';
import type { SessionFacts } from '@chaba/contract/back-office/wire';
import { type ReactNode, Suspense } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation, useParams } from 'react-router';

import { canOpen, FIRST_PAGE, type PageName, Shell } from '#shell/shell';
import { useWords } from '#text/language';
import { type LazyPage, lazyPage } from '#ui/lazy-page';
import { PageBoundary } from '#ui/page-boundary';
import { LoadingRows, NoPermission } from '#ui/states';

const DayPage = lazyPage(async () => (await import('./pages/days.tsx')).DayPage);
const DaysPage = lazyPage(async () => (await import('./pages/days.tsx')).DaysPage);
const HandoverPage = lazyPage(async () => (await import('./pages/handover.tsx')).HandoverPage);
const ExportsPage = lazyPage(async () => (await import('./pages/exports.tsx')).ExportsPage);
const DashboardPage = lazyPage(async () => (await import('./pages/dashboard.tsx')).DashboardPage);
const DepositsPage = lazyPage(async () => (await import('./pages/deposits.tsx')).DepositsPage);
const ItemsPage = lazyPage(async () => (await import('./pages/items.tsx')).ItemsPage);
const QueuesPage = lazyPage(async () => (await import('./pages/queues.tsx')).QueuesPage);
const WithdrawalsPage = lazyPage(async () => (await import('./pages/withdrawals.tsx')).WithdrawalsPage);
const ProtectionPage = lazyPage(async () => (await import('./pages/protection.tsx')).ProtectionPage);
const RiskPage = lazyPage(async () => (await import('./pages/risk.tsx')).RiskPage);
const SupportPage = lazyPage(async () => (await import('./pages/support.tsx')).SupportPage);
const MembersPage = lazyPage(async () => (await import('./pages/members.tsx')).MembersPage);
const MemberPage = lazyPage(async () => (await import('./pages/member.tsx')).MemberPage);
const MemberStatementPage = lazyPage(async () => (await import('./pages/member-statement.tsx')).MemberStatementPage);
const CodesPage = lazyPage(async () => (await import('./pages/codes.tsx')).CodesPage);
const OffersPage = lazyPage(async () => (await import('./pages/offers.tsx')).OffersPage);
const AdjustmentsPage = lazyPage(async () => (await import('./pages/adjustments.tsx')).AdjustmentsPage);
const OfferTermsPage = lazyPage(async () => (await import('./pages/offer-terms.tsx')).OfferTermsPage);
const PromotionEditorPage = lazyPage(async () => (await import('./pages/promotion-editor.tsx')).PromotionEditorPage);
const ReportsPage = lazyPage(async () => (await import('./pages/reports.tsx')).ReportsPage);
const RequestsPage = lazyPage(async () => (await import('./pages/requests.tsx')).RequestsPage);
const AnnouncementsPage = lazyPage(async () => (await import('./pages/announcements.tsx')).AnnouncementsPage);
const GamesPage = lazyPage(async () => (await import('./pages/games.tsx')).GamesPage);
const TermsPage = lazyPage(async () => (await import('./pages/terms.tsx')).TermsPage);
const SitePage = lazyPage(async () => (await import('./pages/site.tsx')).SitePage);
const AccountsPage = lazyPage(async () => (await import('./pages/accounts.tsx')).AccountsPage);
const StatementPage = lazyPage(async () => (await import('./pages/statement.tsx')).StatementPage);
const OperatorsPage = lazyPage(async () => (await import('./pages/operators.tsx')).OperatorsPage);
const AuditPage = lazyPage(async () => (await import('./pages/audit.tsx')).AuditPage);
const AccessLogPage = lazyPage(async () => (await import('./pages/access-log.tsx')).AccessLogPage);
const AccountPage = lazyPage(async () => (await import('./pages/account.tsx')).AccountPage);

type SitePageProps = { readonly site: string; readonly roles: readonly Role[] };
/** Pages of a site by path; without a name: of every role. */
const sitePages: readonly (readonly [path: string, page: PageName | undefined, Page: LazyPage<SitePageProps>])[] = [
  ['queues', undefined, QueuesPage],
  ['queues/:queue', undefined, ItemsPage],
  ['dashboard', 'dashboard', DashboardPage],
  ['deposits', 'deposits', DepositsPage],
  ['withdrawals', 'withdrawals', WithdrawalsPage],
  ['accounts', 'accounts', AccountsPage],
  ['accounts/statement', 'accounts', StatementPage],
  ['adjustments', 'adjustments', AdjustmentsPage],
  ['members', 'members', MembersPage],
  ['members/:member', 'members', MemberPage],
  ['members/:member/statement', 'adjustments', MemberStatementPage],
  ['protection', 'protection', ProtectionPage],
  ['risk', 'risk', RiskPage],
  ['support', 'support', SupportPage],
  ['offers', 'offers', OffersPage],
  ['offers/codes', 'offers', CodesPage],
  ['offers/terms', 'offers', OfferTermsPage],
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
  ['audit/access', undefined, AccessLogPage],
];

// The code of the page that the address names loads while the session is read.
const opened = sitePages.find(([path]) => matchPath(`/:site/${path}`, location.pathname) !== null);
export const openedCode = opened?.[2].load();
openedCode?.catch(() => undefined);

/** The frame of a site with its pages. */
export function SitePages({ session }: { readonly session: SessionFacts }) {
  const { site = '' } = useParams();
  const { pathname } = useLocation();
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
      <PageBoundary address={pathname}>
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
      </PageBoundary>
    </Shell>
  );
}
