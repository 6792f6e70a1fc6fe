// Actions about held wins, wins without their bet, rollbacks, stuck rounds, free spins and days that differ.
//
// Always true: a round is decided after the commit of its entry, because each bet is decided in an own transaction.
//
// Elsewhere: the decisions (modules/reconciliation), the rule of people (actions.ts).

import type { Transaction } from '@chaba/database';
import { type Money, parseBaht, zeroMoney } from '@chaba/money';

import * as reconciliation from '#modules/reconciliation';
import * as freeSpins from '#modules/free-spins';
import { loadSite } from '#modules/site';
import { createWalletBatcher } from '#modules/wallet';
import { toWireAmount } from '#core/wire-amount';

import { type ActionEffect, defineAction, type LoadedAction } from './actions.ts';
import { failOperator } from './operator-error.ts';
import { parseDay, parseName, parseNotice, parseOptionalMemberRef } from './subjects.ts';

type Input = Readonly<Record<string, string>>;

/** A transaction of a provider. `memberId` is required when several members have the same id. */
type Named = { readonly provider: string; readonly txId: string; readonly memberId: bigint | undefined };

const parseNamed = (input: Input): Named => ({
  provider: parseName('provider', input['provider']),
  txId: parseName('transaction', input['transaction']),
  memberId: parseOptionalMemberRef(input['member']),
});

const toRejection = (outcome: 'not_waiting' | 'not_single'): ActionEffect =>
  outcome === 'not_waiting' ? { rejection: 'NOT_WAITING' } : { rejection: 'BLOCKED', reasons: [outcome] };

async function loadNamed(_tx: Transaction, _siteId: number, { provider, txId }: Named): Promise<LoadedAction> {
  return { subject: `${provider} ${txId}`, facts: { provider, transaction: txId } };
}

function defineWin(state: 'released' | 'refused') {
  return defineAction<Named>({
    parse: parseNamed,
    async load(tx, siteId, of) {
      const { subject, facts } = await loadNamed(tx, siteId, of);
      const waiting = (await reconciliation.waitingHeldWins(tx, siteId)).filter(
        ({ provider, txId, memberId }) =>
          provider === of.provider && txId === of.txId && (of.memberId ?? memberId) === memberId,
      );
      const [win] = waiting;
      if (win === undefined || waiting.length > 1) return { subject, facts };
      return {
        subject,
        facts: { ...facts, amount: toWireAmount(win.amount), memberId: String(win.memberId) },
        amount: win.amount,
        member: win.memberId,
        waiting: { queue: 'held-wins', since: win.heldAt },
      };
    },
    async run(tx, { siteId }, of) {
      const outcome = await reconciliation.decideHeldWin(tx, { siteId, ...of, state });
      return outcome === 'not_waiting' || outcome === 'not_single' ? toRejection(outcome) : { outcome };
    },
  });
}

const dismissWin = defineAction<Named>({
  parse: parseNamed,
  load: loadNamed,
  async run(tx, { siteId }, of) {
    const win = await reconciliation.dismissOrphanWin(tx, siteId, of);
    if (typeof win === 'string') return toRejection(win);
    return { outcome: 'dismissed', after: { round: win.roundId, amount: toWireAmount(win.amount), was: win.state } };
  },
});

/** A rollback that changed nothing, after it was settled with the provider. */
const dismissRollback = defineAction<Named>({
  parse: parseNamed,
  load: loadNamed,
  async run(tx, { siteId }, of) {
    const found = await reconciliation.dismissRollback(tx, siteId, of);
    if (typeof found === 'string') return toRejection(found);
    return { outcome: 'dismissed', after: { bet: found.refTxId, round: found.roundId } };
  },
});

type NamedRound = { readonly provider: string; readonly roundId: string };

const parseRound = (input: Input): NamedRound => ({
  provider: parseName('provider', input['provider']),
  roundId: parseName('round', input['round']),
});

function defineRound(to: 'settle' | 'void') {
  return defineAction<NamedRound>({
    parse: parseRound,
    async load(tx, siteId, { provider, roundId }) {
      const rounds = (await reconciliation.stuckRounds(tx, siteId)).filter(
        (round) => round.provider === provider && round.roundId === roundId,
      );
      return {
        subject: `${provider} ${roundId}`,
        facts: {
          provider,
          round: roundId,
          stakes: rounds.map(({ stake }) => toWireAmount(stake)),
          states: rounds.map(({ providerState }) => providerState),
          members: rounds.map(({ memberId }) => String(memberId)),
        },
      };
    },
    async run(tx, { siteId }, { provider, roundId }) {
      const waiting = (await reconciliation.stuckRounds(tx, siteId)).filter(
        (round) => round.provider === provider && round.roundId === roundId,
      );
      if (waiting.length === 0) return { rejection: 'NOT_WAITING' };
      if (to === 'settle' && waiting.some(({ providerState }) => providerState !== 'settled')) {
        return { rejection: 'BLOCKED', reasons: ['not_told'] };
      }
      const site = await loadSite(tx, siteId);
      return {
        outcome: to === 'settle' ? 'settled' : 'voided',
        finish: async (database) => {
          const of = { provider, roundId, to };
          return { result: await reconciliation.decideStuckRound(database, site, createWalletBatcher(database), of) };
        },
      };
    },
  });
}

type Spins = NamedRound & {
  readonly memberId: bigint | undefined;
  readonly amount: Money;
  readonly notice: string;
};

/** Settles or voids the waiting free spins of a round. `notice`: the reason that the member reads. */
function defineSpins(decision: 'settled' | 'voided') {
  return defineAction<Spins>({
    parse(input) {
      const amount = decision === 'voided' ? zeroMoney : parseBaht(input['amount'] ?? '');
      const notice = parseNotice(input['notice']);
      return {
        ...parseRound(input),
        memberId: parseOptionalMemberRef(input['member']),
        amount: amount ?? failOperator('FIELD_INVALID', { field: 'amount' }),
        notice: notice ?? failOperator('FIELD_INVALID', { field: 'notice' }),
      };
    },
    load: async (_tx, _siteId, { provider, roundId, amount, notice }) => ({
      subject: `${provider} ${roundId}`,
      facts: { provider, round: roundId, amount: toWireAmount(amount), notice },
    }),
    async run(tx, { siteId }, of) {
      const round = await freeSpins.recordSpinDecision(tx, siteId, { ...of, decision });
      if (typeof round === 'string') return toRejection(round);
      const site = await loadSite(tx, siteId);
      return {
        outcome: decision,
        after: { notice: of.notice, amount: toWireAmount(of.amount), spins: round.spins, game: round.gameCode },
        finish: async (database) => ({
          applied: await freeSpins.applySpinDecisions(database, site, createWalletBatcher(database)),
        }),
      };
    },
  });
}

const closeDay = defineAction<{ readonly provider: string; readonly day: string }>({
  parse: (input) => ({ provider: parseName('provider', input['provider']), day: parseDay(input['day']) }),
  load: async (_tx, _siteId, { provider, day }) => ({ subject: `${provider} ${day}`, facts: { provider, day } }),
  async run(tx, by, of) {
    const outcome = await reconciliation.closeReconciledDay(tx, by.siteId, { ...of, closedBy: by.name });
    return outcome === 'not_waiting' ? { rejection: 'NOT_WAITING' } : { outcome };
  },
});

export const roundActions = {
  'win.release': defineWin('released'),
  'win.refuse': defineWin('refused'),
  'win.dismiss': dismissWin,
  'rollback.dismiss': dismissRollback,
  'round.settle': defineRound('settle'),
  'round.void': defineRound('void'),
  'spins.settle': defineSpins('settled'),
  'spins.void': defineSpins('voided'),
  'day.close': closeDay,
};
