// The entities of the specification as shapes (§3), written from its text independently of the product, and the
// comparison of a value with a shape.

import assert from 'node:assert/strict';

/** `present`: the specification names the field and shows no type. `time`: text with a date and a time zone. */
export type Shape =
  | 'text'
  | 'number'
  | 'boolean'
  | 'time'
  | 'text or null'
  | 'time or null'
  | 'present'
  | { readonly oneOf: readonly unknown[] }
  | { readonly listOf: Shape }
  | { readonly name?: string; readonly fields: FieldShapes };
export type Entity = { readonly name: string; readonly fields: FieldShapes };
export type FieldShapes = Readonly<Record<string, Shape>>;

export const promotion: Entity = {
  name: 'Promotion',
  fields: {
    _id: 'text',
    title: 'text',
    ImageUrl: 'text',
    minimumDeposit: 'number',
    TurnoverAmount: 'number',
    DepositType: 'number',
    MaxBonus: 'number',
    MaxBonusType: 'number',
    MaxWithdrawAmount: 'number',
    MaxWithdrawType: 'number',
  },
};

export const gameProvider: Entity = {
  name: 'GameProvider',
  fields: {
    ch: 'text',
    img: 'text',
    gameType: { oneOf: ['LIVECASINO', 'EGAMES', 'TRADING', 'LOBBY', '*'] },
    category: { oneOf: ['LIVECASINO', 'EGAMES', 'POKER', 'TRADING'] },
  },
};

const level: Shape = { fields: { enable: 'boolean', percent: 'number' } };

export const configuration: Entity = {
  name: 'Configuration',
  fields: {
    appId: 'text',
    LineId: 'text',
    logoUrl: 'text',
    theme: 'present',
    alertyImage: 'text',
    alertyMessage: 'text',
    Maintenance: 'boolean',
    Partner: 'text',
    Disabled: 'boolean',
    getNameBank: 'boolean',
    cashBack: { fields: { Image: 'text', Payout: 'number', minWithdraw: 'number', usecashBack: 'boolean' } },
    Affiliate: {
      fields: {
        Image: 'text',
        useAffiliate: 'boolean',
        minWithdraw: 'number',
        turnover: 'number',
        percent: { fields: { level1: level, level2: level } },
        autoWithdraw: { fields: { useautoWithdraw: 'boolean', maxautoWithdraw: 'number' } },
      },
    },
    Withdraw: {
      fields: { canWithdraw: 'boolean', minWithdraw: 'number', maxWithdraw: 'number', autoWithdraw: 'boolean' },
    },
    ProductList: { listOf: gameProvider },
    PromotionList: { listOf: promotion },
  },
};

export const userInfo: Entity = {
  name: 'UserInfo',
  fields: {
    PhoneNumber: 'text',
    BankAccount: 'text',
    BankCode: 'text',
    regisdate: 'time',
    ItemCode: 'text or null',
    totalDeposit: 'number',
    totalWithdraw: 'number',
    affiliateKey: 'text',
    GameInfo: { fields: { username: 'text', password: 'text', Partner: 'text' } },
    userRank: { fields: { userRank: 'text', userExp: 'number' } },
    internalWallet: {
      fields: {
        mainWallet: 'number',
        gameWallet: 'number',
        affiliateWallet: 'number',
        cashbackWallet: 'number',
        residualWallet: 'number',
        prizeWallet: 'number',
        spinWallet: 'number',
      },
    },
    userName: { fields: { firstName: 'text', lastName: 'text', fullName: 'text' } },
    BonusInfo: {
      fields: {
        bonusId: 'text or null',
        isBonus: 'boolean',
        TurnoverType: 'number',
        needTurnover: 'number',
        nowTurnover: 'number',
        maxWithdrawType: 'number',
        maxWithdrawAmount: 'number',
        reviceDate: 'time or null',
        DepositAmount: 'number',
      },
    },
  },
};

export const status: Shape = { oneOf: [0, 1, 2, 3] };
export const depositItem: Entity = {
  name: 'DepositItem',
  fields: { Amount: 'number', createdAt: 'time', Status: status, BonusInfo: { fields: { _id: 'text or null' } } },
};
export const withdrawItem: Entity = {
  name: 'WithdrawItem',
  fields: { Amount: 'number', createdAt: 'time', Status: status },
};
export const bankAccount: Entity = {
  name: 'BankAccount',
  fields: { BankCode: 'text', BankAccount: 'text', fullName: 'text', BankName: 'text' },
};
export const walletAccount: Entity = {
  name: 'WalletAccount',
  fields: { phoneNumber: 'text', fullName: 'text' },
};

/** Formats a shape for the page. */
function describeShape(shape: Shape): string {
  if (typeof shape === 'string') return shape;
  if ('oneOf' in shape) return shape.oneOf.join(' or ');
  if ('listOf' in shape) return `list of ${describeShape(shape.listOf)}`;
  if (shape.name !== undefined) return shape.name;
  return describeFields(shape.fields);
}

/** The named fields, those of nested fields and lists too. */
export function countFields(fields: FieldShapes): number {
  const countOf = (shape: Shape): number => {
    if (typeof shape === 'string' || 'oneOf' in shape) return 0;
    return 'listOf' in shape ? countOf(shape.listOf) : countFields(shape.fields);
  };
  return Object.values(fields).reduce((sum, shape) => sum + 1 + countOf(shape), 0);
}

export function describeFields(fields: FieldShapes): string {
  return `{ ${Object.entries(fields)
    .map(([name, field]) => `${name}: ${describeShape(field)}`)
    .join(', ')} }`;
}

/** Returns the extensions as paths; throws when the value deviates from the shape. */
export function checkShape(shape: Shape, value: unknown, at = ''): string[] {
  const wrong = (wanted: string): never =>
    assert.fail(
      `${at || 'the value'} is ${JSON.stringify(value)?.slice(0, 200)}, the specification requires ${wanted}`,
    );
  if (typeof shape === 'string') {
    if (!isOfKind(shape, value)) wrong(shape);
    return [];
  }
  if ('oneOf' in shape) {
    if (!shape.oneOf.includes(value)) wrong(describeShape(shape));
    return [];
  }
  if ('listOf' in shape) {
    if (!Array.isArray(value)) return wrong('a list');
    if (value.length === 0) wrong('a list that is not empty here');
    const found = value.flatMap((item) => checkShape(shape.listOf, item, `${at}[]`));
    return [...new Set(found)].toSorted();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong('an object');
  const object = value as Readonly<Record<string, unknown>>;
  const known = Object.entries(shape.fields).flatMap(([name, field]) =>
    checkShape(field, object[name], at === '' ? name : `${at}.${name}`),
  );
  const extra = Object.keys(object).filter((name) => !Object.hasOwn(shape.fields, name));
  return [...known, ...extra.map((name) => (at === '' ? name : `${at}.${name}`))];
}

function isOfKind(kind: string, value: unknown): boolean {
  if (kind.endsWith(' or null')) return value === null || isOfKind(kind.replace(' or null', ''), value);
  if (kind === 'present') return value !== undefined;
  if (kind === 'text') return typeof value === 'string';
  if (kind === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (kind === 'boolean') return typeof value === 'boolean';
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value) && !isNaN(Date.parse(value));
}
