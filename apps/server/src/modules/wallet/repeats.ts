// Repeats of wallet commands: the first outcome of an id that is recorded, or the reason why the same id is rejected.
//
// Always true: one id has one effect and one outcome; the same id with other content is TX_CONFLICT, and the id of a
// bet that was rolled back before it arrived is TX_ROLLED_BACK.
//
// Elsewhere: the rules of commands with new ids (wallet-rules.ts).

import type { Adjust, AwardTip, BetWin, Rollback, WalletCommand, WalletOutcome } from '#modules/wallet-commands';
import type { WalletTransaction } from './rounds.ts';

/** Why an id that is recorded is rejected. */
type RejectedRepeat = { readonly rejected: 'TX_ROLLED_BACK' | 'TX_CONFLICT'; readonly txId: string };
/** The recorded transaction of an id of the command's player. */
type FindTransaction = (txId: string) => WalletTransaction | undefined;

/** The first outcome of a repeated command, or the conflict; undefined when every id of the command is new. */
export function findRepeat(command: WalletCommand, find: FindTransaction): WalletOutcome | RejectedRepeat | undefined {
  if (command.operation === 'endRound') return undefined;
  if (command.operation === 'play') return findRepeatedBetWin(command, find);
  const first = find(command.txId);
  if (!first) return undefined;
  const { txId } = command;
  const isOfUnknown = command.operation === 'rollback' && find(command.refTxId)?.operation === 'tombstone';
  // A rollback with the id of a bet that was cancelled before it arrived is other content, not that bet.
  if (first.operation === 'tombstone' && command.operation !== 'rollback') {
    return { rejected: 'TX_ROLLED_BACK', txId };
  }
  const isSame =
    command.operation === 'rollback' ? isSameRollback(first, command, isOfUnknown) : isSameCommand(first, command);
  if (!isSame) return { rejected: 'TX_CONFLICT', txId };
  const { before, after } = first;
  return { code: 'OK', txId, before, after, isDuplicate: true, ...(isOfUnknown ? { isOfUnknown } : {}) };
}

/** A list is repeated as a whole: a part of it, or other content, is a conflict. */
function findRepeatedBetWin(command: BetWin, find: FindTransaction): WalletOutcome | RejectedRepeat | undefined {
  const known = command.parts.map(({ txId }) => find(txId));
  if (known.every((transaction) => transaction === undefined)) return undefined;
  const firstTxId = command.parts[0]?.txId ?? '';
  const [first, last] = [known[0], known.at(-1)];
  if (known.some((transaction) => transaction?.operation === 'tombstone')) {
    return { rejected: 'TX_ROLLED_BACK', txId: firstTxId };
  }
  const isSame = command.parts.every((part, index) => {
    const transaction = known[index];
    return (
      transaction !== undefined &&
      transaction.operation === part.operation &&
      transaction.refTxId === part.refTxId &&
      transaction.amount === part.amount &&
      transaction.roundId === command.roundId &&
      transaction.gameCode === command.gameCode
    );
  });
  if (!isSame || !first || !last) return { rejected: 'TX_CONFLICT', txId: firstTxId };
  return { code: 'OK', txId: last.txId, before: first.before, after: last.after, isDuplicate: true };
}

function isSameRollback(first: WalletTransaction, { refTxId, amount }: Rollback, isOfUnknown: boolean): boolean {
  const isSameAmount = amount === undefined || isOfUnknown || amount === first.amount;
  return first.operation === 'rollback' && first.refTxId === refTxId && isSameAmount;
}

function isSameCommand(first: WalletTransaction, command: Adjust | AwardTip): boolean {
  return (
    first.operation === command.operation &&
    first.refTxId === (command.operation === 'adjust' ? command.refTxId : undefined) &&
    first.amount === command.amount &&
    first.roundId === command.roundId &&
    first.gameCode === command.gameCode
  );
}
