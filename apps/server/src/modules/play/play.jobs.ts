// What playing needs done by itself: tokens that are long over are cleared away, wins without a bet are tried again, rounds that
// stay open are marked and asked about, locked members leave their games, and each provider's day is compared with our books.

import type { Context } from '#core/context';
import { sideBySide } from '#core/side-by-side';
import type { Job } from '#jobs/jobs';
import { atEverySite } from '#modules/site';

import { tellKicks } from './kicks.ts';
import { deleteOldTokens } from './launch.store.ts';
import { markLeftOpen } from './left-open.ts';
import { type Asking, comparedProviders, openAsking, openFeeds } from './provider-calls.ts';
import { compareDueDays } from './reconciliation.ts';
import { askAboutOpenRounds } from './stuck-rounds.ts';
import { serveWaiting } from './waiting-wins.ts';
import { openWalletLanes } from './wallet-lanes.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const TOKENS_KEPT_DAYS = 2;

const askings = new WeakMap<Context, Asking>();

/** Circuit breakers live as long as the process. */
function askingOf(context: Context): Asking {
  const asking = askings.get(context) ?? openAsking(context.database, context.config);
  askings.set(context, asking);
  return asking;
}

export const playJobs: readonly Job[] = [
  {
    name: 'clear game tokens that are over',
    everyMs: HOUR_MS,
    async run({ database }) {
      await atEverySite(database, (site) => deleteOldTokens(database, site.id, TOKENS_KEPT_DAYS));
    },
  },
  {
    name: 'try wins again that waited for their bet',
    everyMs: MINUTE_MS,
    async run({ database, log }) {
      const lanes = openWalletLanes(database);
      await atEverySite(database, (site) => serveWaiting(database, site, lanes, log));
    },
  },
  {
    name: 'mark rounds that were left open',
    everyMs: MINUTE_MS,
    async run({ database }) {
      await atEverySite(database, (site) => markLeftOpen(database, site.id));
    },
  },
  {
    name: 'ask about rounds that stay open',
    everyMs: 5 * MINUTE_MS,
    async run(context) {
      const { database, log } = context;
      await atEverySite(database, (site) => askAboutOpenRounds(database, site, askingOf(context), log));
    },
  },
  {
    name: 'end the games of locked members',
    everyMs: 2 * SECOND_MS,
    async run(context) {
      const { database, log } = context;
      await atEverySite(database, (site) => tellKicks(database, site, askingOf(context), log));
    },
  },
  {
    name: 'compare the day of each provider',
    everyMs: HOUR_MS,
    async run(context) {
      const { database, log, config } = context;
      const feedOf = openFeeds(database, config, askingOf(context));
      await atEverySite(database, async (site) => {
        await sideBySide(comparedProviders, 1, async (provider) => {
          const calls = await feedOf(site, provider);
          if (!calls) return;
          await compareDueDays({ database, site, provider, calls, log, isPlayMoney: config.mode === 'play' });
        });
      });
    },
  },
];
