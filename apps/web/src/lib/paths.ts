// Every address of the product (spec §2). Links use these functions, never literals.

export const paths = {
  landing: '/',
  login: '/login',
  register: '/register',
  registerWith: (shareToken: string) => `/register/${encodeURIComponent(shareToken)}`,
  promotion: '/promotion',
  terms: '/terms',
  member: {
    login: '/user/login',
    home: '/user/home',
    profile: '/user/profile',
    account: '/user/account',
    deposit: '/user/deposit',
    withdraw: '/user/withdraw',
    menu: '/user/menu',
    game: '/user/game',
    gameCategory: (category: string) => `/user/game/${encodeURIComponent(category)}`,
    /** One game on the whole screen; without a game code the provider's own lobby. */
    playing: (ch: string, gameCode?: string) =>
      `/user/play/${encodeURIComponent(ch)}${gameCode === undefined ? '' : `/${encodeURIComponent(gameCode)}`}`,
    slot: '/user/slot',
    baccarat: '/user/baccarat',
    poker: '/user/poker',
    trading: '/user/trading',
    spinner: '/user/spinner',
    cashBack: '/user/cash_back',
    freeCredit: '/user/free_credit',
    affiliate: '/user/affiliate',
    promotion: '/user/promotion',
    history: '/user/history',
    transactions: '/user/transactions',
    transactionsDeposit: '/user/transactions-deposit',
    transactionsWithdraw: '/user/transactions-withdraw',
  },
} as const;

/** The route patterns of addresses with a parameter. */
export const patterns = {
  lobby: '/user/game/:category?',
  play: '/user/play/:ch/:gameCode?',
} as const;

/** Names the screen that is open as a modal over a page of the member area. */
export const SCREEN_PARAMETER = 'screen';

const AREA = '/user/';

export function getScreenPath(name: string): string {
  return AREA + name;
}

/** Opens a screen as a modal over the current page. */
export function toModal(path: string): { readonly search: string } {
  return { search: new URLSearchParams({ [SCREEN_PARAMETER]: path.slice(AREA.length) }).toString() };
}
