// What `npm run operator -- --help` prints.

export const HELP = `Usage: npm run operator -- <what> [options]

What waits
  waiting                              everything that needs a person, and the command that decides it

Withdrawals
  withdrawals                          list those that wait for a person, and payouts the bank left open or contradicts
  approve <withdrawal> --reason "…"    say yes: the bank is told within a second
  reject <withdrawal> --reason "…"     say no: the money is playable again
  stop-payout <withdrawal> --reason "…"
                                       take an approved one back before the bank is called: the money is playable again
  confirm-paid <withdrawal> --reason "…"
                                       the bank did pay: for payouts it left open or contradicts; ask it first
  confirm-failed <withdrawal> --reason "…"
                                       the bank did not pay, or the money came back to us: the member has it again

Deposits
  deposits                             list transfers that found no member, are in doubt, or in dispute
  attach <deposit> --member <phone> --reason "…"
                                       credit the transfer to this member; in dispute: it stays with the member who got it,
                                       or is taken back (what is spent is owed) and given to this one
  return <deposit> --reason "…"        send the money back to where it came from; in dispute: taken back first
  dispute <deposit> --reason "…"       doubt a credit or a return: it waits for one of the two above again
  statement <bank code> <file> --reason "…"
                                       hand in what the bank wrote, a line each

Referral income
  income                               list withdrawals of it that wait, and days that are held
  pay <withdrawal> --reason "…"        say yes to one; refuse <withdrawal>: say no
  release <phone> <day> --reason "…"   release a day that was held; drop <phone> <day>: it is never paid
  take <phone> <amount> --reason "…"   take income back out of the affiliate wallet
  calculate                            cashback of the days that are over and referral income up to now (play money only)

Promotions and codes
  promotions                           list them with their terms; codes: list the codes
  promotions --cost [<games>=<return> …]
                                       what each promotion, code, coin, cashback and commission costs at most, for games that
                                       return so many percent (EGAMES=96 LIVECASINO=98.94), and whether that is within bounds
  promotion <id> <term>=<value> … --reason "…"
                                       make one or change its terms; bonuses that run keep theirs. Terms: title, percent or
                                       baht (the worth), max, min, turnover, cap (500 is baht, 3x is times), for (first,
                                       daily, any), maxbet, exclude, weights (LIVECASINO:10), place, offered (yes, no)
  end-promotion <id> --reason "…"      offer it to nobody any more
  revoke <phone> --reason "…"          take the member's running bonus back; own money less losses stays
  code <code> <term>=<value> … --reason "…"
                                       make one: amount or coins, turnover, cap, uses, each (per member), days
  end-code <code> --reason "…"         nobody can use it any more

Games
  games                                what waits: wins above a cap, wins without their bet, open rounds, debts, days that differ
  providers                            list them with their caps and keys
  provider <code> open|closed --reason "…"
                                       closed: no game opens and no stake is taken; payouts still come
  win-cap <code> <amount> --reason "…" a win above it waits for a person
  release-win <code> <call> --reason "…"
                                       let the member have it; refuse-win: it goes back (--member <phone> says whose)
  forget-win <code> <call> --reason "…"
                                       a win that was given up without its bet is seen to: off the list, nothing is paid
  dismiss-rollback <code> <call> --reason "…"
                                       a rollback of a settled bet was answered OK and changed nothing: seen to with the provider
  key <code> --reason "…"              give the provider a second key, and tell it where it can be told; hand-key: tell it again
  retire-key <code> <key> --sure --reason "…"
                                       take one back, when the provider signs with the other: what it signs is refused
  settle-round <code> <round> --reason "…"
                                       settle an open round as the provider told; void-round: give its stakes back
  reconcile [<code> [<day>]]           the latest reports, or compare a day now
  catalogue                            ask providers for their games and say which differ from the ones shown

Audit
  findings                             list what the hourly audit found and nobody has closed
  close-finding <number> --reason "…"  it was seen to: off the list, also of npm run ledger:audit
  bank-book                            what the house's bank accounts have, and what of it is explained
  balance <account> <amount> <time> --reason "…"
                                       enter the closing balance of a statement where the bank has no call for it

Security
  security [<phone>]                   sign-ins, lock-outs, changes of devices and forged signatures, newest first; what repeats is a finding

Members
  member <phone>                       show one member
  lock <phone> --reason "…"            lock the member out at once
  unlock <phone> --reason "…"          let the member in again
  pauses                               list members on a break from play
  pause <phone> <length> --reason "…"  begin one for a member who asks: 24h, 7d, 30d, 42d, 6m, 1y, 5y, forever
  lift-exclusion <phone> --reason "…"  end one that is forever: after half a year, with a week's notice

Brand
  flags                                show the brand's flags and limits
  set <flag> <value> --reason "…"      change one (on, off, an amount of baht, a number, a text)
                                       Payout: percent of cashback; level1, level2: percent of referral income
                                       logoUrl, alertyImage: a path, or https on a host that IMAGE_HOSTS lists; "" for none
                                       theme: gold, jade, sapphire, ruby, or JSON with any of preset, brand and accent
                                       (#rrggbb), mode (dark, light, auto), radius (sharp, soft, round),
                                       font (anuphan, noto, noto-looped): '{"brand":"#8844ee","radius":"round"}'
  terms                                list the versions of the terms of use, and how many members accepted each
  terms show <version>                 print one; terms publish <file> --reason "…": the next version, from a text file:
                                       paragraphs with an empty line between them, "# " before a heading
  accounts                             list the accounts that members transfer to
  promptpay <account> <id> --reason "…"
                                       what its PromptPay code pays to: phone number, national or tax id, e-wallet id; none: no code
  acts                                 list the latest acts of operators

Options
  --site <code>       which brand; the first one if left out
  --reason "…"        why: 3 to 500 characters, kept for ever
  --operator <name>   who acts; your user name if left out
  --sure              for what cannot be taken back: retire-key
  --cost              with promotions: what they cost
  --help              this text
`;
