// A reference model of a member's money and turnover: the rules of promotions, codes and withdrawals, implemented a
// second time without SQL and without the product's code, for comparison.
//
// Amounts are counts of 1/10,000 baht, times are milliseconds.
//
// Always true: every movement has two sides, so the sums of all accounts stay zero.
//
// Elsewhere: a member's state (member.ts), own money (own-money.ts), rounds (play.ts), withdrawals
// (withdrawals.ts), weeks (cashback.ts), the steps (steps.ts).

import {
  balance,
  bangkokDay,
  type ModelRequirement,
  type ModelMember,
  DAY_MS,
  least,
  most,
  move,
  openLines,
  repayDebt,
  returnedUnder,
  satang,
} from './member.ts';
import {
  bonusLines,
  credit,
  funds,
  hasOpenPayout,
  isRequirementUnsettled,
  leaveMain,
  loseSpent,
  staked,
} from './own-money.ts';

const BONUS_DAYS = 30;

export type ModelPromotion = {
  readonly id: string;
  readonly percent: bigint;
  readonly maximum: bigint;
  readonly minimumDeposit: bigint;
  readonly times: bigint;
  /** Times the deposit; undefined: no cap. */
  readonly capTimes: bigint | undefined;
  readonly usable: 'first_deposit' | 'daily' | 'always';
  readonly betMax: bigint | undefined;
  readonly excluded: readonly string[];
  readonly weights: Readonly<Record<string, bigint>>;
};

export type ModelCode = {
  readonly code: string;
  readonly amount: bigint;
  readonly times: bigint;
  readonly cap: bigint | undefined;
  readonly usesMax: number | undefined;
};

export class RulesModel {
  readonly members: readonly ModelMember[];
  readonly promotions: readonly ModelPromotion[];
  readonly codes: readonly ModelCode[];
  readonly codeUses = new Map<string, number>();
  now: number;

  constructor(
    members: readonly { readonly acceptsBonus: boolean }[],
    terms: { readonly promotions: readonly ModelPromotion[]; readonly codes: readonly ModelCode[] },
    now: number,
  ) {
    this.members = members.map(({ acceptsBonus }) => newMember(acceptsBonus, () => this.now));
    this.promotions = terms.promotions;
    this.codes = terms.codes;
    this.now = now;
  }

  member(index: number): ModelMember {
    const member = this.members[index];
    if (!member) throw new Error(`the model has no member ${index}`);
    return member;
  }

  // ── deposits, bonuses, codes ───────────────────────────────────────────────────────────────────────────────────────

  deposit(member: ModelMember, amount: bigint): string {
    loseSpent(member);
    const isCapped = openLines(member).some(({ cap }) => cap !== undefined);
    move(member, 'bank', isCapped ? 'main' : 'game', amount);
    member.flows.push({ begunAt: this.now, at: this.now, deposits: amount });
    member.deposited += amount;
    if (isCapped) {
      member.parked.push(amount);
      return 'parked';
    }
    const playable = credit(member, amount);
    if (playable > 0n && !this.#grant(member, playable, amount)) this.addLine(member, 'DEPOSIT', playable);
    return 'credited';
  }

  release(member: ModelMember): string {
    const amount = balance(member, 'main');
    if (amount === 0n) return 'MAIN_WALLET_EMPTY';
    const playable = leaveMain(member, amount, 0);
    let repaid = amount - playable;
    for (const deposit of member.parked) {
      const paying = least(deposit, repaid);
      repaid -= paying;
      this.addLine(member, 'DEPOSIT', deposit - paying);
    }
    member.parked = [];
    return 'released';
  }

  #grant(member: ModelMember, deposit: bigint, transferred: bigint): boolean {
    if (!member.acceptsBonus) return false;
    const running = openLines(member).find(({ bonus }) => bonus !== undefined);
    if (running && (running.now < running.need || running.cap !== undefined)) return false;
    const today = bangkokDay(this.now);
    const offers = this.promotions
      .filter(({ usable, id }) => {
        // The model takes no deposit back.
        if (usable === 'first_deposit') return member.deposited === transferred;
        return (
          usable === 'always' || !member.grants.some(({ promotionId, day }) => promotionId === id && day === today)
        );
      })
      .filter(({ minimumDeposit }) => deposit >= minimumDeposit)
      .map((promotion) => {
        const bonus = least(satang((deposit * promotion.percent) / 100n), promotion.maximum);
        return { promotion, bonus, need: satang((deposit + bonus) * promotion.times) };
      })
      .toSorted((one, other) => Number(other.bonus - one.bonus) || Number(one.need - other.need));
    const [best] = offers;
    if (!best) return false;
    if (running) running.isOpen = false;
    const { promotion, bonus, need } = best;
    const bound = { own: funds(member) - deposit, bonus, deposit };
    move(member, 'bonusCost', 'game', bonus);
    member.flows.push({ begunAt: this.now, at: this.now, gifts: bonus });
    member.grants.push({ promotionId: promotion.id, day: today });
    const cap = promotion.capTimes === undefined ? undefined : satang(deposit * promotion.capTimes);
    const { betMax, excluded, weights } = promotion;
    const expiresAt = this.now + BONUS_DAYS * DAY_MS;
    const terms = { amount: bonus, depositRequired: deposit, expiresAt, betMax, excluded, weights };
    this.addLine(member, 'BONUS', need, { cap, bound, bonus: terms });
    return true;
  }

  cancelBonus(member: ModelMember): string {
    const line = openLines(member).find(({ bonus }) => bonus !== undefined);
    if (!line || line.now === line.need) return 'BONUS_NONE_ACTIVE';
    if (isRequirementUnsettled(member, line)) return 'BONUS_HAS_OPEN_BET';
    if (hasOpenPayout(member, line)) return 'BONUS_HAS_OPEN_WITHDRAWAL';
    this.giveUp(member, line);
    return 'cancelled';
  }

  /** Own money less later losses remains; the bonus and its winnings are removed. */
  giveUp(member: ModelMember, line: ModelRequirement): void {
    const { bonus, bound } = line;
    if (!bonus) throw new Error('only a bonus is given up');
    leaveMain(member, returnedUnder(member, line), line.no);
    move(member, 'residual', 'game', line.capped ?? 0n);
    repayDebt(member, line.capped ?? 0n);
    line.capped = 0n;
    const before = balance(member, 'game');
    // Stakes of older rounds, which are own money, return later.
    const out = staked(member);
    const own = most(0n, bound.own + bound.deposit - line.paid - out);
    const kept = least(before, least(own, most(0n, funds(member) - out - bound.bonus)));
    const removed = before - kept;
    for (const other of bonusLines(member)) {
      if (other === line) continue;
      const left = bound.own + bound.deposit - other.bound.bonus;
      // A bonus had not arrived as own money of older requirements.
      const withoutBonus = least(other.bound.own, most(0n, other.bound.own - bound.bonus));
      const rest = other.no < line.no ? other.bound.own : least(withoutBonus, most(0n, left));
      other.bound = { ...other.bound, own: rest };
    }
    // The bonus paid for own money that was undone after it had left.
    const owed = most(0n, out + balance(member, 'receivable') - bound.own - bound.deposit);
    move(member, 'receivable', 'residualTaken', owed);
    const [ofBonus, gift] = [least(removed, bonus.amount), least(removed, bound.bonus)];
    move(member, 'game', 'bonusCost', ofBonus);
    move(member, 'game', 'residualTaken', removed - ofBonus);
    member.flows.push({ begunAt: this.now, at: this.now, gifts: -gift });
    member.flows.push({ begunAt: line.createdAt, at: this.now, taken: removed - gift });
    line.isOpen = false;
    line.hasRemoval = true;
    const left = bonus.depositRequired - least(bonus.depositRequired, line.now);
    if (left > 0n && kept > 0n) this.addLine(member, 'DEPOSIT', left);
    loseSpent(member);
  }

  redeem(member: ModelMember, typed: string): string {
    const code = this.codes.find((each) => each.code === typed);
    const used = this.codeUses.get(typed) ?? 0;
    if (!code || member.codes.has(typed) || used === code.usesMax) return 'ITEM_CODE_INVALID';
    this.codeUses.set(typed, used + 1);
    member.codes.add(typed);
    const own = funds(member);
    move(member, 'codeCost', 'game', code.amount);
    member.flows.push({ begunAt: this.now, at: this.now, gifts: code.amount });
    const playable = credit(member, code.amount);
    const bound = { own, bonus: playable, deposit: 0n };
    const cap = playable === 0n ? undefined : code.cap;
    this.addLine(member, 'ITEMCODE', playable * code.times, { cap, bound });
    return 'redeemed';
  }

  addLine(
    member: ModelMember,
    source: string,
    need: bigint,
    {
      cap,
      bound = { own: 0n, bonus: 0n, deposit: 0n },
      bonus,
    }: Partial<Pick<ModelRequirement, 'cap' | 'bound' | 'bonus'>> = {},
  ): void {
    // A zero requirement is recorded only for its cap.
    if (need === 0n && cap === undefined) return;
    const no = member.lines.length + 1;
    const line = { no, source, need, now: 0n, cap, paid: 0n, isServed: false, isOpen: true };
    member.lines.push({ ...line, createdAt: this.now, bound, bonus });
  }
}

function newMember(acceptsBonus: boolean, now: () => number): ModelMember {
  return {
    now,
    limits: new Map(),
    losses: [],
    stakedAt: [],
    acceptsBonus,
    accounts: new Map(),
    lines: [],
    rounds: new Map(),
    allRounds: [],
    flows: [],
    periods: [],
    withdrawals: [],
    codes: new Set(),
    grants: [],
    parked: [],
    deposited: 0n,
  };
}
