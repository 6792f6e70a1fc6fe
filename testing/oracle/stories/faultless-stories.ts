// Stories in which the product has no fault: no oracle may report a finding.
//
// Elsewhere: stories that the product's rules are mutated on (written-stories.ts), the tests (oracle.test.ts).

export const PAID_OUT = `
  transfer  T1  from=M1  amount=300.00
  slip      M1  T1
  feed      T1
  betwin    M1  all  all  round=r1
  withdraw  M1  200.00  key=K1
  submit
  paid      K1`;
export const CAPPED = `
  code      M1  CAPPED
  bet       M1  all  tx=b1  round=r1
  win       M1  500.00  tx=w1  round=r1  closed=yes
  withdraw  M1  100.00  key=K1
  submit
  paid      K1`;
export const GIVEN_UP = `
  join      M1  bonus=yes
  transfer  T1  from=M1  amount=100.00
  slip      M1  T1
  betwin    M1  50.00  20.00  round=r1
  cancel    M1`;
export const LOST_WEEK = `
  transfer  T1  from=M1  amount=400.00
  slip      M1  T1
  betwin    M1  all  0.00  round=r1
  wait      8d
  claim     M1`;

/** Rows by title. */
export const faultless: Readonly<Record<string, string>> = {
  'own money is played and paid out': PAID_OUT,
  'a cap lets its amount out': CAPPED,
  'a bonus is given up': GIVEN_UP,
  'a lost week comes back in part': LOST_WEEK,
  'a bonus is fulfilled and leaves with what was won': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=200.00
    slip      M1  T1
    betwin    M1  all  900.00  round=r1
    withdraw  M1  all  key=K1
    submit
    paid      K1`,
  'a payout fails, waits in the main wallet and leaves later': `
    transfer  T1  from=M1  amount=300.00
    feed      T1
    betwin    M1  all  all  round=r1
    withdraw  M1  200.00  key=K1
    submit
    failed    K1
    release   M1
    withdraw  M1  all  key=K2
    approve   K2
    submit
    paid      K2`,
  'results are corrected, and a debt is repaid by the next deposit': `
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    bet       M1  100.00  tx=b1  round=r1
    win       M1  300.00  tx=w1  round=r1
    adjust    M1  250.00  ref=w1  tx=x1
    betwin    M1  all  0.00  round=r2
    rollback  M1  ref=w1  tx=x2
    transfer  T2  from=M1  amount=400.00
    slip      M1  T2`,
  'a win is corrected between the submission and the payment, and after it': `
    code      M1  CAPPED
    bet       M1  all  tx=b1  round=r1
    win       M1  600.00  tx=w1  round=r1  closed=yes
    withdraw  M1  200.00  key=K1
    submit
    adjust    M1  50.00  ref=w1  tx=x1
    paid      K1
    adjust    M1  0.00  ref=w1  tx=x2
    adjust    M1  600.00  ref=w1  tx=x3`,
  'what a cap leaves is lost between the submission and the payment': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=500.00
    slip      M1  T1
    betwin    M1  half  0.00  round=r1
    betwin    M1  all  all  round=r2
    withdraw  M1  half  key=K1
    submit
    failed    K1
    withdraw  M1  all  key=K2
    award     M1  50.00  tx=a1
    approve   K2
    bet       M1  half  tx=b3  round=r3
    win       M1  600.00  tx=w3  round=r3  closed=yes
    submit
    betwin    M1  all  60.00  round=r4
    paid      K2`,
  'own money is undone while it is on its way, and comes back': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    withdraw  M1  all  key=K1
    code      M1  CAPPED
    submit
    bet       M1  all  tx=b2  round=r2
    win       M1  300.00  tx=w2  round=r2  closed=yes
    failed    K1
    adjust    M1  100.00  ref=r1-win  tx=x1
    release   M1
    withdraw  M1  all  key=K2
    approve   K2
    submit
    paid      K2`,
  'a deposit is sent back from the winnings of a code': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  0.00  round=r1
    code      M1  FREECAP
    bet       M1  half  tx=b2  round=r2
    win       M1  1000.00  tx=w2  round=r2  closed=yes
    take-back  M1  T1
    betwin    M1  all  0.00  round=r3
    award     M1  50.00  tx=a1
    withdraw  M1  all  key=K1
    submit
    paid      K1`,
  'a prize arrives after an exclusion, while a code ends': `
    transfer  T1  from=M1  amount=100.00
    feed      T1
    bet       M1  all  tx=b1  round=r1
    code      M1  PLAIN
    exclude   M1
    win       M1  200.00  tx=w1  round=r1  closed=yes
    award     M1  400.00  tx=a1
    withdraw  M1  100.00  key=K1`,
  'winnings of a bonus are taken, and what stays is lost': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    bet       M1  half  tx=b1  round=r1
    win       M1  1000.00  tx=w1  round=r1  closed=yes
    cancel    M1
    betwin    M1  all  0.00  round=r2
    wait      31d`,
  'a bonus is given up beside a capped code': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=300.00
    feed      T1
    code      M1  CAPPED
    cancel    M1
    bet       M1  all  tx=b1  round=r1
    win       M1  600.00  tx=w1  round=r1  closed=yes
    withdraw  M1  all  key=K1
    submit
    paid      K1`,
  'own money is undone while a payout is on its way, and given again after the cap closed': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    code      M1  FREECAP
    withdraw  M1  all  key=K1
    submit
    award     M1  200.00  tx=a1
    adjust    M1  0.00  ref=r1-win  tx=x1
    paid      K1
    adjust    M1  700.00  ref=r1-win  tx=x2
    withdraw  M1  all  key=K2
    submit
    paid      K2`,
  'a bonus after a closed cap is taken, and a result under the cap is undone': `
    join      M1  bonus=yes
    code      M1  FREECAP
    bet       M1  all  tx=b1  round=r1
    win       M1  600.00  tx=w1  round=r1  closed=yes
    withdraw  M1  200.00  key=K1
    submit
    paid      K1
    transfer  T1  from=M1  amount=200.00
    feed      T1
    revoke    M1
    adjust    M1  0.00  ref=w1  tx=x1
    transfer  T2  from=M1  amount=200.00
    slip      M1  T2
    withdraw  M1  all  key=K2
    submit`,
  'the loss of a gift is corrected in the week after, and lost again': `
    wait      6d
    code      M1  PLAIN
    betwin    M1  all  0.00  round=r1
    wait      25h
    adjust    M1  700.00  ref=r1-win  tx=x1
    betwin    M1  all  0.00  round=r2
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    wait      8d`,
  'a free bet is void in the week after the win of the paid round before it': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  100.00  1300.00  round=r1
    bet       M1  10.00  tx=b2  round=r2  free=yes
    wait      8d
    rollback  M1  ref=b2  tx=x2
    betwin    M1  all  0.00  round=r3
    wait      8d`,
  'a deposit is sent back that a code in play pays, and the code is lost': `
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    withdraw  M1  all  key=K1
    submit
    paid      K1
    code      M1  FREECAP
    bet       M1  all  tx=b2  round=r2
    win       M1  600.00  tx=w2  round=r2  closed=yes
    take-back  M1  T1
    betwin    M1  all  0.00  round=r3
    transfer  T2  from=M1  amount=100.00
    slip      M1  T2
    betwin    M1  all  all  round=r4
    withdraw  M1  all  key=K2
    submit
    paid      K2`,
  'a code ends by an exclusion after it paid for a result of before': `
    code      M1  FREECAP
    bet       M1  all  tx=b1  round=r1
    win       M1  300.00  tx=w1  round=r1  spins=8
    bet       M1  all  tx=b2  round=r2
    win       M1  1000.00  tx=w2  round=r2  closed=yes
    adjust    M1  0.00  ref=w2  tx=x1
    wait      31d
    code      M1  PLAIN
    adjust    M1  0.00  ref=w1  tx=x2
    exclude   M1`,
  'a deposit is sent back that winnings of a code pay later': `
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    withdraw  M1  all  key=K1
    submit
    paid      K1
    code      M1  CAPPED
    bet       M1  all  tx=b2  round=r2
    win       M1  0.00  tx=w2  round=r2  spins=8
    take-back  M1  T1
    settle-spins  M1  500.00  of=r2
    withdraw  M1  all  key=K2
    submit
    paid      K2`,
  'a win before a second code is corrected after both caps closed': `
    code      M1  FREECAP
    betwin    M1  all  30.00  round=r1
    code      M1  FREECAP
    bet       M1  all  tx=b2  round=r2
    win       M1  500.00  tx=w2  round=r2  closed=yes
    withdraw  M1  all  key=K1
    submit
    paid      K1
    adjust    M1  0.00  ref=r1-win  tx=x1
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  all  all  round=r3
    withdraw  M1  all  key=K2
    submit
    paid      K2`,
  'a second code is redeemed before the cap of the first closes': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    bet       M1  half  tx=b2  round=r2
    code      M1  FREECAP
    win       M1  300.00  tx=w2  round=r2  closed=yes
    withdraw  M1  50.00  key=K1
    submit
    award     M1  200.00  tx=a1
    rollback  M1  ref=w2  tx=x1
    paid      K1
    code      M1  FREECAP
    win       M1  0.00  tx=w3  round=r2  closed=yes
    withdraw  M1  half  key=K2
    submit
    award     M1  400.00  tx=a2
    paid      K2
    withdraw  M1  all  key=K3
    submit
    paid      K3`,
  'a met bonus is undone and played again during an exclusion': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    bet       M1  all  tx=b1  round=r1
    win       M1  1000.00  tx=w1  round=r1  closed=yes
    exclude   M1
    rollback  M1  ref=w1  tx=x1
    win       M1  4000.00  tx=w2  round=r1  closed=yes
    withdraw  M1  all  key=K1
    rollback  M1  ref=w2  tx=x2
    submit
    award     M1  400.00  tx=a1
    win       M1  0.00  tx=w3  round=r1  closed=yes
    withdraw  M1  half  key=K2
    submit
    paid      K2`,
  'a bonus is given up after own money that is on its way was undone': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=200.00
    slip      M1  T1
    bet       M1  all  tx=b1  round=r1
    win       M1  800.00  tx=w1  round=r1  closed=yes
    withdraw  M1  300.00  key=K1
    transfer  T2  from=M1  amount=200.00
    slip      M1  T2
    adjust    M1  50.00  ref=w1  tx=x1
    cancel    M1
    submit
    transfer  T3  from=M1  amount=90.00
    slip      M1  T3
    withdraw  M1  all  key=K2
    submit
    paid      K2`,
  'a bonus is given up while a stake of before is out and own money was undone': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    bet       M1  half  tx=b2  round=r2
    win       M1  1000.00  tx=w2  round=r2  closed=yes
    withdraw  M1  all  key=K1
    wait      25h
    transfer  T2  from=M1  amount=200.00
    feed      T2
    adjust    M1  700.00  ref=w2  tx=x2
    rollback  M1  ref=r1-win  tx=x1
    cancel    M1
    paid      K1
    win       M1  800.00  tx=w3  round=r1  closed=yes
    withdraw  M1  all  key=K2
    submit`,
  'a bonus is given up after losses beside a stake of before that is open for more than a day': `
    join      M1  bonus=yes
    award     M1  400.00  tx=a1
    bet       M1  all  tx=b1  round=r1
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  190.00  0.00  round=r2
    wait      25h
    cancel    M1
    win       M1  400.00  tx=w1  round=r1  closed=yes
    withdraw  M1  all  key=K1
    submit
    paid      K1`,
  'money is lost after the second submission under a cap, and a win of before is corrected': `
    code      M1  FREECAP
    betwin    M1  all  300.00  round=r1
    withdraw  M1  50.00  key=K1
    submit
    failed    K1
    betwin    M1  50.00  1000.00  round=r2
    withdraw  M1  50.00  key=K2
    approve   K2
    submit
    betwin    M1  20.00  0.00  round=r3
    paid      K2
    adjust    M1  970.00  ref=r2-win  tx=x1`,
  'a result under the first of two caps is undone after both closed': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    code      M1  CAPPED
    betwin    M1  all  all  round=r2
    withdraw  M1  all  key=K1
    submit
    paid      K1
    rollback  M1  ref=r2-win  tx=x1
    win       M1  3200.00  tx=w1  round=r2  closed=yes
    adjust    M1  100.00  ref=r1-win  tx=x2`,
  'own money is lost before other own money arrives, and a free spin is played after the caps closed': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    code      M1  FREECAP
    code      M1  COINS
    betwin    M1  all  60.00  round=r1
    bet       M1  half  tx=b2  round=r2
    win       M1  300.00  tx=w2  round=r2  spins=2  by=ended
    wait      25h
    spin      M1
    betwin    M1  all  600.00  round=r3
    withdraw  M1  200.00  key=K1
    submit
    paid      K1
    free      M1  250.00  of=r2  tx=f1`,
  'a paid bet joins a free round of a code whose cap is closed, and is lost in part': `
    code      M1  CAPPED
    bet       M1  all  tx=b1  round=r1
    win       M1  600.00  tx=w1  round=r1  closed=yes
    withdraw  M1  100.00  key=K1
    submit
    paid      K1
    bet       M1  10.00  tx=b2  round=r2  free=yes
    bet       M1  half  tx=b3  round=r2
    win       M1  24.00  tx=w2  round=r2  closed=yes`,
  'own money arrives while a stake of before is out and a bonus is lost, and the stake is lost': `
    join      M1  bonus=yes
    award     M1  200.00  tx=a1
    bet       M1  all  tx=b1  round=r1
    transfer  T1  from=M1  amount=210.00
    slip      M1  T1
    betwin    M1  415.00  0.00  round=r2
    code      M1  PLAIN
    win       M1  0.00  tx=w1  round=r1  closed=yes
    cancel    M1`,
  'a free bet follows a void round of a code whose cap is closed': `
    code      M1  FREECAP
    betwin    M1  all  all  round=r1
    withdraw  M1  all  key=K1
    submit
    paid      K1
    rollback  M1  ref=r1-win  tx=x1
    rollback  M1  ref=r1-bet  tx=x2
    bet       M1  10.00  tx=b2  round=r2  free=yes
    win       M1  800.00  tx=w2  round=r2  closed=yes
    withdraw  M1  all  key=K2
    submit`,
  'a bonus is lost and given up beside a parked deposit': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    transfer  T2  from=M1  amount=300.00
    slip      M1  T2
    betwin    M1  700.00  0.00  round=r1
    cancel    M1
    release   M1
    betwin    M1  all  all  round=r2
    withdraw  M1  all  key=K1
    submit
    paid      K1`,
  'a deposit is sent back while a payout under a cap is on its way': `
    code      M1  FREECAP
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    release   M1
    betwin    M1  all  1800.00  round=r1
    withdraw  M1  350.00  key=K1
    submit
    take-back  M1  T1`,
  'own money that left before a code is undone while the code is open': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  600.00  round=r1
    withdraw  M1  all  key=K1
    submit
    paid      K1
    code      M1  FREECAP
    betwin    M1  all  1000.00  round=r2
    adjust    M1  0.00  ref=r1-win  tx=x1`,
  'own money is undone after it left under a cap that is still open': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  600.00  round=r1
    code      M1  FREECAP
    betwin    M1  50.00  1000.00  round=r2
    withdraw  M1  700.00  key=K1
    submit
    award     M1  900.00  tx=a1
    adjust    M1  0.00  ref=r1-win  tx=x1`,
  'own money is undone after it left, and the withdrawal of the cap that is open repays it': `
    transfer  T1  from=M1  amount=300.00
    slip      M1  T1
    betwin    M1  all  600.00  round=r1
    withdraw  M1  400.00  key=K1
    submit
    paid      K1
    code      M1  FREECAP
    betwin    M1  50.00  1000.00  round=r2
    withdraw  M1  400.00  key=K2
    adjust    M1  0.00  ref=r1-win  tx=x1
    submit`,
  'winnings of a bonus are given as a tip, and the rest is lost': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    award     M1  900.00  tx=a1
    tip       M1  all  tx=t1
    transfer  T2  from=M1  amount=100.00
    slip      M1  T2
    betwin    M1  all  all  round=r1
    withdraw  M1  all  key=K1
    submit`,
  'an operator ends free spins that wait': `
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    bet       M1  10.00  tx=b1  round=r1
    win       M1  0.00  tx=w1  round=r1  spins=8
    free      M1  30.00  of=r1  tx=f1
    settle-spins  M1  250.00  of=r1
    bet       M1  10.00  tx=b2  round=r2
    win       M1  0.00  tx=w2  round=r2  spins=2
    void-spins  M1  of=r2
    void-spins  M1  of=r2`,
  'a win is held, released and refused': `
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    wincap    300.00
    bet       M1  50.00  tx=b1  round=r1
    win       M1  500.00  tx=w1  round=r1  closed=yes
    bet       M1  50.00  tx=b2  round=r2
    win       M1  400.00  tx=w2  round=r2  closed=yes
    decide    w1  released
    decide    w2  refused`,
  'friends, coins, free rounds, prizes and tips': `
    join      M1
    join      F1  friend-of=M1
    transfer  T1  from=F1  amount=20000.00
    slip      F1  T1
    betwin    F1  all  0.00  round=r1
    wait      5d
    income    M1
    code      M1  COINS
    spin      M1
    bet       M1  10.00  tx=b1  round=r2  free=yes
    win       M1  30.00  tx=w1  round=r2  closed=yes
    award     M1  40.00  tx=a1
    tip       M1  5.00  tx=t1`,
  'a code is played beside a met bonus whose winnings are lost first, and the deposit is sent back': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    bet       M1  all  tx=b1  round=r1
    win       M1  300.37  tx=w1  round=r1  closed=yes
    code      M1  FREECAP
    bet       M1  all  tx=b2  round=r2
    win       M1  300.00  tx=w2  round=r2  closed=yes
    take-back  M1  T1
    withdraw  M1  all  key=K1
    submit
    paid      K1`,
  'a bonus is revoked before an exclusion ends the code beside it': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    bet       M1  10.00  tx=b1  round=r1  free=yes  campaign=yes
    code      M1  PLAIN
    exclude   M1
    win       M1  800.00  tx=w1  round=r1  closed=yes
    revoke    M1
    withdraw  M1  100.00  key=K1
    submit`,
  'the rest of a position that counts as lost stays above a cap': `
    code      M1  FREECAP
    bet       M1  half  tx=b1  round=r1
    win       M1  300.00  tx=w1  round=r1  spins=1
    free      M1  0.00  of=r1  tx=f1
    withdraw  M1  200.00  key=K1
    submit
    rollback  M1  ref=f1  tx=x1
    paid      K1
    win       M1  0.37  tx=w2  round=r1  closed=yes
    award     M1  400.00  tx=a1
    withdraw  M1  all  key=K2
    submit
    paid      K2`,
  'the rest of a position that counts as lost stays during an exclusion': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    bet       M1  all  tx=b1  round=r1
    exclude   M1
    win       M1  0.05  tx=w1  round=r1  closed=yes
    withdraw  M1  all  key=K1
    submit`,
  'a stake under a capped bonus joins a round of before': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    feed      T1
    betwin    M1  all  all  round=r1
    bet       M1  half  tx=b2  round=r2
    transfer  T2  from=M1  amount=300.00
    slip      M1  T2
    betwin    M1  all  all  round=r3
    bet       M1  all  tx=b4  round=r2
    rollback  M1  ref=b2  tx=x1
    wait      31d
    withdraw  M1  33.33  key=K1
    submit
    paid      K1`,
  'an exclusion ends two codes, and the newer one leaves nothing': `
    code      M1  PLAIN
    code      M1  CAPPED
    bet       M1  half  tx=b1  round=r1
    exclude   M1
    win       M1  0.00  tx=w1  round=r1  closed=yes
    withdraw  M1  all  key=K1`,
  'an exclusion ends a bonus and a code, and the code leaves nothing': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    code      M1  PLAIN
    bet       M1  200.00  tx=b1  round=r1
    exclude   M1
    win       M1  0.00  tx=w1  round=r1  closed=yes
    withdraw  M1  all  key=K1`,
  'a payout of before a bonus is undone after it was paid, and the bonus is lost': `
    join      M1  bonus=yes
    award     M1  375.00  tx=a1
    betwin    M1  all  all  round=r1
    withdraw  M1  all  key=K1
    transfer  T1  from=M1  amount=200.00
    slip      M1  T1
    submit
    paid      K1
    award     M1  50.00  tx=a2
    adjust    M1  0.00  ref=r1-win  tx=x1
    betwin    M1  all  0.00  round=r2`,
  'a payout of before a bonus is undone after it was paid, and the bonus is given up': `
    join      M1  bonus=yes
    award     M1  375.00  tx=a1
    betwin    M1  all  all  round=r1
    withdraw  M1  all  key=K1
    transfer  T1  from=M1  amount=200.00
    slip      M1  T1
    submit
    paid      K1
    award     M1  50.00  tx=a2
    adjust    M1  0.00  ref=r1-win  tx=x1
    cancel    M1
    transfer  T2  from=M1  amount=400.00
    slip      M1  T2
    betwin    M1  all  all  round=r3
    withdraw  M1  all  key=K2
    submit
    paid      K2`,
  'own money is staked in a reopened round of a bonus that was given up': `
    join      M1  bonus=yes
    transfer  T1  from=M1  amount=200.00
    slip      M1  T1
    transfer  T2  from=M1  amount=100.00
    slip      M1  T2
    bet       M1  half  tx=b1  round=r1
    win       M1  1000.00  tx=w1  round=r1  closed=yes
    cancel    M1
    rollback  M1  ref=w1  tx=x1
    bet       M1  33.33  tx=b2  round=r1
    win       M1  284.05  tx=w2  round=r1`,
  'own money is staked in a reopened round of a code that is closed, beside a newer one': `
    code      M1  CAPPED
    bet       M1  all  tx=b1  round=r1
    win       M1  1000.00  tx=w1  round=r1  closed=yes
    withdraw  M1  200.00  key=K1
    submit
    paid      K1
    returned  K1
    code      M1  FREECAP
    release   M1
    bet       M1  half  tx=b2  round=r2
    win       M1  1100.37  tx=w2  round=r2  closed=yes
    withdraw  M1  100.00  key=K2
    approve   K2
    rollback  M1  ref=w1  tx=x1
    bet       M1  33.33  tx=b3  round=r1
    win       M1  0.00  tx=w3  round=r1  ref=b3
    win       M1  84.00  tx=w4  round=r1  closed=yes
    wait      25h
    paid      K2
    betwin    M1  all  0.00  round=r3`,
  'own money is staked in a reopened round of a code whose cap closed': `
    code      M1  FREECAP
    withdraw  M1  all  key=K1
    transfer  T1  from=M1  amount=100.37
    feed      T1
    submit
    release   M1
    bet       M1  half  tx=b1  round=r1
    win       M1  0.00  tx=w1  round=r1  spins=2  by=ended
    betwin    M1  all  all  round=r2
    paid      K1
    rollback  M1  ref=r2-win  tx=x1
    free      M1  500.00  of=r1  tx=f1
    bet       M1  20.00  tx=b2  round=r2
    win       M1  246.00  tx=w2  round=r2`,
};
