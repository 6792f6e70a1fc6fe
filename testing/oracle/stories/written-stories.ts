// Written stories for rules that random stories reach seldom. The product has no finding in them; without the rule of
// its title each has one, so the planted mutations are tried on them first.
//
// Elsewhere: the language of the rows (commands.ts), mutations (testing/mutations), stories without a fault
// (faultless-stories.ts).

import { capStories } from './cap-stories.ts';
import { payoutStories } from './payout-stories.ts';

/** Rows by title. */
export const writtenStories: Readonly<Record<string, string>> = {
  'a free spin won with own money is own money beside a later code': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  all  round=r0
    bet       M1  100.00  tx=b1  round=r1
    win       M1  0.00  tx=w1  round=r1  spins=2
    code      M1  FREECAP
    free      M1  500.00  of=r1  tx=f1
    free      M1  0.00  of=r1  tx=f2
    bet       M1  50.00  tx=b2  round=r2
    win       M1  600.00  tx=w2  round=r2  closed=yes
    withdraw  M1  all  key=K1
    submit
    paid      K1`,
  'a free round of its own belongs to the round that granted it': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  all  round=r0
    bet       M1  100.00  tx=b1  round=r1
    win       M1  0.00  tx=w1  round=r1  spins=2  by=ended
    code      M1  FREECAP
    free      M1  500.00  of=r1  tx=f1
    bet       M1  50.00  tx=b2  round=r2
    win       M1  600.00  tx=w2  round=r2  closed=yes
    withdraw  M1  all  key=K1
    submit
    paid      K1`,
  'a free round of its own is under the cap that closed before it': `
    code      M1  CAPPED
    bet       M1  all  tx=b1  round=r1
    win       M1  600.00  tx=w1  round=r1  spins=2  by=ended
    withdraw  M1  200.00  key=K1
    submit
    paid      K1
    free      M1  500.00  of=r1  tx=f1
    withdraw  M1  all  key=K2
    submit`,
  'a payout that came back uses its cap until it is released': `
    code      M1  FREECAP
    bet       M1  all  tx=b1  round=r1
    win       M1  600.00  tx=w1  round=r1  closed=yes
    withdraw  M1  200.00  key=K1
    submit
    failed    K1
    withdraw  M1  200.00  key=K2
    approve   K2
    submit
    paid      K2
    release   M1
    withdraw  M1  all  key=K3
    approve   K3
    submit
    paid      K3`,
  'a payout that came back goes with its bonus': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    betwin    M1  50.00  800.00  round=r2
    withdraw  M1  400.00  key=K1
    submit
    failed    K1
    rollback  M1  ref=r1-win  tx=x1
    rollback  M1  ref=r1-bet  tx=x2
    cancel    M1
    release   M1`,
  'a bonus that a stake of before a code lost is no own money of the code': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    bet       M1  150.00  tx=b1  round=r1
    code      M1  FREECAP
    win       M1  0.00  tx=w1  round=r1  closed=yes
    betwin    M1  40.00  900.00  round=r2
    cancel    M1
    betwin    M1  100.00  900.00  round=r3
    withdraw  M1  all  key=K1
    submit`,
  'a bonus waits for the end of a dispute about its payout': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    betwin    M1  50.00  800.00  round=r2
    withdraw  M1  400.00  key=K1
    submit
    failed    K1
    paid      K1
    rollback  M1  ref=r1-win  tx=x1
    rollback  M1  ref=r1-bet  tx=x2
    cancel    M1
    disputes`,
  'a result that is corrected after all was lost is under the lost terms': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    bet       M1  200.00  tx=b1  round=r1  on=red:100.00,black:100.00
    win       M1  0.00  tx=w1  round=r1  closed=yes
    adjust    M1  600.00  ref=w1  tx=x1
    withdraw  M1  all  key=K1
    submit
    paid      K1`,
  'a loss that is reversed after all was lost stays under the lost terms': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    bet       M1  200.00  tx=b1  round=r1  on=red:100.00,black:100.00
    win       M1  0.00  tx=w1  round=r1  closed=yes
    rollback  M1  ref=w1  tx=x1
    win       M1  600.00  tx=w2  round=r1  closed=yes
    withdraw  M1  all  key=K1
    submit
    paid      K1`,
  'what a removal takes of a corrected result is no own money of a later code': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  50.00  500.00  round=r1
    cancel    M1
    code      M1  CAPPED
    adjust    M1  900.00  ref=r1-win  tx=x1
    bet       M1  all  tx=b2  round=r2
    win       M1  1000.00  tx=w2  round=r2  closed=yes
    withdraw  M1  all  key=K1
    submit
    paid      K1`,
  'the coin of a deposit that was sent back is taken back': `
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    coins
    take-back  M1  T1
    coins`,
  'a round that never ended pays under the terms that were lost': `
    code      M1  FREECAP
    bet       M1  20.00  tx=b1  round=r1
    win       M1  0.00  tx=w1  round=r1
    wait      25h
    betwin    M1  all  0.00  round=r2
    win       M1  600.00  tx=w2  round=r1  closed=yes
    withdraw  M1  all  key=K1
    submit
    paid      K1`,
  'an own stake that is open for a day leaves when it returns': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  all  round=r0
    bet       M1  100.00  tx=b1  round=r1
    wait      25h
    code      M1  FREECAP
    bet       M1  50.00  tx=b2  round=r2
    win       M1  650.00  tx=w2  round=r2  closed=yes
    withdraw  M1  all  key=K1
    submit
    paid      K1
    win       M1  100.00  tx=w1  round=r1  closed=yes
    withdraw  M1  all  key=K2
    submit
    paid      K2`,
  'an own stake that is open for a day is kept once when a bonus is forfeited': `
    join      M1  bonus=yes
    award     M1  200.00  tx=a1
    bet       M1  100.00  tx=b1  round=r1
    wait      25h
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  100.00  500.00  round=r2
    cancel    M1
    win       M1  100.00  tx=w1  round=r1  closed=yes
    withdraw  M1  all  key=K1
    submit
    paid      K1`,
  'what a lost bonus paid for own money that was undone is owed': `
    join      M1  bonus=yes
    award     M1  600.00  tx=a1
    betwin    M1  all  all  round=r1
    withdraw  M1  all  key=K1
    submit
    paid      K1
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    award     M1  900.00  tx=a2
    adjust    M1  200.00  ref=r1-win  tx=x1
    tip       M1  all  tx=t1
    transfer  T2  from=M1  amount=600.00
    slip      M1  T2
    betwin    M1  all  all  round=r3
    withdraw  M1  all  key=K2
    submit
    paid      K2`,
  'what a lost code paid above its cap for own money that was undone is owed': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  600.00  round=r1
    withdraw  M1  all  key=K1
    submit
    paid      K1
    code      M1  CAPPED
    betwin    M1  all  1000.00  round=r2
    adjust    M1  0.00  ref=r1-win  tx=x1
    betwin    M1  all  0.00  round=r3
    transfer  T2  from=M1  amount=600.00
    slip      M1  T2
    betwin    M1  all  all  round=r4
    withdraw  M1  all  key=K2
    submit
    paid      K2`,
  'what a given-up bonus paid for own money that was undone is owed': `
    join      M1  bonus=yes
    award     M1  600.00  tx=a1
    betwin    M1  all  all  round=r1
    withdraw  M1  all  key=K1
    submit
    paid      K1
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    award     M1  900.00  tx=a2
    adjust    M1  200.00  ref=r1-win  tx=x1
    cancel    M1
    transfer  T2  from=M1  amount=600.00
    slip      M1  T2
    betwin    M1  all  all  round=r3
    withdraw  M1  all  key=K2
    submit
    paid      K2`,
  'a result under a bonus that paid for undone own money is undone after it was given up': `
    join      M1  bonus=yes
    award     M1  600.00  tx=a1
    betwin    M1  all  all  round=r1
    withdraw  M1  all  key=K1
    submit
    paid      K1
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  50.00  800.00  round=r2
    adjust    M1  0.00  ref=r1-win  tx=x1
    cancel    M1
    adjust    M1  0.00  ref=r2-win  tx=x2`,
  'a result under a bonus that paid for a stake of undone money is undone after it was given up': `
    join      M1  bonus=yes
    award     M1  600.00  tx=a1
    betwin    M1  all  all  round=r1
    bet       M1  all  tx=b0  round=r0
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  50.00  800.00  round=r2
    adjust    M1  0.00  ref=r1-win  tx=x1
    wait      25h
    cancel    M1
    adjust    M1  0.00  ref=r2-win  tx=x2`,
  'free spins won with own money and under a code are shared by the stakes': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  all  round=r0
    bet       M1  100.00  tx=b1  round=r1
    code      M1  FREECAP
    bet       M1  100.00  tx=b2  round=r1
    win       M1  0.00  tx=w1  round=r1  spins=2
    free      M1  1000.00  of=r1  tx=f1
    free      M1  0.00  of=r1  tx=f2
    withdraw  M1  all  key=K1
    submit
    paid      K1`,
  'a free spin is shared by no paid bet that joined its round later': `
    code      M1  CAPPED
    betwin    M1  all  all  round=r0
    bet       M1  20.00  tx=b1  round=r1
    win       M1  60.00  tx=w1  round=r1  spins=2
    free      M1  900.00  of=r1  tx=f1
    free      M1  0.00  of=r1  tx=f2
    withdraw  M1  all  key=K1
    submit
    paid      K1
    award     M1  300.00  tx=a1
    rollback  M1  ref=f2  tx=x1
    bet       M1  100.00  tx=b2  round=r1
    rollback  M1  ref=f1  tx=x2`,
  'play under a bonus earns no coins': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=200.00
    slip      M1  T1
    betwin    M1  200.00  200.00  round=r1
    betwin    M1  200.00  200.00  round=r2
    coins`,
  'a win that was taken with its bonus and undone is no loss': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=1000.00
    slip      M1  T1
    betwin    M1  100.00  1000.00  round=r1
    cancel    M1
    rollback  M1  ref=r1-win  tx=x1
    rollback  M1  ref=r1-bet  tx=x2
    betwin    M1  100.00  100.00  round=r2
    wait      8d`,
  'a win that was taken with its bonus and undone in the next week is no loss': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=1000.00
    slip      M1  T1
    betwin    M1  100.00  1000.00  round=r1
    cancel    M1
    wait      8d
    rollback  M1  ref=r1-win  tx=x1
    rollback  M1  ref=r1-bet  tx=x2
    betwin    M1  100.00  100.00  round=r2
    wait      8d`,
  'winnings of a round whose last spin waits are no own money to lose': `
    transfer  T1  from=M1  amount=1000.00
    slip      M1  T1
    bet       M1  100.00  tx=b1  round=r1
    win       M1  0.00  tx=w1  round=r1  spins=2
    free      M1  900.00  of=r1  tx=f1
    betwin    M1  900.00  0.00  round=r2
    wait      8d`,
  'a debt of a closed cap is repaid by a result that is given again': `
    code      M1  CAPPED
    bet       M1  all  tx=b1  round=r1
    win       M1  600.00  tx=w1  round=r1  closed=yes
    withdraw  M1  200.00  key=K1
    submit
    adjust    M1  100.00  ref=w1  tx=x1
    paid      K1
    adjust    M1  600.00  ref=w1  tx=x2`,
  'what left above a cap is owed when it closes': `
    code      M1  FREECAP
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    release   M1
    betwin    M1  all  all  round=r1
    withdraw  M1  all  key=K1
    submit
    rollback  M1  ref=r1-win  tx=x1
    win       M1  1800.00  tx=w1  round=r1  closed=yes
    take-back  M1  T1
    paid      K1
    transfer  T2  from=M1  amount=600.00
    slip      M1  T2
    betwin    M1  all  all  round=r2
    withdraw  M1  all  key=K2
    submit
    paid      K2`,
  'a deposit that is sent back uses the cap': `
    code      M1  FREECAP
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    release   M1
    betwin    M1  all  1800.00  round=r1
    take-back  M1  T1
    withdraw  M1  all  key=K1
    submit
    paid      K1`,
  'a stake of before a bonus that returns pays for a deposit that was sent back': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    bet       M1  all  tx=b1  round=r1
    win       M1  0.00  tx=w1  round=r1  closed=yes
    rollback  M1  ref=w1  tx=x1
    wait      25h
    transfer  T2  from=M1  amount=200.00
    slip      M1  T2
    take-back  M1  T1
    cancel    M1
    win       M1  2700.00  tx=w2  round=r1  closed=yes
    withdraw  M1  all  key=K1
    submit`,
  'the debt of a deposit that is sent back is lost own money': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    code      M1  FREECAP
    bet       M1  300.00  tx=b2  round=r2
    take-back  M1  T1
    win       M1  1000.00  tx=w2  round=r2  closed=yes
    withdraw  M1  all  key=K1
    submit
    paid      K1`,
  'turnover that is undone is subtracted': `
    transfer  T1  from=M1  amount=200.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    rollback  M1  ref=r1-win  tx=x1
    rollback  M1  ref=r1-bet  tx=x2
    code      M1  PLAIN`,
  'a payout that is paid after it failed is owed where the money was lost': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    withdraw  M1  200.00  key=K1
    submit
    failed    K1
    release   M1
    betwin    M1  all  0.00  round=r2
    paid      K1
    disputes
    transfer  T2  from=M1  amount=500.00
    slip      M1  T2
    betwin    M1  all  all  round=r3
    withdraw  M1  all  key=K2
    approve   K2
    submit
    paid      K2`,
  'a payout that failed and was released uses no cap': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    code      M1  FREECAP
    withdraw  M1  200.00  key=K1
    submit
    failed    K1
    release   M1
    withdraw  M1  300.00  key=K2
    approve   K2
    submit
    paid      K2`,
  'a payout that was returned uses no cap while a round is open': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    code      M1  FREECAP
    withdraw  M1  200.00  key=K1
    submit
    bet       M1  10.00  tx=b2  round=r2
    paid      K1
    returned  K1
    win       M1  310.00  tx=w2  round=r2  closed=yes
    release   M1
    withdraw  M1  100.00  key=K2
    approve   K2
    submit
    paid      K2`,
  'each amount of turnover earns one coin': `
    transfer  T1  from=M1  amount=200.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    wait      2h
    coins`,
  'a correction above the win cap is under the removal of its bonus': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  50.00  100.00  round=r1
    cancel    M1
    wincap    300.00
    adjust    M1  900.00  ref=r1-win  tx=x1
    decide    x1  released
    wincap    none
    betwin    M1  all  all  round=r2
    withdraw  M1  all  key=K1
    submit
    paid      K1`,
  'a held win of before a code that is refused is no own money': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    bet       M1  100.00  tx=b2  round=r2
    code      M1  FREECAP
    wincap    300.00
    win       M1  500.00  tx=w2  round=r2  closed=yes
    decide    w2  refused
    wincap    none
    betwin    M1  50.00  1000.00  round=r3
    withdraw  M1  all  key=K1
    submit
    paid      K1`,
  'what a win that is cancelled paid and the member spent is owed': `
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  all  400.00  round=r1
    betwin    M1  all  0.00  round=r2
    adjust    M1  0.00  ref=r1-win  tx=x1`,
  'a requirement whose turnover was undone outlasts a payout': `
    transfer  T1  from=M1  amount=200.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    withdraw  M1  100.00  key=K1
    submit
    rollback  M1  ref=r1-win  tx=x1
    paid      K1`,
  'a cap that began after the request outlasts the payout': `
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    withdraw  M1  all  key=K1
    code      M1  CAPPED
    betwin    M1  50.00  1000.00  round=r2
    submit
    paid      K1
    withdraw  M1  all  key=K2
    submit
    paid      K2`,
  'a payout that is released is own money once': `
    code      M1  FREECAP
    bet       M1  all  tx=b1  round=r1
    win       M1  600.00  tx=w1  round=r1  closed=yes
    withdraw  M1  200.00  key=K1
    submit
    failed    K1
    release   M1
    withdraw  M1  all  key=K2
    approve   K2
    submit
    paid      K2`,
  'a request that is rejected is own money once': `
    switch    automatic=off
    code      M1  FREECAP
    bet       M1  all  tx=b1  round=r1
    win       M1  600.00  tx=w1  round=r1  closed=yes
    withdraw  M1  200.00  key=K1
    reject    K1
    withdraw  M1  all  key=K2
    approve   K2
    submit
    paid      K2`,
  'what was paid under a bonus is own money that left': `
    join      M1  bonus=yes
    award     M1  300.00  tx=a1
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  750.00  750.00  round=r2
    withdraw  M1  300.00  key=K1
    submit
    bet       M1  10.00  tx=b9  round=r9
    paid      K1
    rollback  M1  ref=r2-win  tx=x1
    rollback  M1  ref=r2-bet  tx=x2
    win       M1  210.00  tx=w9  round=r9  closed=yes
    cancel    M1`,
  'what was paid under a bonus above own money is the deposit': `
    join      M1  bonus=yes
    award     M1  300.00  tx=a1
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  750.00  1750.00  round=r2
    withdraw  M1  600.00  key=K1
    submit
    award     M1  900.00  tx=a2
    bet       M1  10.00  tx=b9  round=r9
    paid      K1
    rollback  M1  ref=r2-win  tx=x1
    rollback  M1  ref=r2-bet  tx=x2
    win       M1  210.00  tx=w9  round=r9  closed=yes
    cancel    M1`,
  'a free bet costs no stake': `
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    bet       M1  10.00  tx=b1  round=r1  free=yes  campaign=yes
    win       M1  30.00  tx=w1  round=r1  closed=yes`,
  'a requirement is kept while its money is on its way': `
    code      M1  FREECAP
    bet       M1  all  tx=b1  round=r1
    win       M1  150.00  tx=w1  round=r1  closed=yes
    withdraw  M1  all  key=K1
    submit
    award     M1  2.00  tx=a1
    betwin    M1  1.00  0.00  round=r2`,
  'a requirement is kept while its money is in the main wallet': `
    code      M1  FREECAP
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  0.00  round=r1`,
  'a parked deposit is own money when it is released': `
    code      M1  FREECAP
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    release   M1
    betwin    M1  300.00  300.00  round=r1
    withdraw  M1  200.00  key=K1
    submit
    paid      K1`,
  'a loss of an earlier week that is corrected counts once': `
    transfer  T1  from=M1  amount=400.00
    slip      M1  T1
    betwin    M1  all  0.00  round=r1
    wait      8d
    adjust    M1  400.00  ref=r1-win  tx=x1
    transfer  T2  from=M1  amount=400.00
    slip      M1  T2
    betwin    M1  400.00  0.00  round=r2
    wait      8d`,
  'a member who owes is paid nothing': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    withdraw  M1  200.00  key=K1
    adjust    M1  0.00  ref=r1-win  tx=x1
    submit`,
  'a locked member is paid nothing': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    withdraw  M1  200.00  key=K1
    lock      M1
    submit`,
  'a payout whose turnover was undone is not submitted': `
    transfer  T1  from=M1  amount=200.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    withdraw  M1  100.00  key=K1
    rollback  M1  ref=r1-win  tx=x1
    rollback  M1  ref=r1-bet  tx=x2
    submit`,
  'a line of the feed that is booked hours later is the transfer of the slip': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    feed      T1  late=2h`,
  'a line of the feed that has only a date is the transfer of the slip': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    feed      T1  stamp=day`,
  'opposite bets of a round are no turnover': `
    transfer  T1  from=M1  amount=200.00
    slip      M1  T1
    bet       M1  200.00  tx=b1  round=r1  on=red:100.00,black:100.00
    win       M1  200.00  tx=w1  round=r1  closed=yes`,
  'opposite bets in two rounds of one market are no turnover': `
    transfer  T1  from=M1  amount=200.00
    slip      M1  T1
    bet       M1  100.00  tx=b1  round=r1  on=red  market=m1
    bet       M1  100.00  tx=b2  round=r2  on=black  market=m1
    win       M1  200.00  tx=w1  round=r1  closed=yes
    win       M1  0.00  tx=w2  round=r2  closed=yes`,
  'a bet counts for no requirement that began after it': `
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    bet       M1  50.00  tx=b2  round=r2
    code      M1  CAPPED
    win       M1  50.00  tx=w2  round=r2  closed=yes`,
  'an exclusion ends the bonus': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    award     M1  400.00  tx=a1
    exclude   M1
    withdraw  M1  all  key=K1
    approve   K1
    submit`,
  'an exclusion ends a bonus that is met and lost meanwhile': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    bet       M1  all  tx=b1  round=r1
    exclude   M1
    win       M1  0.00  tx=w1  round=r1  closed=yes
    adjust    M1  600.00  ref=w1  tx=x1
    withdraw  M1  all  key=K1
    submit`,
  'a gift of the week before is no loss': `
    wait      6d
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    code      M1  PLAIN
    wait      25h
    betwin    M1  150.00  0.00  round=r1
    wait      8d`,
  'waiting free spins keep the requirement of their round': `
    code      M1  FREECAP
    bet       M1  all  tx=b1  round=r1
    win       M1  0.00  tx=w1  round=r1  spins=2`,
  'a met bonus ends when its deposit is sent back': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  200.00  900.00  round=r1
    take-back  M1  T1
    betwin    M1  all  all  round=r2
    withdraw  M1  all  key=K1
    submit`,
  'a week that ended while the switch was off is calculated later': `
    transfer  T1  from=M1  amount=400.00
    slip      M1  T1
    betwin    M1  all  0.00  round=r1
    switch    cashback=off
    wait      8d
    switch    cashback=on
    wait      25h`,
  'a gift is no loss whose stake of an earlier week is returned': `
    code      M1  FREECAP
    bet       M1  half  tx=b1  round=r2
    wait      31d
    transfer  D5  from=M1  amount=200.00
    feed      D5
    rollback  M1  ref=b1  tx=x8
    betwin    M1  all  0.00  round=r10
    wait      40d`,
  ...capStories,
  ...payoutStories,
};
