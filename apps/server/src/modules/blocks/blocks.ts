// Block lists: phones, bank accounts, devices and networks that may neither sign up nor deposit.
//
// Always true: a block takes nothing from a member: money that arrives is held for an operator, withdrawing and playing
// stay open. Devices and networks are stored as the keyed hashes of risk signals, so an entry reveals none. While
// HASH_SECRET has two values, a caller is compared by both.
//
// Elsewhere: sign-up (members), receiving accounts and arriving money (limits, deposits), the actions (operators).

import type { Queryable } from '@chaba/database';

import { isPublic, toNetwork } from '#core/addresses';
import { fail } from '#core/domain-error';
import { type HashKey, hashWithEachKey } from '#core/keyed-hash';

import * as store from './blocks.store.ts';
import type { BlockValue } from './blocks.store.ts';

export {
  type BlockValue,
  endBlock,
  findBlock,
  insertBlocks as addBlocks,
  listBlockedValues,
  listBlocks,
  listSignalValues,
} from './blocks.store.ts';

/** Devices and networks of a member count for so long after they were last seen. */
const SIGNAL_DAYS = 30;

export type CallerValues = {
  readonly phone?: string;
  readonly bank?: { readonly bankCode: string; readonly bankAccount: string };
  readonly deviceMark?: string | undefined;
  readonly address?: string;
};

/** Phone and account of a caller, which are stored as they are. */
export function toPlainValues({ phone, bank }: Pick<CallerValues, 'phone' | 'bank'>): readonly BlockValue[] {
  return [
    ...(phone === undefined ? [] : [{ kind: 'phone', value: phone } as const]),
    ...(bank === undefined ? [] : [{ kind: 'account', value: `${bank.bankCode} ${bank.bankAccount}` } as const]),
  ];
}

/** The values of a caller in the form of entries. */
export function toBlockValues(key: HashKey, siteId: number, caller: CallerValues): readonly BlockValue[] {
  const { deviceMark, address } = caller;
  const hash = (kind: 'device' | 'address', trace: string): readonly BlockValue[] =>
    hashWithEachKey(key, 'trace', String(siteId), kind, trace).map((each) => ({ kind, value: each.toString('hex') }));
  return [
    ...toPlainValues(caller),
    ...(deviceMark === undefined ? [] : hash('device', deviceMark)),
    ...(address === undefined || !isPublic(address) ? [] : hash('address', toNetwork(address))),
  ];
}

/** Fails where a value of the caller is blocked; the text tells a stranger nothing about which. */
export async function requireNotBlocked(
  { database, config }: { readonly database: Queryable; readonly config: HashKey },
  siteId: number,
  caller: CallerValues,
): Promise<void> {
  if (await store.hasAny(database, siteId, toBlockValues(config, siteId, caller))) fail('REGISTRATION_BLOCKED');
}

/** Whether a value of the member is blocked now. */
export function isMemberBlocked(database: Queryable, siteId: number, memberId: bigint): Promise<boolean> {
  return store.isMemberBlocked(database, siteId, { memberId, days: SIGNAL_DAYS });
}

/** Fails for a blocked member, who is shown no receiving account. */
export async function requireDepositAllowed(database: Queryable, siteId: number, memberId: bigint): Promise<void> {
  if (await isMemberBlocked(database, siteId, memberId)) fail('DEPOSIT_BLOCKED');
}
