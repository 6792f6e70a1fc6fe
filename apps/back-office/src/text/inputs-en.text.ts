// English names of the typed fields of actions.

import type { InputWords } from './inputs-th.text.ts';

export const inputsEn: InputWords = {
  chooseFile: 'Choose a file',
  labels: {
    provider: 'Code of the provider',
    terms: 'Terms, one a line',
    file: 'File of games (CSV)',
    key: 'Key',
    amount: 'Amount (baht)',
    account: 'Bank account of the site',
    balance: 'Closing balance (baht)',
    time: 'Time of the balance (Thai time)',
    payout: 'Number of the payout at the bank',
    member: 'Number of the member',
    site: 'The code of the site, again',
  },
  hints: {
    provider: 'a-z 0-9 and -',
    terms: 'such as name=Mali, protocol=chaba, category=EGAMES, image=https://…, launch=https://…, order=120',
    file: 'headings code,name,image and any of category,type,order,words,since,mechanic,return,volatility',
    account: 'such as 004/1234567890',
    payout: 'such as P1-1234',
    member: 'such as M12',
  },
};
