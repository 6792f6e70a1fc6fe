// Planted mutations: each undoes one correction of a money rule. The hunter must find every one (npm run prove --
// mutations, mutations.heavy.test.ts).
//
// A mutation replaces one text in one file of apps/server/src/modules.

export type MoneyMutation = {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
};

export const moneyMutations: readonly MoneyMutation[] = [
  {
    // The submission check protects the same money, so this mutation undoes both; one alone would still limit it.
    name: 'a capped requirement closes while a round may still pay',
    file: 'withdrawals/caps.ts',
    find: '  !lines.some(({ requirementNo }) => isRequirementUnsettled(position, requirementNo));',
    replace: '  lines.length > 0;',
  },
  {
    name: 'what a cap removes is not computed again at the submission',
    file: 'withdrawals/submission.ts',
    find: 'await adjustRemoved(tx, siteId, withdrawal, verdict.removed)',
    replace: '{ adjusted: withdrawal, later: [] }',
  },
  {
    name: 'a requirement is lost by the game wallet only',
    file: 'own-money/own-money.ts',
    find: 'return !isUnsettled(position) && subtract(computeWorth(position), arrived) < SPENT_BELOW;',
    replace: 'return subtract(position.playable, arrived) < SPENT_BELOW;',
  },
  {
    name: 'a debt is not checked before the submission',
    file: 'withdrawals/withdrawal-rules.ts',
    find: "if (position.debt > 0n) return { verdict: 'repay' };",
    replace: '',
  },
  {
    name: 'a lock is not checked before the submission',
    file: 'withdrawals/withdrawal-rules.ts',
    find: "check('MEMBER_LOCKED', position.isLocked),",
    replace: '',
  },
  {
    name: 'turnover that is undone is not checked before the submission',
    file: 'withdrawals/withdrawal-rules.ts',
    find: "check('TURNOVER_LOST', lacksTurnover && !isExcluded, { remaining }),",
    replace: '',
  },
  {
    name: 'a line of the feed that is booked hours later is another transfer',
    file: 'deposits/movement-matching.ts',
    find: 'const BOOKED_AFTER_MAX_MS = 8 * HOUR_MS;',
    replace: 'const BOOKED_AFTER_MAX_MS = MINUTE_MS;',
  },
  {
    name: 'a line of the feed that has only a date is booked at midnight',
    file: 'deposits/movement-matching.ts',
    find: 'return (bookedAt + BANGKOK_MS) % DAY_MS === 0 ? bookedAt + DAY_MS : bookedAt;',
    replace: 'return bookedAt;',
  },
  {
    name: 'a slip that fits a decided movement is a new transfer',
    file: 'deposits/movement-matching.ts',
    find: ": { kind: 'disputes', movementId };",
    replace: ": { kind: 'new' };",
  },
  {
    name: 'own money from before a bonus is not counted',
    file: 'own-money/own-money.ts',
    find: 'return computePlayFunds(position);',
    replace: 'return zeroMoney;',
  },
  {
    name: 'own money that arrives during a bonus is not counted',
    file: 'own-money/own-money.ts',
    find: 'if (add(left, outside) >= line.bonus) return { ...line, own: add(line.own, own) };',
    replace: 'if (add(left, outside) >= line.bonus) return line;',
  },
  {
    name: 'a stake from before a bonus comes back as bonus money',
    file: 'wallet/wallet-rules.ts',
    find: 'computeOwnChange(round, bets, { ...by, requirementNo })',
    replace: 'zeroMoney',
  },
  {
    name: 'opposite bets of a round count whole',
    file: 'wallet/contribution.ts',
    find: 'exposure = add(exposure, max(zeroMoney, subtract(stakes, returned)));',
    replace: 'exposure = add(exposure, max(stakes, returned));',
  },
  {
    name: 'opposite bets in two rounds of one market count whole',
    file: 'wallet/wallet-rules.ts',
    find: 'hedgeRound(state, command, round);',
    replace: '',
  },
  {
    name: 'a bet counts for requirements that began after it',
    file: 'turnover/turnover.ts',
    find: 'if (requirementNo > newest && (isEnding || requirementNo > besideNo)) return false;',
    replace: '',
  },
  {
    name: 'what losses left of a forfeited bonus is own money of a newer code',
    file: 'promotions/forfeit.ts',
    find: 'max(zeroMoney, subtract(present, forfeited.bonus))',
    replace: 'present',
  },
  {
    name: 'an exclusion keeps the bonus',
    file: 'promotions/forfeit.ts',
    find: "if (running.length === 0) return 'done';",
    replace: "if (siteId > 0) return 'done';",
  },
  {
    name: 'a payout that the bank returns is not posted',
    file: 'withdrawals/payout-results.ts',
    find: "await postReturn(tx, siteId, withdrawal, { state: 'returned', reason, key: 'returned' });",
    replace: '',
  },
  {
    name: 'a payout that is paid after it failed opens no dispute',
    file: 'withdrawals/payout-results.ts',
    find: "return result.status === 'paid' ? recordContradiction(tx, siteId, withdrawal, claim) : 'known';",
    replace: "return 'known';",
  },
  {
    name: 'a gift of the week before is not subtracted from the loss',
    file: 'cashback/loss.ts',
    find: 'const gifts = add(inputs.giftsBefore, inputs.gifts);',
    replace: 'const gifts = inputs.gifts;',
  },
  {
    name: 'a stake that returns was not in play at the start of the week',
    file: 'cashback/cashback.store.ts',
    find: 'stake_e4 + returned_e4 - payout_e4',
    replace: 'stake_e4 - payout_e4',
  },
  {
    name: 'what comes back of winnings taken with a bonus is subtracted nowhere',
    file: 'removals/removals.ts',
    find: "return share === 0n || removal.account === 'residual'",
    replace: "return share <= 0n || removal.account === 'residual'",
  },
  {
    name: 'what comes back of winnings taken with a bonus changes no earlier week',
    file: 'cashback/cashback.store.ts',
    find: 'and correction.begun_at >= past.period_from',
    replace: 'and correction.round_id is not null',
  },
  {
    name: 'winnings of an open round are lost as own money',
    file: 'cashback/loss.ts',
    find: 'const openLeft = max(zeroMoney, min(lost, of.openWinnings));',
    replace: 'const openLeft = zeroMoney;',
  },
  {
    name: 'a week that ended while the switch was off is lost',
    file: 'cashback/cashback.ts',
    find: 'await store.recordStart(database, site.id, when);',
    replace:
      'for (const { to } of await store.dueSpans(database, site.id, { ...when, most: 1 })) await store.noteFinished(database, site.id, to);',
  },
  {
    name: 'a win that a removal took is taken again when it is cancelled',
    file: 'wallet/wallet-rules.ts',
    find: 'const { changes } = shareWinCorrection(state, command, win, money(unheld - less));',
    replace: 'const changes: RemovalChange[] = [];',
  },
  {
    name: 'a round states no waiting free spins',
    file: 'wallet/wallet-rules.ts',
    find: 'round.freeSpins = command.freeSpins ?? (command.isRoundClosed ? 0 : round.freeSpins);',
    replace: '',
  },
  {
    name: 'an open round is no part of the removal that ends its bonus',
    file: 'removals/removals.store.ts',
    find: 'where ${withdrawalId === undefined} and',
    replace: 'where false and',
  },
  {
    name: 'a correction before the payment changes no removal of the payout',
    file: 'removals/removals.store.ts',
    find: 'and returned_at is null\n    order by',
    replace: 'and withdrawal_id is null\n    order by',
  },
  {
    name: 'a debt is not counted when a cap closes',
    file: 'withdrawals/caps.ts',
    find: 'const funds = subtract(add(playable, own), add(debt, rest));',
    replace: 'const funds = subtract(add(playable, own), rest);',
  },
  {
    name: 'a free round of its own is no part of a removal',
    file: 'wallet/wallet-rules.ts',
    find: 'if (part.isFree) bindToRemovals(state, command, round);',
    replace: '',
  },
  {
    name: 'a free spin won with own money belongs to the newest bonus',
    file: 'wallet/result-shares.ts',
    find: 'if (bets.some(({ stake }) => stake > 0n)) return bets;',
    replace: 'if (bets.length > 0) return bets;',
  },
  {
    name: 'a returned payout is not counted under its cap',
    file: 'position/position.ts',
    find: 'subtract(hasOldRound ? own : add(cap, own), add(sent, returned))',
    replace: 'subtract(hasOldRound ? own : add(cap, own), sent)',
  },
  {
    name: 'a returned payout stays in the main wallet when its bonus ends',
    file: 'promotions/forfeit.ts',
    find: 'await recallReturned(tx, siteId, { memberId, requirementNo });',
    replace: '',
  },
  {
    name: 'a lost requirement records no removal',
    file: 'own-money/own-money.ts',
    find: 'await recordRemoval(tx, siteId, { memberId, requirementNo, ...loss.removal });',
    replace: '',
  },
  {
    name: 'a reversed result of zero is no part of a removal',
    file: 'wallet/result-shares.ts',
    find: 'if (parts.every((part) => part === undefined)) continue;',
    replace: 'if (parts.every((part) => part === undefined || part === 0n)) continue;',
  },
  {
    name: 'the share of a removal is own money of a later bonus',
    file: 'wallet/wallet-rules.ts',
    find: 'if (share !== 0n) state.shares.push({ requirementNo: removal.requirementNo, share });',
    replace: '',
  },
  {
    name: 'a met bonus stays when its deposit is sent back',
    file: 'promotions/forfeit.ts',
    find: 'return grant?.depositId === depositId ? revokeGrant',
    replace: "return grant?.depositId === depositId && grant.state === 'active' ? revokeGrant",
  },
  {
    name: 'an owed coin is never taken back',
    file: 'wheel/coins.ts',
    find: 'if (owed.length === 0) return 0;',
    replace: 'if (owed.length >= 0) return 0;',
  },
  {
    name: 'a cap closes while a payout is disputed',
    file: 'withdrawals/caps.ts',
    find: '  position.disputed.count === 0 &&\n',
    replace: '',
  },
  {
    name: 'a bonus ends while a payout is disputed',
    file: 'position/position.ts',
    find: 'return disputed.count > 0 || (',
    replace: 'return (',
  },
  {
    // Without the recall alone, the member owes the same amount.
    name: 'a returned payout above a closing cap stays in the main wallet',
    file: 'withdrawals/caps.ts',
    find: 'await recallReturned(tx, siteId, { memberId, requirementNo: line.requirementNo });',
    replace: 'return { ...position, requirements: served.map((each) => ({ ...each, returned: zeroMoney })) };',
  },
  {
    name: 'an own stake that is open for a day counts under a cap',
    file: 'position/position.ts',
    find: 'own: subtract(toMoney(line.own), oldStakes),',
    replace: 'own: toMoney(line.own),',
  },
  {
    name: 'an own stake that is open for a day stays when its bonus is forfeited',
    file: 'promotions/forfeit.ts',
    find: 'const gone = add(out, staked);',
    replace: 'const gone = out;',
  },
  {
    name: 'coins count raw stakes',
    file: 'wheel/wheel.store.ts',
    find: '(select coalesce(sum(turnover_e4), 0)::bigint from wheel_settled as settled',
    replace:
      '(select coalesce(sum(stake_e4), 0)::bigint from (select * from game_round where settled_at is not null) as settled',
  },
  {
    name: 'a free round of its own belongs to the newest requirement',
    file: 'wallet/wallet-rules.ts',
    find: 'newestRequirementNo: state.granting.get(key)?.newestRequirementNo ?? getNewestRequirementNo(state, memberId),',
    replace: 'newestRequirementNo: getNewestRequirementNo(state, memberId),',
  },
  {
    name: 'what a lost requirement paid for undone own money is not owed',
    file: 'own-money/own-money.ts',
    find: 'if (loss.owed === 0n) continue;',
    replace: 'if (loss.owed >= 0n) continue;',
  },
  {
    name: 'what a given-up bonus paid for undone own money is not owed',
    file: 'promotions/forfeit.ts',
    find: 'const owed = max(computeMissing(staked), ',
    replace: 'const owed = max(zeroMoney, ',
  },
  {
    name: 'what is owed for a given-up bonus is no part of its removal',
    file: 'promotions/forfeit.ts',
    find: 'funds: add(funds, owed)',
    replace: 'funds',
  },
  {
    name: 'what left above a cap is not owed when it closes',
    file: 'withdrawals/caps.ts',
    find: 'const missing = max(zeroMoney, subtract(funds, add(own, amount)));',
    replace: 'const missing = zeroMoney;',
  },
  {
    name: 'a deposit that is sent back uses no cap',
    file: 'deposits/record.ts',
    find: 'await countTaken(tx, siteId, { memberId, amount: fromGame, afterRequirementNo: 0 });',
    replace: '',
  },
  {
    name: 'the debt of a deposit that is sent back stays own money',
    file: 'deposits/record.ts',
    find: ': { ...line, own: subtract(line.own, owed) },',
    replace: ': { ...line, own: subtract(line.own, min(owed, zeroMoney)) },',
  },
  {
    name: 'a parked deposit is no own money when it is released',
    file: 'own-money/own-money.ts',
    find: 'return own === 0n ? line : addOwn(line, position, { arrived: amount, own, apart: amount });',
    replace: 'return own === 0n ? line : addOwn(line, position, { arrived: amount, own: zeroMoney, apart: amount });',
  },
  {
    name: 'a returned payout is own money again when it is released',
    file: 'own-money/own-money.ts',
    find: 'const contained = min(amount, findReturned(before, line.requirementNo));',
    replace: 'const contained = min(zeroMoney, findReturned(before, line.requirementNo));',
  },
  {
    name: 'a request that is rejected is own money of its own requirement',
    file: 'own-money/own-money.ts',
    find: '({ createdAt }) => createdAt > requestedAt',
    replace: '({ createdAt }) => createdAt < requestedAt',
  },
  {
    name: 'turnover that is undone is not subtracted',
    file: 'turnover/turnover.ts',
    find: 'return taken === 0n ? line : { ...line, progress: subtract(line.progress, taken) };',
    replace: 'return line;',
  },
  {
    name: 'a payout closes a requirement whose turnover was undone',
    file: 'requirements/requirements.store.ts',
    find: "and state = 'complete' and created_at <= ${requestedAt}",
    replace: 'and closed_at is null and created_at <= ${requestedAt}',
  },
  {
    name: 'what was paid under a bonus is not charged to own money',
    file: 'promotions/forfeit.ts',
    find: 'const own = max(zeroMoney, subtract(line.own, gone));',
    replace: 'const own = max(zeroMoney, line.own);',
  },
  {
    name: 'what was paid under a bonus is not charged to its deposit',
    file: 'promotions/forfeit.ts',
    find: 'const deposit = max(zeroMoney, subtract(line.deposit, max(zeroMoney, subtract(gone, line.own))));',
    replace: 'const { deposit } = line;',
  },
  {
    name: 'money on its way to the bank is no part of the position',
    file: 'position/position.ts',
    find: 'const out = leaving ? add(leaving.amount, leaving.removed) : zeroMoney;',
    replace: 'const out = zeroMoney;',
  },
  {
    name: 'money in the main wallet is no part of the position',
    file: 'position/position.ts',
    find: 'held, out, disputed.frozen, parked.main);',
    replace: 'held, out, disputed.frozen);',
  },
  {
    name: 'a payout that failed still uses its cap',
    file: 'withdrawals/payout-results.ts',
    find: 'if (isSubmitted) await uncountLeaving(tx, siteId, withdrawal);',
    replace: '',
  },
  {
    name: 'a payout that was returned still uses its cap',
    file: 'withdrawals/payout-results.ts',
    find: '  await uncountLeaving(tx, siteId, withdrawal);\n  const isClosed',
    replace: '  const isClosed',
  },
  {
    name: 'a payout that is paid after it failed is not debited',
    file: 'withdrawals/payout-disputes.ts',
    find: 'const missing = subtract(subtract(withdrawal.amount, dispute.heldMain), dispute.heldGame);',
    replace: 'const missing = zeroMoney;',
  },
  {
    name: 'the debt of a payout that is paid after it failed stays own money',
    file: 'withdrawals/payout-disputes.ts',
    find: 'await loseOwnMoney(tx, siteId, { ...taken, amount: owed });',
    replace: 'await loseOwnMoney(tx, siteId, { ...taken, amount: zeroMoney });',
  },
  {
    name: 'a released held win is under no removal',
    file: 'wallet/held-wins.ts',
    find: 'if (removals.length === 0) return { changes: [], left: amount };',
    replace: 'if (removals.length >= 0) return { changes: [], left: amount };',
  },
  {
    name: 'a refused held win stays own money',
    file: 'wallet/held-wins.ts',
    find: 'requirementNo: line.requirementNo,\n      from: amount,\n      to: zeroMoney,',
    replace: 'requirementNo: line.requirementNo,\n      from: zeroMoney,\n      to: zeroMoney,',
  },
  {
    name: 'what a cancelled win paid and was spent is not owed',
    file: 'wallet/wallet-rules.ts',
    find: 'const missing = subtract(amount, debited);',
    replace: 'const missing = zeroMoney;',
  },
  {
    name: 'a free bet costs its stake',
    file: 'wallet/wallet-rules.ts',
    find: 'const stake = part.isFree ? zeroMoney : part.amount;\n  debitStake',
    replace: 'const stake = part.amount;\n  debitStake',
  },
  {
    name: 'turnover earns one coin too many',
    file: 'wheel/coins.ts',
    find: 'const earned = Number(counted / each);',
    replace: 'const earned = Number(counted / each) + 1;',
  },
  {
    name: 'a correction of an earlier week changes no loss',
    file: 'cashback/loss.ts',
    find: 'const base = add(played, inputs.corrections);',
    replace: 'const base = played;',
  },
  {
    name: 'a payout closes a cap that began after its request',
    file: 'requirements/requirements.store.ts',
    find: "and state = 'complete' and created_at <= ${requestedAt}",
    replace: "and state = 'complete' and ${requestedAt}::timestamptz is not null",
  },
  {
    name: 'a free spin is shared by paid bets that join its round later',
    file: 'wallet/result-shares.ts',
    find: 'const earlier = last === -1 ? round.bets : round.bets.slice(0, last);',
    replace: 'const earlier = last >= -1 ? round.bets : [];',
  },
  {
    name: 'a deposit that paid for undone own money is lost when money arrives',
    file: 'own-money/own-money.ts',
    find: 'const rest = line.own < 0n ? min(zeroMoney, add(line.own, line.deposit)) : line.own;',
    replace: 'const rest = line.own;',
  },
  {
    name: 'a bonus that is met and lost during an exclusion stays fulfilled',
    file: 'own-money/own-money.ts',
    find: 'const isMet = progress >= required && !isEnding;',
    replace: 'const isMet = progress >= required;',
  },
  {
    name: 'a stake that returns pays for no deposit that was sent back',
    file: 'promotions/forfeit.ts',
    find: 'min(min(staked, taken), computeMissing(gone))',
    replace: 'zeroMoney',
  },
];
