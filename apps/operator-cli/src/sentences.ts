// The sentence of each action that a command does: printed after it, by its person or by the second one.
//
// Elsewhere: the commands (operator.ts), the run of an action (act.ts).

import type { ActionName } from '@chaba/contract/back-office/actions';
import { formatBaht, parseBaht, zeroMoney } from '@chaba/money';
import { computePromotionCost, PROMOTION_SHARE_MAX } from '@chaba/promotions/cost';
import { parseReference, formatReference } from '@chaba/server/core/references';
import { listAllPromotions } from '@chaba/server/modules/promotions';
import { listGameReturns } from '@chaba/server/modules/offer-costs';
import { findMember } from '@chaba/server/modules/members';
import type { ActionFacts, ActionInput } from '@chaba/server/modules/operators';

import { type CommandContext, loadMemberName } from './command-context.ts';
import { formatFacts, formatTable } from './printing.ts';

/** A done action, for its sentence. */
export type Done = {
  readonly context: CommandContext;
  readonly input: ActionInput;
  readonly outcome: string;
  readonly after: ActionFacts;
  readonly secret?: string | undefined;
};

export type Rejected = Pick<Done, 'context' | 'input'> & { readonly reasons: readonly string[] };

export type Sentences = {
  readonly done: (of: Done) => string | Promise<string>;
  /** By a reason of BLOCKED or by the code. */
  readonly rejected?: Readonly<Record<string, (of: Rejected) => string>>;
};

const get = (input: ActionInput, field: string): string => input[field] ?? '';
/** A fact as text. */
const print = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const toBaht = (value: unknown): string => formatBaht(parseBaht(print(value)) ?? zeroMoney);

async function phoneOf({ database, site }: CommandContext, member: string): Promise<string> {
  const memberId = BigInt(member.replace(/^M/, '') || '0');
  return (await findMember(database, site.id, memberId))?.phone ?? member;
}

const referenceOf = (kind: 'withdrawal' | 'deposit', text: string): string => {
  const id = parseReference(kind, text);
  return id === undefined ? text : formatReference(kind, id);
};

// ── withdrawals ──

const withdrawalOf = ({ input }: { readonly input: ActionInput }): string =>
  referenceOf('withdrawal', get(input, 'withdrawal'));
const notWaiting = (of: Rejected): string =>
  `${withdrawalOf(of)} does not wait for a decision at ${of.context.site.code}.`;

const withdrawal: Sentences = {
  done(of) {
    const name = withdrawalOf(of);
    if (of.outcome === 'cancelled') return `${name} is cancelled: the member owes, and the debt was repaid from it.`;
    if (of.outcome === 'bonus_ended') {
      return `${name} is cancelled: the exclusion of the member ended the bonus of its money.`;
    }
    return `${name} is ${of.outcome}.`;
  },
  rejected: {
    NOT_WAITING: notWaiting,
    NOT_FOUND: notWaiting,
    SUBMITTED: (of) => `${withdrawalOf(of)} cannot be stopped: the bank was called about it.`,
    BLOCKED: (of) => `${withdrawalOf(of)} cannot be approved now: ${of.reasons.join(', ') || 'see withdrawals'}.`,
  },
};

const recordLost: Sentences = {
  done: async ({ context, input }) => {
    const memberId = BigInt(get(input, 'member').replace(/^M/, ''));
    const name = await loadMemberName(context.database, context.site.id, memberId);
    return `${get(input, 'payout')} is paid; ${name} is debited.`;
  },
  rejected: {
    exists: ({ input }) => `The withdrawal of ${get(input, 'payout')} is known: see withdrawals.`,
    NOT_WAITING: ({ context, input }) =>
      `No statement shows ${get(input, 'payout')} as paid, or ${context.site.code} was not recovered.`,
  },
};

// ── deposits ──

const depositOf = ({ input }: { readonly input: ActionInput }): string => referenceOf('deposit', get(input, 'deposit'));
const undecided: Readonly<Record<string, (of: Rejected) => string>> = Object.fromEntries(
  [
    ['NOT_WAITING', 'does not wait for a decision'],
    ['NOT_FOUND', 'does not wait for a decision'],
  ].map(([code, what]) => [code, (of: Rejected) => `${depositOf(of)} ${what} at ${of.context.site.code}.`]),
);
const undecidedDeposit: Sentences['rejected'] = {
  ...undecided,
  over_limit: (of) => `${depositOf(of)} is above the deposit limit that the member set: return it.`,
  bet_open: (of) => `${depositOf(of)} brought a bonus that has an open bet: try again when the bet has a result.`,
  payout_open: (of) =>
    `${depositOf(of)} brought a bonus with a payout at the bank: try again when the payout has a result.`,
};

/** The amounts debited from the credited member. */
async function formatDebit({ context, after }: Done): Promise<string> {
  if (after['takenFrom'] === undefined) return '';
  const name = await loadMemberName(
    context.database,
    Number(after['takenFromSite']),
    BigInt(print(after['takenFrom'])),
  );
  const owed = parseBaht(print(after['owed'])) ?? zeroMoney;
  const debt = owed > 0n ? `, who owes ${formatBaht(owed)} baht` : '';
  return ` ${toBaht(after['taken'])} baht were taken from ${name}${debt}.`;
}

const attach: Sentences = {
  async done(of) {
    const phone = await phoneOf(of.context, get(of.input, 'member'));
    if (of.outcome === 'confirmed') return `${depositOf(of)} stays with ${phone}.`;
    return `${depositOf(of)} is ${of.outcome} to ${phone}.${await formatDebit(of)}`;
  },
  rejected: undecidedDeposit,
};
const sendBack: Sentences = {
  done: async (of) => `${depositOf(of)} is ${of.outcome}.${await formatDebit(of)}`,
  rejected: undecidedDeposit,
};
const notDecided = (of: Rejected): string =>
  `${depositOf(of)} is neither credited nor returned at ${of.context.site.code}.`;
const dispute: Sentences = {
  done: (of) => `${depositOf(of)} is ${of.outcome}: credit it to a member or return it.`,
  rejected: { NOT_WAITING: notDecided, NOT_FOUND: notDecided },
};

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const importStatement: Sentences = {
  done({ input, after }) {
    const lines = get(input, 'lines').split('\n');
    const outcomes = after['outcomes'] as readonly string[];
    return formatTable(
      outcomes.map((outcome, index) => [outcome, (lines[index] ?? '').replace(UNPRINTABLE, '\u{fffd}')]),
    );
  },
  rejected: { no_arrival: () => 'No line of the file reports an arrival: nothing was imported.' },
};

const closeReport: Sentences = {
  done: ({ input }) => `Report ${get(input, 'report')} is closed.`,
  rejected: {
    NOT_WAITING: ({ context, input }) => `There is no open report ${get(input, 'report')} at ${context.site.code}.`,
  },
};

const enterBalance: Sentences = {
  done: ({ outcome }) =>
    outcome === 'begun' ? 'The book of this account begins here.' : 'Entered: see findings after the next hourly run.',
  rejected: {
    has_statement: () => 'The bank provides statements of this account itself.',
    out_of_order: () => 'A later balance of this account is known.',
    NOT_FOUND: ({ input }) => `The house has no bank account ${get(input, 'account')}: see bank-book.`,
  },
};

const releasePayouts: Sentences = {
  done: ({ context }) => `Payouts of ${context.site.code} are submitted again.`,
  rejected: {
    NOT_WAITING: ({ context }) => `No payout of ${context.site.code} is held for a recovery.`,
    recovery_open: () =>
      'Run npm run ops -- compare-outside until all have answered, and close each finding and each day with discrepancies first.',
  },
};

const closeFinding: Sentences = {
  done: ({ input }) => `Finding ${get(input, 'finding')} is closed.`,
  rejected: {
    NOT_WAITING: ({ context, input }) => `There is no open finding ${get(input, 'finding')} at ${context.site.code}.`,
  },
};

// ── receiving accounts ──

const accountOf = ({ bank = '', account = '' }: ActionInput): string => (bank === '' ? account : `${bank}/${account}`);

/** When members are shown a change. */
function formatWait(after: ActionFacts): string {
  const minutes = Number(after['shownAfterSeconds'] ?? 0) / 60;
  if (minutes === 0) return 'now';
  return minutes < 60 ? `in ${minutes} minute` : `in ${minutes / 60} hours`;
}

const openAccount: Sentences = {
  done: ({ input, after }) =>
    `${accountOf(input)} is open: members are shown it ${formatWait(after)}. Send one baht to it first.`,
  rejected: {
    exists: ({ input }) => `${accountOf(input)} is open already: see accounts.`,
    holder_differs: ({ context, input }) =>
      `${accountOf(input)} has another holder at ${context.site.code}: see accounts. Nothing was changed.`,
  },
};

const setPromptPay: Sentences = {
  done: ({ input, after }) =>
    after['promptPay'] === null
      ? `${print(after['account'])} has no PromptPay id.`
      : `${print(after['account'])} is paid by PromptPay ${get(input, 'promptPay')}${formatWait(after) === 'now' ? '' : ` ${formatWait(after)}`}: send one baht by a code of it before members do.`,
};

const setCeilings: Sentences = {
  done: ({ after }) =>
    `${print(after['account'])} is shown up to ${after['dayMax'] === null ? 'any sum' : `${toBaht(after['dayMax'])} baht`} a day and ${after['totalMax'] === null ? 'any sum' : `${toBaht(after['totalMax'])} baht`} in all.`,
};

const setPlace: Sentences = {
  done: ({ after }) =>
    `${print(after['account'])} has place ${print(after['place'])}${after['rotation'] === null ? '' : `, in turn with ${print(after['rotation'])}`}.`,
};

const closeAccount: Sentences = {
  done: ({ after }) =>
    `${print(after['account'])} is closed: members are not shown it. What they send to it is still credited from the bank's feed.`,
  rejected: { NOT_WAITING: () => 'This account is closed already.' },
};

// ── members and referral income ──

const movementOf = ({ input }: { readonly input: ActionInput }): string =>
  referenceOf('deposit', get(input, 'withdrawal'));

const incomeDecision: Sentences = {
  done: (of) => `${movementOf(of)} is ${of.outcome}.`,
  rejected: {
    NOT_WAITING: (of) => `${movementOf(of)} does not wait for a decision at ${of.context.site.code}.`,
    not_enough: (of) => `${movementOf(of)} is more than the affiliate wallet holds now.`,
  },
};

const heldDay: Sentences = {
  done: async ({ context, input, outcome }) =>
    `The income of ${await phoneOf(context, get(input, 'member'))} for ${get(input, 'day')} is ${outcome}.`,
  rejected: { NOT_WAITING: ({ input }) => `Nothing of this member is held for ${get(input, 'day')}.` },
};

const takeBack: Sentences = {
  done: async ({ context, input, after }) =>
    `${toBaht(after['taken'])} baht were taken from the affiliate wallet of ${await phoneOf(context, get(input, 'member'))}.`,
};

const adjustment: Sentences = {
  done: async ({ context, input, outcome, after }) =>
    `${toBaht(after['amount'])} baht are ${outcome} ${outcome === 'credited' ? 'to' : 'from'} ${await phoneOf(context, get(input, 'member'))}.`,
  rejected: {
    not_enough: ({ input }) => `Less than ${toBaht(get(input, 'amount'))} baht is playable: nothing was changed.`,
  },
};

const lock: Sentences = {
  done: async ({ context, input, outcome }) => `${await phoneOf(context, get(input, 'member'))} is ${outcome}.`,
  rejected: { NOT_WAITING: () => 'This member is so already.' },
};

const beginBreak: Sentences = {
  done: async ({ context, input }) =>
    `${await phoneOf(context, get(input, 'member'))} is on a break: withdrawing stays open.`,
};

const liftExclusion: Sentences = {
  done: async ({ context, input }) =>
    `The exclusion of ${await phoneOf(context, get(input, 'member'))} ends after its half year, a week from now at the earliest.`,
  rejected: { NOT_WAITING: () => 'This member is not excluded for good: other breaks end by themselves.' },
};

const revokeBonus: Sentences = {
  done: async ({ context, input, outcome }) =>
    `The bonus of ${await phoneOf(context, get(input, 'member'))} is ${outcome}.`,
  rejected: {
    NOT_WAITING: () => 'No bonus of this member is running.',
    bet_open: () => 'A bet of this member waits for its result: try again then.',
    payout_open: () => 'A withdrawal of this member is open: stop it or wait for it.',
  },
};

// ── promotions and codes ──

/** Names a cost above the bound of promotions. */
async function formatCost({ database, site }: CommandContext, id: string): Promise<string> {
  const promotion = (await listAllPromotions(database, site.id)).find((each) => each.id === id);
  const share = promotion && computePromotionCost(promotion, listGameReturns(site.catalogue))?.share;
  if (share === undefined || share <= PROMOTION_SHARE_MAX) return '';
  return ` It may cost ${Math.round(share * 100)} % of its bonus, which is above the bound: see promotions --cost.`;
}

const publishPromotion: Sentences = {
  async done({ context, input, outcome }) {
    const id = get(input, 'promotion');
    return `The promotion ${id} of ${context.site.code} is ${outcome}.${await formatCost(context, id)}`;
  },
};
const endPromotion: Sentences = {
  done: ({ context, input, outcome }) =>
    `The promotion ${get(input, 'promotion')} of ${context.site.code} is ${outcome}.`,
  rejected: {
    NOT_WAITING: ({ context, input }) => `No promotion ${get(input, 'promotion')} is offered at ${context.site.code}.`,
  },
};
const codeOf = (input: ActionInput): string => get(input, 'code').toUpperCase();
const createCode: Sentences = {
  done: ({ context, input }) => `The code ${codeOf(input)} of ${context.site.code} is created.`,
  rejected: {
    code_exists: ({ context, input }) =>
      `There is a code ${codeOf(input)} at ${context.site.code}: a word is used once.`,
  },
};
const endCode: Sentences = {
  done: ({ context, input }) => `The code ${codeOf(input)} of ${context.site.code} is ended.`,
  rejected: { NOT_WAITING: ({ context, input }) => `No code ${codeOf(input)} is running at ${context.site.code}.` },
};

// ── providers and games ──

const providerOf = ({ input }: { readonly input: ActionInput }): string => get(input, 'provider');

const setOpen: Sentences = {
  done: (of) => `${providerOf(of)} is ${of.outcome === 'opened' ? 'open' : 'closed'} at ${of.context.site.code}.`,
};
const setWinCap: Sentences = {
  done: (of) => `Wins of ${providerOf(of)} above ${toBaht(get(of.input, 'amount'))} baht are held.`,
};

function orderOf({ input }: Rejected): string | undefined {
  return get(input, 'terms')
    .split('\n')
    .find((word) => word.startsWith('order='))
    ?.slice('order='.length);
}
const orderTaken = (of: Rejected): string => {
  const order = orderOf(of);
  const holder = of.context.site.catalogue.lobby.find(({ lobbyOrder }) => String(lobbyOrder) === order);
  return `Place ${order} of the lobby is taken by ${holder?.ch ?? 'another'}: nothing was changed.`;
};

const addProvider: Sentences = {
  done(of) {
    const code = providerOf(of);
    const order = of.after['lobbyOrder'];
    const place = order === null || order === undefined ? 'outside the lobby' : `at place ${print(order)} of the lobby`;
    return `${code} is added at ${of.context.site.code}, ${place}. Next: key ${code}, import-games ${code} <file.csv>.`;
  },
  rejected: {
    code_exists: (of) =>
      `There is a provider ${providerOf(of)} at ${of.context.site.code} already: set-provider changes it.`,
    order_taken: orderTaken,
  },
};
const changeProvider: Sentences = {
  done: (of) => `${providerOf(of)} is changed at ${of.context.site.code}.`,
  rejected: {
    order_taken: orderTaken,
    unchanged: (of) => `${providerOf(of)} has these terms already: nothing was changed.`,
  },
};
const importGames: Sentences = {
  done: (of) =>
    `${providerOf(of)} has ${print(of.after['added'])} new games and ${print(of.after['changed'])} that were known.`,
};
const syncGames: Sentences = {
  done: () => "Done. New games have their code as name and the provider's picture: import-games names them.",
};

function formatHanded(provider: string, handed: unknown): string {
  if (handed === undefined || handed === 'by_hand') return `Give it to ${provider} over a confidential channel.`;
  return handed === 'not_sent'
    ? `${provider} does not answer and signs as before: hand-key ${provider} sends it again. Retire nothing until then.`
    : `${provider} signs with ${print(handed)} from now on: the older one can be retired.`;
}
const createKey: Sentences = {
  done: (of) =>
    `Key ${print(of.after['keyId'])} is good from now on. Its secret, shown only once: ${of.secret ?? ''}\n${formatHanded(providerOf(of), of.after['handed'])}`,
  rejected: { two_keys: (of) => `${providerOf(of)} has two good keys already: retire one first.` },
};
const handKey: Sentences = { done: (of) => formatHanded(providerOf(of), of.after['handed']) };
const retireKey: Sentences = {
  done: ({ input }) => `Key ${get(input, 'key')} is rejected from now on.`,
  rejected: {
    NOT_WAITING: (of) => `${providerOf(of)} has no good key ${get(of.input, 'key')}.`,
    last_key: (of) => `${providerOf(of)} has no other good key: create one first.`,
  },
};

// ── wins, rounds, days ──

const transactionOf = (input: ActionInput): string => get(input, 'transaction');
const several =
  (what: string) =>
  ({ input }: Rejected): string =>
    `Several members have a ${what} ${transactionOf(input) || get(input, 'round')}: name one with --member <phone>.`;

const decideWin: Sentences = {
  done: ({ input, outcome }) => `The win ${transactionOf(input)} is ${outcome}.`,
  rejected: {
    NOT_WAITING: (of) => `No win ${transactionOf(of.input)} of ${providerOf(of)} waits at ${of.context.site.code}.`,
    not_single: several('win'),
  },
};
const dismissWin: Sentences = {
  done: ({ input }) => `The win ${transactionOf(input)} is off the list. Nothing was paid for it.`,
  rejected: {
    NOT_WAITING: (of) =>
      `No win ${transactionOf(of.input)} of ${providerOf(of)} expired at ${of.context.site.code}; an orphan win is retried for a day.`,
    not_single: several('win'),
  },
};
const dismissRollback: Sentences = {
  done: ({ input }) => `The rollback ${transactionOf(input)} is off the list. Nothing moved.`,
  rejected: {
    NOT_WAITING: (of) =>
      `No rollback ${transactionOf(of.input)} of ${providerOf(of)} waits at ${of.context.site.code}.`,
    not_single: several('rollback'),
  },
};
const decideRound: Sentences = {
  done(of) {
    const name = `Round ${get(of.input, 'round')} of ${providerOf(of)}`;
    const result = print(of.after['result'] ?? of.outcome);
    return result === 'held'
      ? `${name} is settled; its win is above the cap: see games.`
      : `${name} is ${result.replace('_', ' ')}.`;
  },
  rejected: {
    NOT_WAITING: (of) => `No round ${get(of.input, 'round')} of ${providerOf(of)} waits at ${of.context.site.code}.`,
    not_told: (of) => `${providerOf(of)} did not report how round ${get(of.input, 'round')} ended: it can be voided.`,
  },
};
const decideSpins: Sentences = {
  done(of) {
    const { outcome, input, after } = of;
    const paid = outcome === 'settled' ? ` with ${toBaht(get(input, 'amount'))} baht` : '';
    return `${print(after['spins'])} free spins of round ${get(input, 'round')} of ${providerOf(of)} are ${outcome}${paid}.`;
  },
  rejected: {
    NOT_WAITING: (of) =>
      `No free spins of round ${get(of.input, 'round')} of ${providerOf(of)} wait at ${of.context.site.code}.`,
    not_single: several('round'),
  },
};
const closeDay: Sentences = {
  done: (of) => `${get(of.input, 'day')} of ${providerOf(of)} is closed.`,
  rejected: {
    NOT_WAITING: (of) =>
      `${get(of.input, 'day')} of ${providerOf(of)} has no open discrepancies at ${of.context.site.code}: see reconcile.`,
  },
};

// ── the site ──

const setFlag: Sentences = {
  done: ({ context, input, after }) =>
    `${get(input, 'flag')} of ${context.site.code} is ${print(after['value'] ?? '') || 'empty'}.`,
};
const publishTerms: Sentences = {
  done: ({ context, after }) =>
    `Version ${print(after['version'])} of the terms of ${context.site.code} is in force; members are asked at their next sign-in.`,
  rejected: { unchanged: ({ context }) => `The terms of ${context.site.code} have this text already.` },
};

const sentences: Readonly<Partial<Record<ActionName, Sentences>>> = {
  'withdrawal.approve': withdrawal,
  'withdrawal.reject': withdrawal,
  'withdrawal.stop': withdrawal,
  'payout.confirm-paid': withdrawal,
  'payout.confirm-failed': withdrawal,
  'payout.record-lost': recordLost,
  'payouts.release': releasePayouts,
  'deposit.attach': attach,
  'deposit.return': sendBack,
  'deposit.dispute': dispute,
  'deposit.import-statement': importStatement,
  'bank-report.close': closeReport,
  'balance.enter': enterBalance,
  'finding.close': closeFinding,
  'account.open': openAccount,
  'account.set-promptpay': setPromptPay,
  'account.set-ceilings': setCeilings,
  'account.set-place': setPlace,
  'account.close': closeAccount,
  'income.pay': incomeDecision,
  'income.refuse': incomeDecision,
  'income.release': heldDay,
  'income.drop': heldDay,
  'income.take-back': takeBack,
  'adjustment.credit': adjustment,
  'adjustment.debit': adjustment,
  'member.lock': lock,
  'member.unlock': lock,
  'member.begin-break': beginBreak,
  'member.lift-exclusion': liftExclusion,
  'bonus.revoke': revokeBonus,
  'promotion.publish': publishPromotion,
  'promotion.end': endPromotion,
  'code.create': createCode,
  'code.end': endCode,
  'provider.open': setOpen,
  'provider.close': setOpen,
  'provider.set-win-cap': setWinCap,
  'provider.add': addProvider,
  'provider.change': changeProvider,
  'provider.import-games': importGames,
  'provider.sync-games': syncGames,
  'provider.create-key': createKey,
  'provider.hand-key': handKey,
  'provider.retire-key': retireKey,
  'win.release': decideWin,
  'win.refuse': decideWin,
  'win.dismiss': dismissWin,
  'rollback.dismiss': dismissRollback,
  'round.settle': decideRound,
  'round.void': decideRound,
  'spins.settle': decideSpins,
  'spins.void': decideSpins,
  'day.close': closeDay,
  'site.set-switch': setFlag,
  'site.set-limit': setFlag,
  'site.set-terms': setFlag,
  'site.set-look': setFlag,
  'site.publish-terms': publishTerms,
};

/** The sentences of an action; one without own sentences prints its outcome and facts. */
export function sentencesOf(name: ActionName): Sentences {
  return sentences[name] ?? { done: ({ outcome, after }) => `${name}: ${outcome} ${formatFacts(after)}`.trim() };
}
