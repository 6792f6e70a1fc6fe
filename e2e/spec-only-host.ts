// A third-party host: implements the endpoints of section 7 of the specification with the fields of its section 3, and
// no extension. It allows other origins only the headers that section 7 names.
//
// Always true: this file imports nothing of the product. Where the specification leaves a response open, this host
// sends the minimum: no `success` where none is named, no optional field, numbers as text where that occurs in
// practice.

import http from 'node:http';
import type { AddressInfo } from 'node:net';

type HostResponse = { readonly status?: number; readonly body: unknown; readonly type?: string };
type HostRequest = { readonly body: Record<string, unknown>; readonly headers: http.IncomingHttpHeaders };

export type ForeignHost = {
  readonly url: string;
  /** Every request, as "POST /path", with its payload. */
  readonly requests: readonly (HostRequest & { readonly call: string })[];
  /** Sets the response of an endpoint from now on. */
  readonly setResponse: (call: string, response: HostResponse) => void;
  /** Sets the response of every reading endpoint from now on; the session and the configuration stay. */
  readonly setReadResponse: (response: HostResponse) => void;
  /** Sets the response to unknown endpoints; undefined: no cross-origin headers, so a browser cannot read it. */
  readonly setUnknownResponse: (response: HostResponse | undefined) => void;
  /** Stops accepting connections, or accepts them again. */
  readonly setDown: (isDown: boolean) => void;
  /** Restores the initial state. */
  readonly reset: () => void;
  readonly close: () => Promise<void>;
};

export const TOKEN = 'a-token-of-another-host-0001';
const ALLOWED = 'content-type, accept-language, api-key, api-auth, tokenbank';

export const account = { phone: '0899998888', password: 'secret99', firstName: 'กัญญารัตน์', lastName: 'ศิริวัฒนพงษ์ไพบูลย์' };

export const member = {
  PhoneNumber: account.phone,
  BankAccount: '1234567890',
  BankCode: '004',
  regisdate: '2026-01-05T03:00:00.000Z',
  totalDeposit: 1500,
  totalWithdraw: 300,
  affiliateKey: 'K9Z3',
  GameInfo: { username: 'x0899998888', password: 'hidden', Partner: 'OTHER' },
  internalWallet: {
    mainWallet: 0,
    gameWallet: '512.25',
    affiliateWallet: 88.5,
    cashbackWallet: 40,
    prizeWallet: 3,
  },
  userName: { firstName: account.firstName, lastName: account.lastName },
  BonusInfo: { bonusId: null, isBonus: true, needTurnover: 100, nowTurnover: 100 },
};

const promotions = [
  {
    _id: 'p1',
    title: 'โบนัสต้อนรับของที่อื่น',
    ImageUrl: '',
    minimumDeposit: 100,
    TurnoverAmount: 3,
    DepositType: 1,
    MaxBonus: 0,
    MaxBonusType: 2,
    MaxWithdrawAmount: 5,
    MaxWithdrawType: 1,
  },
];

const configuration = {
  appId: 'other',
  LineId: '@other',
  logoUrl: '',
  theme: 'sapphire',
  alertyImage: '',
  alertyMessage: '',
  Maintenance: false,
  Partner: 'OTHER',
  Disabled: false,
  getNameBank: true,
  cashBack: { Image: '', Payout: 5, minWithdraw: 10, usecashBack: true },
  Affiliate: {
    Image: '',
    useAffiliate: true,
    minWithdraw: 50,
    turnover: 1,
    percent: { level1: { enable: true, percent: 0.5 }, level2: { enable: false, percent: 0 } },
    autoWithdraw: { useautoWithdraw: true, maxautoWithdraw: 500 },
  },
  Withdraw: { canWithdraw: true, minWithdraw: 100, maxWithdraw: 20000, autoWithdraw: true },
  ProductList: [
    { ch: 'SEXY', img: '', gameType: 'LIVECASINO', category: 'LIVECASINO' },
    { ch: 'JOKER', img: '', gameType: 'EGAMES', category: 'EGAMES' },
  ],
  PromotionList: promotions,
};

const movements = [
  { TransType: 'DEPOSIT', Amount: 500, createdAt: '2026-11-02T04:05:00.000Z', Status: 0, BonusInfo: { _id: 'p1' } },
  { TransType: 'CASHBACK', Amount: 25.5, createdAt: '2026-11-03T04:05:00.000Z', Status: 1, BonusInfo: { _id: null } },
  {
    TransType: 'DEPOSIT',
    Amount: 70,
    createdAt: '2026-11-04T04:05:00.000Z',
    Status: 2,
    BonusInfo: { _id: 'ITEMCODE' },
  },
  { TransType: 'WITHDRAW', Amount: 300, createdAt: '2026-11-05T14:07:00.000Z', Status: 3 },
];

const receiving = [
  { BankCode: '014', BankAccount: '9876543210', fullName: 'บริษัท ที่อื่น จำกัด', BankName: 'ธนาคารไทยพาณิชย์' },
  { phoneNumber: '0811112222', fullName: 'บริษัท ที่อื่น จำกัด', BankName: 'วอลเล็ท' },
];

const succeed = (more: object = {}): HostResponse => ({ body: { success: true, ...more } });
const fail = (message: string, status = 200): HostResponse => ({ status, body: { success: false, message } });

function initialResponses(): Map<string, HostResponse | ((hostRequest: HostRequest) => HostResponse)> {
  const requireSession =
    (answer: HostResponse) =>
    ({ headers }: HostRequest): HostResponse =>
      headers['api-auth'] === TOKEN ? answer : fail('กรุณาเข้าสู่ระบบ', 401);
  return new Map<string, HostResponse | ((hostRequest: HostRequest) => HostResponse)>([
    ['GET /v2/prefix', succeed({ data: configuration })],
    [
      'POST /auth-service/v1/login',
      ({ body }) =>
        body['phoneNumber'] === account.phone && body['Password'] === account.password
          ? succeed({ authToken: TOKEN, data: member, message: '' })
          : fail('เบอร์หรือรหัสไม่ตรงกับที่มีในระบบของเรา'),
    ],
    ['POST /auth-service/v1/signup', succeed({ message: '' })],
    ['POST /auth-service/v1/checkPhone', succeed({ data: {}, message: '' })],
    [
      'POST /auth-service/v1/checkBank',
      succeed({ data: { firstName: account.firstName, lastName: account.lastName, token: 'bank-token' }, message: '' }),
    ],
    // Spec §4: 0 means success here.
    ['GET /auth-service/v1/refresh', requireSession({ body: { success: 0, data: member } })],
    ['PUT /auth-service/v1/change-password', requireSession({ body: { success: 0, message: '' } })],
    ['GET /user-profile-composite/v1/info/promotion', { body: { data: promotions, message: '' } }],
    ['POST /user-profile-composite/v1/users/setting', requireSession({ body: {} })],
    ['GET /wheel-script/script', { body: '/* wheel */', type: 'text/javascript' }],
    [
      'GET /wheel-script/html5',
      { body: '<p>wheel</p><script src="/wheel-script/script"></script>', type: 'text/html' },
    ],
    ['GET /user-profile-composite/v1/profile/balance', requireSession(succeed({ data: { balance: 512.25 } }))],
    ['GET /user-profile-composite/v1/history/deposit', requireSession(succeed({ data: { Transaction: movements } }))],
    ['GET /user-profile-composite/v1/info/deposit', requireSession(succeed({ data: receiving }))],
    ['POST /user-profile-composite/v1/topup-api/pullslip', requireSession(succeed({ message: 'รับสลิปแล้ว' }))],
    ['GET /user-profile-composite/v1/users/cashback/vertify', requireSession(succeed({ message: 'Success!' }))],
    ['GET /rolling-composite/v1/get-rolling', requireSession(succeed({ data: {} }))],
    ['POST /user-profile-composite/v1/topup/itemcode/redeem', requireSession(fail('โค้ดนี้ถูกใช้ไปแล้วที่อื่น', 400))],
    [
      'GET /user-profile-composite/v1/users/affiliate',
      requireSession(succeed({ data: { balance: 88.5, transaction: [], Users: [], transaction_incomes: [] } })),
    ],
    ['GET /user-profile-composite/v1/users/affiliate/vertify', requireSession(succeed({ message: '' }))],
    ['GET /fund-composite/v1/withdrawal/condition', requireSession(succeed({ data: {} }))],
    ['POST /fund-composite/v1/withdrawal', requireSession(succeed({ message: '' }))],
    ['POST /prize-composite/v1/spins', requireSession(succeed({ data: {}, message: 'ได้รับ 20 บาท' }))],
  ]);
}

/** The 23 endpoints of the specification. */
const calls = [...initialResponses().keys()];

const NOT_READS = ['GET /v2/prefix', 'GET /auth-service/v1/refresh'];
const reads = calls.filter(
  (call) => call.startsWith('GET ') && !call.endsWith('/vertify') && !NOT_READS.includes(call),
);

export async function startForeignHost({ port = 0 }: { readonly port?: number } = {}): Promise<ForeignHost> {
  let responses = initialResponses();
  let unknown: HostResponse | undefined;
  let isDown = false;
  const requests: (HostRequest & { call: string })[] = [];
  const server = http.createServer((request, response) => {
    if (isDown) {
      request.socket.destroy();
      return;
    }
    void readBody(request).then((body) => {
      const call = `${request.method} ${(request.url ?? '').split('?')[0]}`;
      if (request.method === 'OPTIONS') return sendPreflight(response);
      const hostRequest = { body, headers: request.headers };
      requests.push({ ...hostRequest, call });
      const known = responses.get(call) ?? unknown;
      // Responses to unknown endpoints usually have no cross-origin headers.
      if (known === undefined) return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not Found');
      const {
        status = 200,
        body: reply,
        type = 'application/json',
      } = typeof known === 'function' ? known(hostRequest) : known;
      response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*' });
      return response.end(type === 'application/json' ? JSON.stringify(reply) : reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    setResponse: (call, hostResponse) => void responses.set(call, hostResponse),
    setReadResponse: (hostResponse) => {
      for (const call of reads) responses.set(call, hostResponse);
    },
    setUnknownResponse: (hostResponse) => {
      unknown = hostResponse;
    },
    setDown: (wanted) => {
      isDown = wanted;
    },
    reset: () => {
      responses = initialResponses();
      unknown = undefined;
      isDown = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendPreflight(response: http.ServerResponse): void {
  response
    .writeHead(204, {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, PUT',
      'access-control-allow-headers': ALLOWED,
    })
    .end();
}

async function readBody(request: http.IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const part of request) text += String(part);
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
