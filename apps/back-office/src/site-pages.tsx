// The pages of a site by path, each loaded when it is opened, in the frame of the site.
//
// Always true: a page that the roles lack names those that have it.

import { type Role, roles as allRoles } from '@chaba/contract/back-office/roles';
import type { SessionFacts } from '@chaba/contract/back-office/wire';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router';

import { canOpen, FIRST_PAGE, type PageName, Shell } from '#shell/shell';
import { useWords } from '#text/language';
import { PageBoundary } from '#ui/page-boundary';
import { LoadingRows, NoPermission } from '#ui/states';

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
const MemberStatementPage = lazy(async () => ({
  default: (await import('./pages/member-statement.tsx')).MemberStatementPage,
}));
const CodesPage = lazy(async () => ({ default: (await import('./pages/codes.tsx')).CodesPage }));
const OffersPage = lazy(async () => ({ default: (await import('./pages/offers.tsx')).OffersPage }));
const AdjustmentsPage = lazy(async () => ({ default: (await import('./pages/adjustments.tsx')).AdjustmentsPage }));
const OfferTermsPage = lazy(async () => ({ default: (await import('./pages/offer-terms.tsx')).OfferTermsPage }));
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
const AccessLogPage = lazy(async () => ({ default: (await import('./pages/access-log.tsx')).AccessLogPage }));
const AccountPage = lazy(async () => ({ default: (await import('./pages/account.tsx')).AccountPage }));

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
