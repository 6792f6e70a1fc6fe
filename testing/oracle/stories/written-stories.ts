// Written stories for rules that random stories reach seldom. The product has no finding in them; without the rule of
// its title each has one, so the planted mutations are tried on them first.
//
// Elsewhere: the language of the rows (commands.ts), mutations (testing/mutations), other written stories
// (oracle.test.ts).

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
};
