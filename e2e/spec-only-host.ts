// A third-party host: implements the endpoints of section 7 of the specification with the fields of its section 3, and
// no extension. It allows other origins only the headers that section 7 names.
//
// Always true: nothing here is imported from the product. Where the specification leaves a response open, this host
// sends the minimum: no `success` where none is named, no optional field, numbers as text where that occurs in
// practice.

import http from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = { readonly status?: number; readonly body: unknown; readonly type?: string };
type Question = { readonly body: Record<string, unknown>; readonly headers: http.IncomingHttpHeaders };

export type ForeignHost = {
  readonly url: string;
  /** Every request, as "POST /path", with its payload. */
  readonly requests: readonly (Question & { readonly call: string })[];
  /** Sets the response of an endpoint from now on. */
  readonly answer: (call: string, answer: Answer) => void;
  /** Sets the response of every reading endpoint from now on; the session and the configuration stay. */
  readonly answerReads: (answer: Answer) => void;
  /** Sets the response to unknown endpoints; undefined: no cross-origin headers, so a browser cannot read it. */
  readonly answerUnknown: (answer: Answer | undefined) => void;
  /** Stops accepting connections, or accepts them again. */
  readonly setDown: (isDown: boolean) => void;
  /** Restores the initial state. */
  readonly reset: () => void;
  readonly close: () => Promise<void>;
};

export const TOKEN = 'a-token-of-somebody-elses-host-0001';
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

const yes = (more: object = {}): Answer => ({ body: { success: true, ...more } });
const no = (message: string, status = 200): Answer => ({ status, body: { success: false, message } });

function firstAnswers(): Map<string, Answer | ((question: Question) => Answer)> {
  const signedIn =
    (answer: Answer) =>
    ({ headers }: Question): Answer =>
      headers['api-auth'] === TOKEN ? answer : no('กรุณาเข้าสู่ระบบ', 401);
  return new Map<string, Answer | ((question: Question) => Answer)>([
    ['GET /v2/prefix', yes({ data: configuration })],
    [
      'POST /auth-service/v1/login',
      ({ body }) =>
        body['phoneNumber'] === account.phone && body['Password'] === account.password
          ? yes({ authToken: TOKEN, data: member, message: '' })
          : no('เบอร์หรือรหัสไม่ตรงกับที่มีในระบบของเรา'),
    ],
    ['POST /auth-service/v1/signup', yes({ message: '' })],
    ['POST /auth-service/v1/checkPhone', yes({ data: {}, message: '' })],
    [
      'POST /auth-service/v1/checkBank',
      yes({ data: { firstName: account.firstName, lastName: account.lastName, token: 'bank-token' }, message: '' }),
    ],
    // Spec §4: 0 means success here.
    ['GET /auth-service/v1/refresh', signedIn({ body: { success: 0, data: member } })],
    ['PUT /auth-service/v1/change-password', signedIn({ body: { success: 0, message: '' } })],
    ['GET /user-profile-composite/v1/info/promotion', { body: { data: promotions, message: '' } }],
    ['POST /user-profile-composite/v1/users/setting', signedIn({ body: {} })],
    ['GET /wheel-script/script', { body: '/* wheel */', type: 'text/javascript' }],
    [
      'GET /wheel-script/html5',
      { body: '<p>wheel</p><script src="/wheel-script/script"></script>', type: 'text/html' },
    ],
    ['GET /user-profile-composite/v1/profile/balance', signedIn(yes({ data: { balance: 512.25 } }))],
    ['GET /user-profile-composite/v1/history/deposit', signedIn(yes({ data: { Transaction: movements } }))],
    ['GET /user-profile-composite/v1/info/deposit', signedIn(yes({ data: receiving }))],
    ['POST /user-profile-composite/v1/topup-api/pullslip', signedIn(yes({ message: 'รับสลิปแล้ว' }))],
    ['GET /user-profile-composite/v1/users/cashback/vertify', signedIn(yes({ message: 'Success!' }))],
    ['GET /rolling-composite/v1/get-rolling', signedIn(yes({ data: {} }))],
    ['POST /user-profile-composite/v1/topup/itemcode/redeem', signedIn(no('โค้ดนี้ถูกใช้ไปแล้วที่อื่น', 400))],
    [
      'GET /user-profile-composite/v1/users/affiliate',
      signedIn(yes({ data: { balance: 88.5, transaction: [], Users: [], transaction_incomes: [] } })),
    ],
    ['GET /user-profile-composite/v1/users/affiliate/vertify', signedIn(yes({ message: '' }))],
    ['GET /fund-composite/v1/withdrawal/condition', signedIn(yes({ data: {} }))],
    ['POST /fund-composite/v1/withdrawal', signedIn(yes({ message: '' }))],
    ['POST /prize-composite/v1/spins', signedIn(yes({ data: {}, message: 'ได้รับ 20 บาท' }))],
  ]);
}

/** The 23 endpoints of the specification. */
const calls = [...firstAnswers().keys()];

const NOT_READS = ['GET /v2/prefix', 'GET /auth-service/v1/refresh'];
const reads = calls.filter(
  (call) => call.startsWith('GET ') && !call.endsWith('/vertify') && !NOT_READS.includes(call),
);

export async function startForeignHost({ port = 0 }: { readonly port?: number } = {}): Promise<ForeignHost> {
  let answers = firstAnswers();
  let unknown: Answer | undefined;
  let isDown = false;
  const requests: (Question & { call: string })[] = [];
  const server = http.createServer((request, response) => {
    if (isDown) {
      request.socket.destroy();
      return;
    }
    void readBody(request).then((body) => {
      const call = `${request.method} ${(request.url ?? '').split('?')[0]}`;
      if (request.method === 'OPTIONS') return sendPreflight(response);
      const question = { body, headers: request.headers };
      requests.push({ ...question, call });
      const known = answers.get(call) ?? unknown;
      // Responses to unknown endpoints usually have no cross-origin headers.
      if (known === undefined) return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not Found');
      const {
        status = 200,
        body: reply,
        type = 'application/json',
      } = typeof known === 'function' ? known(question) : known;
      response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*' });
      return response.end(type === 'application/json' ? JSON.stringify(reply) : reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (call, answer) => void answers.set(call, answer),
    answerReads: (answer) => {
      for (const call of reads) answers.set(call, answer);
    },
    answerUnknown: (answer) => {
      unknown = answer;
    },
    setDown: (wanted) => {
      isDown = wanted;
    },
    reset: () => {
      answers = firstAnswers();
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
