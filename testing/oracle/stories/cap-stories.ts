// Written stories of own money beside a cap: removals, undone wins and stakes of before it.
//
// Elsewhere: the other written stories (written-stories.ts).

/** Rows by title. */
export const capStories: Readonly<Record<string, string>> = {
  'a held removal returns no own money of a later code': `
    code      M1  FREECAP
    betwin    M1  all  600.00  round=r1
    withdraw  M1  100.00  key=K1
    code      M1  FREECAP
    betwin    M1  40.00  0.00  round=r2
    submit
    paid      K1
    award     M1  400.00  tx=a1
    withdraw  M1  all  key=K2
    approve   K2
    submit
    paid      K2`,
  'a served cap needs turnover again that is undone before it closes': `
    transfer  D1  from=M1  amount=100.00
    slip      M1  D1
    bet       M1  half  tx=b1  round=r1
    win       M1  60.00  tx=w1  round=r1  spins=2  by=stated
    code      M1  CAPPED
    wait      31d
    betwin    M1  all  all  round=r2
    withdraw  M1  all  key=K1
    submit
    paid      K1
    rollback  M1  ref=r2-win  tx=x1
    rollback  M1  ref=r2-bet  tx=x2
    settle-spins  M1  500.00  of=r1
    withdraw  M1  all  key=K2`,
  'a released win that a removal took is no own money of a later code': `
    code       M1  FREECAP
    betwin     M1  all  0.00  round=r6
    wincap     300.00
    rollback   M1  ref=r6-win  tx=x7
    code       M1  CAPPED
    bet        M1  all  tx=b10  round=r11
    win        M1  600.00  tx=w12  round=r11  closed=yes
    win        M1  950.00  tx=w13  round=r6  closed=yes
    decide     w13  released
    decide     w12  released
    withdraw   M1  all  key=K17
    submit     1`,
  'a withdrawal pays for its undone win before money under a later cap': `
    join       M1  bonus=yes
    transfer   D1  from=M1  amount=100.00
    slip       M1  D1
    betwin     M1  all  all  round=r2
    bet        M1  half  tx=b3  round=r4
    win        M1  1000.37  tx=w5  round=r4  closed=yes
    withdraw   M1  all  key=K6
    transfer   D7  from=M1  amount=300.00
    slip       M1  D7
    bet        M1  20.00  tx=b8  round=r9
    win        M1  0.00  tx=w10  round=r9  spins=2  by=stated
    rollback   M1  ref=w5  tx=x11
    settle-spins  M1  500.00  of=r9
    submit     1`,
  'a stake under an earlier bonus that is open for a day is lost for a code': `
    join       M1  bonus=yes
    transfer   D1  from=M1  amount=100.00
    feed       D1
    betwin     M1  all  all  round=r2
    bet        M1  20.00  tx=b3  round=r4
    code       M1  CAPPED
    rollback   M1  ref=r2-win  tx=x5
    bet        M1  all  tx=b6  round=r7
    win        M1  1000.37  tx=w8  round=r7  closed=yes
    wait       25h
    bet        M1  all  tx=b13  round=r14
    win        M1  0.00  tx=w15  round=r14  spins=8  by=ended
    free       M1  250.00  of=r14  tx=f16
    withdraw   M1  200.00  key=K17
    submit     1`,
  'a stake under an earlier bonus is own money of a code when money arrives': `
    join       M1  bonus=yes
    transfer   D1  from=M1  amount=100.00
    slip       M1  D1
    bet        M1  40.00  tx=b1  round=r1
    code       M1  FREECAP
    betwin     M1  all  0.00  round=r2
    coins
    spin       M1
    win        M1  0.00  tx=w1  round=r1  closed=yes
    award      M1  800.00  tx=a1
    betwin     M1  100.00  100.00  round=r3
    withdraw   M1  all  key=K1
    submit
    paid       K1`,
  'a removal of two caps returns no own money of the second one': `
    join       M1  bonus=yes
    transfer   D1  from=M1  amount=300.00
    feed       D1
    betwin     M1  all  all  round=r2
    code       M1  CAPPED
    betwin     M1  all  all  round=r4
    withdraw   M1  100.00  key=K8
    submit   
    adjust     M1  100.00  ref=r2-win  tx=x9
    bet        M1  half  tx=b10  round=r11
    win        M1  60.00  tx=w12  round=r11  spins=1  by=stated
    paid       K8
    free       M1  500.00  of=r11  tx=f13
    withdraw   M1  all  key=K18
    submit   `,
};
