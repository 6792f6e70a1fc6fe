// Usage text of `npm run operator -- --help`.

import { bonusWords } from '@chaba/promotions/kinds';

export const HELP = `Usage: npm run operator -- <command> [options]

Lists need no sign-in. Everything else needs login, a demo operator, or --host; what needs two people becomes a request.

Review queue
  review-queue                         list everything that needs a decision, with the command that shows it

Withdrawals
  withdrawals                          list withdrawals in review, and payouts that the bank left open or contradicts
  approve <withdrawal> --reason "…"    approve: the bank payout is submitted after ten seconds
  reject <withdrawal> --reason "…"     reject: the money is playable again
  stop-payout <withdrawal> --reason "…"
                                       stop an approved one before the bank is called: the money is playable again
  confirm-paid <withdrawal> --reason "…"
                                       the bank did pay: for payouts it left open or contradicts; ask the bank first
  record-payout <payout> <phone> --reason "…"
                                       the bank paid a withdrawal that a recovery of the database lost: the member is debited
  confirm-failed <withdrawal> --reason "…"
                                       the bank did not pay, or returned the money: the member is credited again

Deposits
  deposits                             list transfers that are unmatched, claimed or disputed
  credit-deposit <deposit> --member <phone> --reason "…"
                                       credit the transfer to this member. Disputed: it stays with the credited member, or
                                       is debited from that one (a shortfall becomes debt) and credited to this one
  return-deposit <deposit> --reason "…"
                                       send the money back to the sender. Disputed: debit the credited member first
  dispute <deposit> --reason "…"       reopen a credited or returned deposit: one of the two commands above decides again
  import-statement <bank code>[/<account>] <file> --reason "…"
                                       import a bank statement: messages, one a line, or the table that internet banking
                                       saves (CSV), which needs the account; at most 5,000 lines, each credited once
  bank-reports [<number>]              list lines, deliveries and payout results of the bank that could not be read
                                       (those before a number)
  close-report <number> --reason "…"   take one off that list

Referral income
  income                               list withdrawals of it in review, and days that are held
  pay <withdrawal> --reason "…"        pay a withdrawal; reject-income <withdrawal>: reject it
  release <phone> <day> --reason "…"   release a held day; reject-income-day <phone> <day>: it is
                                       never paid
  take <phone> <amount> --reason "…"   debit income from the affiliate wallet
  calculate --host                     cashback of past days and referral income up to now (play money only)

Promotions and codes
  promotions                           list promotions with their terms; codes: list the codes
  promotions --cost [<games>=<return> …]
                                       maximum cost of each promotion, code, coin, cashback and commission, for games with
                                       these returns in percent (EGAMES=96 LIVECASINO=98.94), and whether it is within bounds
  promotion <id> <term>=<value> … --reason "…"
                                       create one or change its terms; existing grants keep theirs. Terms: title, ${Object.values(bonusWords).join(' or ')}
                                       (the worth), max, min, turnover, cap (500 is baht, 3x is times), for (first,
                                       daily, any), maxbet, exclude, weights (LIVECASINO:10), place, offered (yes, no)
  end-promotion <id> --reason "…"      stop offering it
  revoke <phone> --reason "…"          revoke the member's active bonus; own money less losses stays
  code <code> <term>=<value> … --reason "…"
                                       create one: amount or coins, turnover, cap, uses, each (per member), days
  end-code <code> --reason "…"         stop redemption of a code

Games
  games                                list held wins, orphan wins, stuck rounds, free spins, debts and days with discrepancies
  providers                            list providers with their caps and keys
  provider <code> open|closed [studio] [--notice "…"] --reason "…"
                                       closed: games do not launch and bets are rejected; payouts are still accepted; the lobby
                                       states that the operator, or the studio, closed it, and shows the notice
  add-provider <code> protocol=… name="…" category=… image=… launch=… [api=…] [order=…] --reason "…"
                                       add one to the site. protocol: chaba, amb, hub88 or none; category: LIVECASINO,
                                       EGAMES, POKER, TRADING; type: the kind of its lobby; image, launch, api: https addresses,
                                       launch with {token} and, as needed, {game}, {site}, {lang}, {return}; order: its place in the
                                       lobby (the standard has tens), or none; new: yes or no
  set-provider <code> <term>=<value> … --reason "…"
                                       change these terms; api=none: it is not queried; launch=studio: the play-money studio
  import-games <code> <file.csv> --reason "…"
                                       add games, or change them: headings code, name, image and any of category, type, order,
                                       words (with | between), since (a day), mechanic, return (96.00), volatility (1 to 5).
                                       A bad row is named, and nothing is written
  sync-games <code> [--confirm --reason "…"]
                                       compare its games with the provider's own list; with --confirm carry the difference out: new
                                       games are added, missing ones not offered any more (their open rounds are still paid)
  win-cap <code> <amount> --reason "…" hold wins above this amount for a decision
  release-win <code> <call> --reason "…"
                                       credit a held win; reject-win: reject it (--member <phone> if the call is ambiguous)
  dismiss-win <code> <call> --reason "…"
                                       remove an expired orphan win from the list; nothing is paid
  dismiss-rollback <code> <call> --reason "…"
                                       remove a rollback of a settled bet that was answered OK and changed nothing
  key <code> --reason "…"              create a second key and send it to providers with a key API; hand-key: send it again
  retire-key <code> <key> --confirm --reason "…"
                                       retire a key after the provider signs with the other one: its signatures are rejected
  settle-round <code> <round> --reason "…"
                                       settle a stuck round as the provider reported; void-round: return its stakes
  settle-spins <code> <round> <amount> --notice "…" --reason "…"
                                       pay this amount for waiting free spins whose game cannot be opened, and end their round;
                                       void-spins: end it without; the member reads the notice in the bet history
  refused-calls [<code>]               list signed requests that were rejected for good, newest first; kept 30 days
  reconcile [<code> [<day>]]           list the latest reports, or compare a day now
  close-day <code> <day> --reason "…"  the discrepancies of a day were decided
  catalogue                            compare the games of the providers with the games shown

Audit
  findings                             list open findings of the hourly audit
  close-finding <number> --reason "…"  close a finding: off the list, also of npm run ops -- audit
  release-payouts --reason "…"         after a recovery of the database: submit payouts again, when bank and providers were
                                       compared (npm run ops -- compare-outside) and no finding and no day is open
  bank-book                            list the balances of the house's bank accounts and the part that is explained
  balance <account> <amount> <time> --reason "…"
                                       enter the closing balance of a statement of a bank without a balance API

Security
  security [<phone>]                   list sign-ins, lock-outs, device changes and forged signatures, newest first; repetitions
                                       are findings

Members
  member <phone>                       show one member
  lock <phone> --reason "…"            lock the member at once
  unlock <phone> --reason "…"          unlock the member
  credit <phone> <amount> [kind=goodwill|correction] [turnover=1] evidence="…" --notice "…" --reason "…"
                                       credit the game wallet by hand; turnover: how often the amount is required. A second
                                       person decides; the member reads the notice
  debit <phone> <amount> [kind=correction|confiscation] evidence="…" --notice "…" --reason "…"
                                       debit it, at most what is playable
  play-breaks                          list members on a play break
  start-play-break <phone> <length> --reason "…"
                                       start one at the member's request: 24h, 7d, 30d, 42d, 6m, 1y, 5y, forever
  lift-exclusion <phone> --reason "…"  end one that is forever: after half a year, with a week's notice

Site
  sites                                list the sites of the installation with hosts and api-keys
  create-site <code> name="…" hosts=<host>,… line=<LINE id> [currency=THB] [mode=play] --host --reason "…"
                                       create one in the mode of the installation, with its first limits and, in play mode,
                                       terms of use; without members, money, promotions, wheel and receiving accounts. A code or
                                       host that exists is rejected. CHABA_LANES sets its lanes, once
  flags                                show the site's flags and limits
  set <flag> <value> --reason "…"      change one (on, off, an amount of baht, a number, a text)
                                       Payout: percent of cashback; level1, level2: percent of referral income
                                       logoUrl, alertyImage: a path, or https on a host that IMAGE_HOSTS lists; "" for none
                                       wheelScript: the https address of a script for the frame of the wheel; "" for none
                                       theme: gold, jade, sapphire, ruby, or JSON with any of preset, brand and accent
                                       (#rrggbb), mode (dark, light, auto), radius (sharp, soft, round),
                                       font (anuphan, noto, noto-looped): '{"brand":"#8844ee","radius":"round"}'
  terms                                list the versions of the terms of use, and how many members accepted each
  terms show <version>                 print one; terms publish <file> --reason "…": publish the next version from a text file:
                                       paragraphs with an empty line between them, "# " before a heading
  accounts                             list the accounts that members transfer to
  open-account <bank>/<number> "<holder>" --reason "…"
                                       add one, or open a closed one again: 004/1234567890, or the phone of a wallet; the holder
                                       as the bank shows it to senders
  close-account <account> --reason "…" members are not shown it any more; what they send to it is still credited
  promptpay <account> <id> --reason "…"
                                       PromptPay id of its QR code: phone number, national or tax id, e-wallet id; none: no code
  account-limits <account> <day> [<total>] --reason "…"
                                       ceilings in baht, or none: above one, members are not shown the account
  account-order <account> <place> [<group>] --reason "…"
                                       low places first; accounts of a group take turns, a member is shown one of them
  audit-log                            list the latest entries of the audit chain

Back office
  login <name>                         print a code that this person confirms in the back office, under My account: this command
                                       line acts for the person then, 15 minutes after the last command, 8 hours at most
  logout                               end it
  requests                             list requests of two people that concern the person
  decide <request> approve|reject|withdraw [--code <digits>] --reason "…"
                                       decide a request of another person; by a passkey only in the back office
  invite-operator <name> <role>[,…] --host --reason "…"
                                       print a link that sets up the factor of a new operator, or replaces a lost one: for the
                                       first admins and the way back in; everybody else is invited in the back office
  verify-audit [--head <number>:<hash>]
                                       recompute the audit chain of every site, or of --site; --head: it must contain this
                                       recorded entry

Options
  --site <code>       site code; default: the first site
  --reason "…"        reason of the action: 3 to 500 characters, stored permanently
  --operator <name>   a demo operator of play mode, without a sign-in
  --code <digits>     the six digits of the authenticator app, where the factor is older than five minutes
  --confirm           confirm an irreversible action: retire-key; carry out: sync-games
  --host              by the right of the host, without a person: create-site, invite-operator, what closes (provider …
                      closed, set Maintenance on, close-account), and the set-up (set, terms publish, open-account, promptpay) while
                      fewer than two people could decide it
  --cost              with promotions: their cost
  --help              this text
`;
