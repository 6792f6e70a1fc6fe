// Names, phones and accounts of members in rows: masked, or in full.
//
// Always true: only the file of an approved request is written in full (export-run.ts).

import { formatDestination, maskName } from '#operators/withdrawal-actions';
import { maskPhone } from '#operators/casework-actions';

export type IdentityFormat = {
  readonly name: (member: { readonly firstName: string; readonly lastName: string }) => string;
  readonly phone: (phone: string) => string;
  readonly account: (account: { readonly bankCode: string; readonly account: string }) => string;
};

export const masked: IdentityFormat = { name: maskName, phone: maskPhone, account: formatDestination };

export const inFull: IdentityFormat = {
  name: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim(),
  phone: (phone) => phone,
  account: ({ bankCode, account }) => `${bankCode} ${account}`,
};
