// The endpoints of the specification (§7) as a table, written from its text: payload, headers and response of each.
//
// Elsewhere: the entities (shapes.ts), the checks (api.test.ts).

import { configuration, type FieldShapes, promotion, type Shape, status, userInfo } from './shapes.ts';

export type SpecifiedCall = {
  readonly call: string;
  /** Without a session: the endpoints before sign-in, and the data of every page. */
  readonly isPublic?: true;
  readonly payload?: Readonly<Record<string, 'text' | 'number' | 'boolean'>>;
  readonly header?: 'tokenBank';
  /** The body of a successful response, or its media type where it is no JSON. */
  readonly answer: FieldShapes | 'text/javascript' | 'text/html';
};

const success: Shape = { oneOf: [true] };
const done = { success, message: 'text' } as const;

/** In this order each call can succeed: withdrawals precede claims, which add turnover; the history is last. */
export const specifiedCalls: readonly SpecifiedCall[] = [
  { call: 'GET /v2/prefix', isPublic: true, answer: { success, data: configuration } },
  {
    call: 'POST /auth-service/v1/checkPhone',
    isPublic: true,
    payload: { phoneNumber: 'text' },
    answer: { ...done, data: 'present' },
  },
  {
    call: 'POST /auth-service/v1/checkBank',
    isPublic: true,
    payload: { BankAccount: 'text', BankCode: 'text' },
    answer: { ...done, data: { fields: { firstName: 'text', lastName: 'text', token: 'text' } } },
  },
  {
    call: 'POST /auth-service/v1/signup',
    isPublic: true,
    payload: {
      phoneNumber: 'text',
      Password: 'text',
      Confirm_Password: 'text',
      BankAccount: 'text',
      BankCode: 'text',
      firstName: 'text',
      lastName: 'text',
      affiliateKey: 'text',
      isBonus: 'boolean',
      WalletId: 'text',
    },
    header: 'tokenBank',
    answer: done,
  },
  {
    call: 'POST /auth-service/v1/login',
    isPublic: true,
    payload: { phoneNumber: 'text', Password: 'text' },
    answer: { success, authToken: 'text', data: userInfo, message: 'text' },
  },
  { call: 'GET /auth-service/v1/refresh', answer: { success, data: userInfo } },
  {
    call: 'PUT /auth-service/v1/change-password',
    payload: { phone_number: 'text', old_Password: 'text', Password: 'text', Confirm_Password: 'text' },
    answer: { success: { oneOf: [0] }, message: 'text' },
  },
  {
    call: 'GET /user-profile-composite/v1/info/promotion',
    isPublic: true,
    answer: { data: { listOf: promotion }, message: 'text' },
  },
  { call: 'POST /user-profile-composite/v1/users/setting', payload: { isBonus: 'boolean' }, answer: {} },
  { call: 'GET /wheel-script/script', isPublic: true, answer: 'text/javascript' },
  { call: 'GET /wheel-script/html5', isPublic: true, answer: 'text/html' },
  {
    call: 'GET /user-profile-composite/v1/profile/balance',
    answer: { data: { fields: { balance: 'number' } } },
  },
  {
    call: 'GET /user-profile-composite/v1/info/deposit',
    answer: { data: { listOf: { fields: { fullName: 'text', BankName: 'text' } } } },
  },
  {
    call: 'POST /user-profile-composite/v1/topup-api/pullslip',
    payload: { barcode: 'text' },
    answer: done,
  },
  { call: 'GET /fund-composite/v1/withdrawal/condition', answer: { data: 'present' } },
  {
    call: 'POST /fund-composite/v1/withdrawal',
    payload: { Amount: 'number', Channel: 'text' },
    answer: done,
  },
  { call: 'GET /rolling-composite/v1/get-rolling', answer: { data: 'present' } },
  { call: 'GET /user-profile-composite/v1/users/cashback/vertify', answer: done },
  { call: 'GET /user-profile-composite/v1/users/affiliate/vertify', answer: done },
  {
    call: 'GET /user-profile-composite/v1/users/affiliate',
    answer: {
      data: {
        fields: {
          balance: 'number',
          transaction: { listOf: 'present' },
          Users: { listOf: 'present' },
          transaction_incomes: { listOf: 'present' },
          setting: 'present',
        },
      },
    },
  },
  {
    call: 'POST /user-profile-composite/v1/topup/itemcode/redeem',
    payload: { redeem_code: 'text' },
    answer: { ...done, data: 'present' },
  },
  {
    call: 'POST /prize-composite/v1/spins',
    payload: { OpenBox: 'number' },
    answer: { ...done, data: 'present' },
  },
  {
    call: 'GET /user-profile-composite/v1/history/deposit',
    answer: {
      success,
      data: {
        fields: {
          Transaction: {
            listOf: {
              fields: {
                TransType: { oneOf: ['DEPOSIT', 'AFFILIATE', 'CASHBACK', 'WITHDRAW'] },
                Amount: 'number',
                createdAt: 'time',
                Status: status,
              },
            },
          },
        },
      },
    },
  },
];
