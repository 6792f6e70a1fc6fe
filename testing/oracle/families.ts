// Families of leaks: names the cause of a shrunk story and its finding.
//
// A family is identified by the kind of its finding and by the rows that its shortest story needs. A finding that
// matches no family gets its own, named by its kind and its commands, so that a new leak is never counted as a known
// one.
//
// Elsewhere: kinds of findings (facts.ts), when a story counts for a known family (hunt.ts).

import type { Finding, FindingKind } from './facts.ts';
import { readArguments } from './rows.ts';
import type { PlayedRow } from './story-runner.ts';

export type Family = { readonly id: string; readonly title: string };

/** Queries on the rows of a shrunk story. */
class RowQuery {
  readonly finding: Finding;
  readonly #rows: readonly PlayedRow[];

  constructor(finding: Finding, rows: readonly PlayedRow[]) {
    this.finding = finding;
    this.#rows = rows;
  }

  /** Whether a row of the command has all these words. */
  has(command: string, ...words: readonly string[]): boolean {
    return this.#find(command, words) >= 0;
  }

  /** Whether some row of the first command precedes some row of the second. */
  isBefore(first: string, second: string): boolean {
    const place = this.#find(first, []);
    return place >= 0 && place < this.#findLast(second);
  }

  /** Whether a bet was placed before a row of the command and settled after it. */
  hasBetOver(command: string): boolean {
    const rounds = (wanted: string, from: number, to: number) =>
      this.#rows
        .slice(from, to)
        .flatMap(({ row }) => (row.command === wanted ? [readArguments(row).named['round'] ?? ''] : []));
    return this.#rows.some(({ row }, place) => {
      if (row.command !== command) return false;
      const open = rounds('bet', 0, place);
      return rounds('win', place, this.#rows.length).some((round) => open.includes(round));
    });
  }

  isCause(part: string): boolean {
    return this.finding.cause.includes(part);
  }

  hasNamed(command: string, name: string): boolean {
    return this.#rows.some(
      ({ row }) => row.command === command && row.words.some((word) => word.startsWith(`${name}=`)),
    );
  }

  hasWordLike(command: string, part: string): boolean {
    return this.#rows.some(({ row }) => row.command === command && row.words.some((word) => word.includes(part)));
  }

  commands(): string {
    return [...new Set(this.#rows.map(({ row }) => row.command))].join(' ');
  }

  #find(command: string, words: readonly string[]): number {
    return this.#rows.findIndex(
      ({ row }) => row.command === command && words.every((word) => row.words.includes(word)),
    );
  }

  #findLast(command: string): number {
    return this.#rows.findLastIndex(({ row }) => row.command === command);
  }
}

type FamilyRule = readonly [id: string, title: string, fits: (shape: RowQuery) => boolean];
const always = (): boolean => true;

const capExceeded: readonly FamilyRule[] = [
  ['cap-lost-line', 'money of a requirement that was lost early leaves without its cap', (s) => s.isCause('lost line')],
  ['cap-waiting-spin', 'a free spin is played after its requirement ended', (s) => s.has('free')],
  ['cap-free-round', 'a free round is played after the cap was applied', (s) => s.has('bet', 'free=yes')],
  ['cap-held-win', 'a held win is released after the cap was applied', (s) => s.has('decide', 'released')],
  [
    'cap-main-wallet',
    'a failed payout waits in the main wallet while another one ends the requirement',
    (s) => s.has('release'),
  ],
  ['cap-prize', 'a prize comes between the request and the payout', (s) => s.isBefore('withdraw', 'award')],
  ['cap-open-round', 'a stake is open when the cap is applied', (s) => s.hasBetOver('withdraw')],
  [
    'cap-later-win',
    'a win comes between the request and the payout',
    (s) => s.isBefore('withdraw', 'bet') || s.isBefore('withdraw', 'betwin'),
  ],
  ['cap-corrected-win', 'a win is corrected upwards after the cap was applied', (s) => s.has('adjust')],
];
const ownCapped: readonly FamilyRule[] = [
  ['capped-earlier-spin', 'the cap removes the result of a free spin won with own money', (s) => s.has('free')],
  ['capped-cashback', 'the cap removes cashback', (s) => s.has('claim')],
  ['capped-income', 'the cap removes referral income', (s) => s.has('income')],
  ['capped-wheel', 'the cap removes a prize of the wheel', (s) => s.has('spin')],
  ['capped-main-wallet', 'the cap removes a deposit released from the main wallet', (s) => s.has('release')],
  ['capped-code', 'the cap removes another code', (s) => s.has('code', 'PLAIN')],
  ['capped-earlier-stake', 'the cap removes a stake placed before the bonus', (s) => s.hasBetOver('code')],
  [
    'capped-earlier-money',
    'the cap removes money that was there before the bonus',
    (s) => s.isBefore('transfer', 'code') || s.isBefore('transfer', 'transfer'),
  ],
  [
    'capped-before-loss',
    'what the cap removes is not computed again after a loss',
    (s) => s.isBefore('withdraw', 'betwin') || s.isBefore('withdraw', 'bet'),
  ],
];
const bonusKept: readonly FamilyRule[] = [
  ['kept-waiting-spin', 'a free spin of a bonus is paid after it was given up or lost', (s) => s.has('free')],
  ['kept-taken-back', 'a bonus stays when its deposit is sent back', (s) => s.has('take-back')],
  ['kept-corrected-loss', 'a result is corrected after the bonus was lost', (s) => s.isCause('lost line')],
  ['kept-prize', 'a prize won under a bonus is kept when it is given up', (s) => s.has('award')],
  ['kept-held-win', 'a held win of a bonus is released after it was given up', (s) => s.has('decide', 'released')],
  ['kept-free-round', 'a free round of a bonus is paid after it was given up', (s) => s.has('bet', 'free=yes')],
  ['kept-main-wallet', 'money of a bonus stands in the main wallet when it is given up', (s) => s.has('release')],
];
const lostEarly: readonly FamilyRule[] = [
  ['lost-with-waiting-spin', 'a requirement is lost while a free spin waits', (s) => s.isCause('a waiting spin')],
  ['lost-with-free-round', 'a requirement is lost while a free round is open', (s) => s.isCause('a free round')],
  [
    'lost-with-held-withdrawal',
    'a requirement is lost while money is held for a withdrawal',
    (s) => s.isCause('withdrawalHeld'),
  ],
  ['lost-with-main-wallet', 'a requirement is lost while money is in the main wallet', (s) => s.isCause('main')],
];
const credited: readonly FamilyRule[] = [
  ['credited-two-sites', 'one transfer is credited at two sites that share an account', (s) => s.has('share')],
  [
    'credited-by-four-digits',
    'four digits credit one member, the slip of another credits again',
    (s) => s.hasNamed('join', 'account'),
  ],
  ['credited-after-return', 'a transfer that was sent back is credited by its slip', (s) => s.has('send-back')],
  [
    'credited-after-attach',
    'a transfer that an operator attached is credited again by its slip',
    (s) => s.has('attach'),
  ],
  ['credited-at-midnight', 'a feed line that has only a date is another transfer', (s) => s.has('feed', 'stamp=day')],
  [
    'credited-slip-then-late-feed',
    'a delayed feed line credits a transfer that a slip credited',
    (s) => s.isBefore('slip', 'feed'),
  ],
  [
    'credited-late-feed-then-slip',
    'a slip credits a transfer that a delayed feed line credited',
    (s) => s.isBefore('feed', 'slip'),
  ],
];
const turnover: readonly FamilyRule[] = [
  ['turnover-near-full-cover', 'nearly all numbers of a wheel are covered', (s) => s.hasWordLike('bet', 'number')],
  [
    'turnover-market-window',
    'opposite positions in two rounds of one market window',
    (s) => s.hasNamed('bet', 'market'),
  ],
  ['turnover-separate-wins', 'opposite bets of one round are settled by a win each', (s) => s.hasNamed('win', 'ref')],
  ['turnover-unknown-sides', 'opposite sides that the product does not recognise', (s) => s.hasNamed('bet', 'on')],
  [
    'turnover-earlier-bet',
    'a bet placed before a requirement counts for it',
    (s) => s.hasBetOver('code') || s.hasBetOver('slip') || s.hasBetOver('feed'),
  ],
];

const RULES: Readonly<Partial<Record<FindingKind, readonly FamilyRule[]>>> = {
  'cap-exceeded': capExceeded,
  'own-money-capped': ownCapped,
  'bonus-kept': bonusKept,
  'bonus-kept-by-exclusion': [
    ['exclusion-keeps-code', 'an exclusion lets the money of a code out', (s) => s.has('code')],
    ['exclusion-keeps-bonus', 'an exclusion lets a bonus out whose turnover is not done', always],
  ],
  'own-money-taken-with-bonus': [
    ['taken-earlier-stake', 'a stake placed before the bonus goes when the bonus is given up', (s) => s.has('bet')],
  ],
  'win-taken-twice': [
    [
      'twice-after-giving-up',
      'a win that went with its bonus is taken again when it is undone',
      (s) => s.finding.detail.includes('given up'),
    ],
    ['twice-after-cap', 'a win that the cap removed is taken again when it is undone', always],
  ],
  'result-withheld': [['withheld-after-end', 'a result that is given again repays no debt of an ended bonus', always]],
  'line-lost-early': lostEarly,
  'paid-while-indebted': [
    ['debt-before-approval', 'an indebted member’s request is approved and paid', (s) => s.isCause('before')],
    ['debt-before-submission', 'an approved payout leaves although its member owes by then', always],
  ],
  'paid-while-locked': [
    ['locked-before-approval', 'a locked member’s request is approved and paid', (s) => s.isCause('before')],
    ['locked-before-submission', 'an approved payout leaves although its member is locked by then', always],
  ],
  'paid-without-turnover': [
    ['undone-turnover', 'turnover is undone between the request and the payout', (s) => s.has('rollback')],
  ],
  'credited-more-than-arrived': credited,
  'arrived-and-not-booked': [
    [
      'reference-of-another',
      'a known reference removes a transfer of another amount',
      (s) => s.hasNamed('transfer', 'ref'),
    ],
  ],
  'turnover-above-exposure': turnover,
  'paid-more-than-owned': [
    [
      'paid-after-failed',
      'the bank pays a payout that it reported failed, and the member has the money again',
      (s) => s.has('failed'),
    ],
    [
      'paid-twice',
      'a bank that does not deduplicate references receives an order twice and pays twice',
      (s) => s.has('payouts', 'forgetful'),
    ],
  ],
  'returned-payout-lost': [
    ['returned-payout', 'the bank returns a payout days later, and no account is credited', always],
  ],
  'cashback-above-loss': [
    ['cashback-slices', 'winning hours do not count against losing ones', (s) => s.has('slice')],
    ['cashback-earlier-gift', 'a bonus of the week before is paid cashback for', (s) => s.has('join', 'bonus=yes')],
  ],
  'above-plain-terms': [
    ['plain-waiting-spin', 'a free spin brings more than its terms allow', (s) => s.has('free')],
    ['plain-main-wallet', 'money that came back brings more than its terms allow', (s) => s.has('release')],
    ['plain-taken-back', 'a deposit that was sent back brings more than its terms allow', (s) => s.has('take-back')],
    [
      'plain-corrected',
      'a corrected result brings more than its terms allow',
      (s) => s.has('adjust') || s.has('rollback'),
    ],
  ],
  'coins-above-play': [['coins-of-bonus', 'turnover of a bonus brings coins', always]],
  'coins-of-returned-deposit': [
    ['coins-of-returned-deposit', 'the coin of a deposit stays when it is sent back', always],
  ],
  'cashback-lost': [
    ['cashback-switch', 'a switch that is off at the hour loses the week', (s) => s.has('switch', 'cashback=off')],
  ],
};

export function nameFamily(finding: Finding, rows: readonly PlayedRow[]): Family {
  const shape = new RowQuery(finding, rows);
  for (const [id, title, fits] of RULES[finding.kind] ?? []) if (fits(shape)) return { id, title };
  return { id: `${finding.kind}: ${shape.commands()}`, title: finding.detail };
}
