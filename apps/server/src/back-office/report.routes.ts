// The dashboard and the reports: figures of money and of play, each for the roles that have its permission.
//
// Elsewhere: the figures (modules/reports), their names (packages/contract/src/back-office/report-wire.ts).

import {
  type DashboardFacts,
  type ReportFigures,
  moneyFigures,
  playFigures,
} from '@chaba/contract/back-office/report-wire';
import { hasPermission, type Role } from '@chaba/contract/back-office/roles';
import { subtract } from '@chaba/money';

import { findStatus } from '#modules/operations';
import { type DaySums, loadDashboard } from '#modules/reports';
import { toWireAmount } from '#operators/back-office';

import type { BackOfficeContext } from './context.ts';
import type { Handlers, SiteCall } from './routes.ts';

export function createReportHandlers(context: BackOfficeContext): Pick<Handlers, 'dashboard'> {
  return { dashboard: (call) => readDashboard(context, call) };
}

async function readDashboard({ database, config }: BackOfficeContext, { acting }: SiteCall): Promise<DashboardFacts> {
  const { siteId, roles } = acting;
  const isBackupExpected = config.mode === 'licensed';
  const [found, status] = await Promise.all([
    loadDashboard(database, siteId),
    findStatus(database, { isBackupExpected, isStandbyRequired: config.isSyncRequired }),
  ]);
  const pick = (sums: DaySums | undefined): ReportFigures => toFigures(sums, roles);
  return {
    asOf: found.asOf.toISOString(),
    hoursUntil: found.hoursUntil?.toISOString() ?? null,
    slicesUntil: found.slicesUntil?.toISOString() ?? null,
    isBehind: found.isBehind,
    today: pick(found.today),
    comparedUntil: found.comparedUntil.toISOString(),
    yesterday: pick(found.yesterday),
    lastWeek: pick(found.lastWeek),
    hours: found.hours.map(({ day, hourOfDay, ...sums }) => ({ day, hour: hourOfDay, ...pick(sums) })),
    ...(hasPermission(roles, 'reports.play')
      ? {
          providers: found.providers.map(({ provider, stakes, ggr }) => ({
            provider,
            stakes: toWireAmount(stakes),
            ggr: toWireAmount(ggr),
          })),
        }
      : {}),
    level: status.level,
  };
}

const listFigures = (roles: readonly Role[]) => [
  ...(hasPermission(roles, 'reports.money') ? moneyFigures : []),
  ...(hasPermission(roles, 'reports.play') ? playFigures : []),
];

function toFigures(sums: DaySums | undefined, roles: readonly Role[]): ReportFigures {
  if (sums === undefined) return {};
  const all = {
    deposits: toWireAmount(sums.deposits),
    withdrawals: toWireAmount(sums.withdrawals),
    net: toWireAmount(subtract(sums.deposits, sums.withdrawals)),
    ggr: toWireAmount(sums.ggr),
    gifts: toWireAmount(sums.gifts),
    players: String(sums.players),
    registered: String(sums.registered),
  };
  return Object.fromEntries(listFigures(roles).map((name) => [name, all[name]]));
}
