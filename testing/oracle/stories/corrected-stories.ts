// Stories without a fault in which a result, a payout or a deposit changes after the terms that it was played under.
//
// Elsewhere: the other stories without a fault (faultless-stories.ts).

/** Rows by title. */
export const corrected: Readonly<Record<string, string>> = {
  'a win is undone after its bonus was given up beside a parked deposit': `
    join      M1  bonus=yes
    transfer  D1  from=M1  amount=300.00
    slip      M1  D1
    bet       M1  half  tx=b2  round=r3
    win       M1  300.00  tx=w4  round=r3  closed=yes
    transfer  D6  from=M1  amount=300.00
    slip      M1  D6
    revoke    M1
    adjust    M1  0.00  ref=w4  tx=x7
    release   M1
    betwin    M1  all  all  round=r9
    withdraw  M1  all  key=K11
    submit`,
  'a payout of a code fails after the next code began': `
    code      M1  CAPPED
    bet       M1  half  tx=b1  round=r2
    win       M1  800.00  tx=w3  round=r2  closed=yes
    betwin    M1  all  all  round=r4
    bet       M1  10.00  tx=b5  round=r6  free=yes
    wait      3d
    win       M1  400.00  tx=w9  round=r6
    withdraw  M1  100.00  key=K10
    submit
    code      M1  CAPPED
    failed    K10
    betwin    M1  all  all  round=r14
    adjust    M1  50.00  ref=r4-win  tx=x19
    withdraw  M1  all  key=K20
    approve   K20
    submit`,
  'a deposit is sent back after a code lost the winnings of its bonus': `
    join      M1  bonus=yes
    transfer  D1  from=M1  amount=100.00
    slip      M1  D1
    bet       M1  20.00  tx=b3  round=r4
    win       M1  300.00  tx=w5  round=r4  spins=1  by=stated
    code      M1  FREECAP
    betwin    M1  all  0.00  round=r6
    free      M1  250.00  of=r4  tx=f7
    take-back M1  D1
    bet       M1  all  tx=b11  round=r12
    win       M1  1000.00  tx=w13  round=r12  closed=yes
    withdraw  M1  all  key=K14
    submit`,
  'a free spin is paid after a cap was lost that had removed more than it allowed': `
    code      M1  CAPPED
    bet       M1  half  tx=b8  round=r9
    win       M1  1000.00  tx=w10  round=r9  closed=yes
    bet       M1  half  tx=b13  round=r14
    win       M1  1000.00  tx=w15  round=r14  closed=yes
    withdraw  M1  all  key=K17
    submit
    transfer  D18  from=M1  amount=100.00
    slip      M1  D18
    release   M1
    rollback  M1  ref=w10  tx=x19
    paid      K17
    win       M1  100.00  tx=w20  round=r9  closed=yes
    bet       M1  all  tx=b21  round=r22
    win       M1  0.00  tx=w23  round=r22  spins=8  by=ended
    free      M1  30.00  of=r22  tx=f24
    withdraw  M1  all  key=K35
    submit`,
  'own money of a later deposit is staked in a reopened round of an open code': `
    code      M1  FREECAP
    betwin    M1  half  0.00  round=r12
    withdraw  M1  all  key=K13
    transfer  D17  from=M1  amount=300.05
    slip      M1  D17
    wait      2h
    rollback  M1  ref=r12-win  tx=x18
    release   M1
    betwin    M1  all  all  round=r20
    adjust    M1  700.37  ref=r20-win  tx=x23
    bet       M1  all  tx=b26  round=r12`,
  'a stake under a code joins a reopened round of own money, and both are paid': `
    transfer  D1  from=M1  amount=100.00
    feed      D1
    betwin    M1  all  all  round=r2
    code      M1  CAPPED
    bet       M1  half  tx=b3  round=r4
    win       M1  600.00  tx=w5  round=r4  closed=yes
    withdraw  M1  300.00  key=K6
    submit
    failed    K6
    rollback  M1  ref=r2-win  tx=x8
    bet       M1  all  tx=b9  round=r10
    win       M1  0.00  tx=w11  round=r10  spins=8  by=ended
    release   M1
    free      M1  500.00  of=r10  tx=f15
    bet       M1  all  tx=b18  round=r2
    win       M1  725.00  tx=w25  round=r2  closed=yes
    withdraw  M1  all  key=K34
    approve   K34
    submit`,
  'a lost round is paid half a year later': `
    code      M1  PLAIN
    betwin    M1  half  0.00  round=r3
    wait      40d
    transfer  D7  from=M1  amount=300.00
    slip      M1  D7
    bet       M1  half  tx=b11  round=r12
    win       M1  1000.00  tx=w13  round=r12  closed=yes
    rollback  M1  ref=r3-win  tx=x14
    adjust    M1  0.00  ref=w13  tx=x23
    win       M1  100.00  tx=w24  round=r3  closed=yes
    wait      6d`,
  'a stake under a code joins a reopened round of a bonus that is lost': `
    join      M1  bonus=yes
    transfer  D1  from=M1  amount=300.00
    slip      M1  D1
    betwin    M1  all  0.00  round=r8
    code      M1  FREECAP
    withdraw  M1  33.33  key=K9
    bet       M1  all  tx=b12  round=r13
    rollback  M1  ref=r8-win  tx=x14
    win       M1  1032.00  tx=w15  round=r13  closed=yes
    bet       M1  all  tx=b16  round=r8
    win       M1  5716.00  tx=w17  round=r8  closed=yes
    submit`,
  'a payout of before a bonus comes back, and the deposit of the bonus is sent back': `
    join      M1  bonus=yes
    code      M1  PLAIN
    bet       M1  half  tx=b3  round=r4
    win       M1  1000.00  tx=w5  round=r4  closed=yes
    betwin    M1  all  all  round=r6
    withdraw  M1  all  key=K7
    wait      25h
    transfer  D9  from=M1  amount=300.05
    slip      M1  D9
    failed    K7
    adjust    M1  300.05  ref=w5  tx=x11
    take-back M1  D9`,
  'a stake under a second code joins a round of the first, and both caps close': `
    code      M1  CAPPED
    bet       M1  half  tx=b17  round=r18
    code      M1  CAPPED
    bet       M1  half  tx=b21  round=r18
    bet       M1  20.00  tx=b30  round=r31
    win       M1  20.00  tx=w32  round=r31  spins=8  by=stated
    win       M1  144.00  tx=w34  round=r18  closed=yes
    betwin    M1  all  0.00  round=r35
    free      M1  500.00  of=r31  tx=f36
    free      M1  0.00  of=r31  tx=f37
    free      M1  30.00  of=r31  tx=f38
    free      M1  33.33  of=r31  tx=f39
    free      M1  250.00  of=r31  tx=f40
    free      M1  0.00  of=r31  tx=f41
    free      M1  250.00  of=r31  tx=f42
    free      M1  500.00  of=r31  tx=f43
    withdraw  M1  100.00  key=K44
    submit
    paid      K44
    betwin    M1  all  0.00  round=r57`,
  'a win under a lost code is undone, and a prize repays the debt': `
    code      M1  CAPPED
    bet       M1  half  tx=b5  round=r6
    win       M1  300.00  tx=w7  round=r6  closed=yes
    betwin    M1  half  half  round=r9
    betwin    M1  all  0.00  round=r10
    code      M1  CAPPED
    adjust    M1  0.37  ref=r9-win  tx=x14
    award     M1  400.00  tx=a16
    withdraw  M1  all  key=K18
    submit`,
  'a payout comes back beside a bonus whose deposit paid for undone own money': `
    join      M1  bonus=yes
    transfer  D1  from=M1  amount=300.00
    slip      M1  D1
    betwin    M1  half  half  round=r2
    betwin    M1  all  all  round=r3
    adjust    M1  0.00  ref=r2-win  tx=x5
    withdraw  M1  half  key=K6
    submit
    paid      K6
    withdraw  M1  half  key=K7
    submit
    transfer  D8  from=M1  amount=200.00
    slip      M1  D8
    adjust    M1  0.05  ref=r3-win  tx=x10
    failed    K7
    returned  K6
    release   M1
    betwin    M1  all  0.00  round=r12`,
  'the rest of a lost code stays beside what its corrected result brings': `
    code      M1  FREECAP
    bet       M1  all  tx=b3  round=r4
    win       M1  0.05  tx=w7  round=r4  closed=yes
    adjust    M1  300.00  ref=w7  tx=x8
    withdraw  M1  all  key=K14
    submit`,
  'a bet wins beside another of its round that has no result in the week': `
    transfer  D3  from=M1  amount=300.00
    slip      M1  D3
    bet       M1  all  tx=b9  round=r10
    win       M1  60.00  tx=w11  round=r10  spins=2  by=stated
    free      M1  0.00  of=r10  tx=f12
    free      M1  33.33  of=r10  tx=f14
    bet       M1  half  tx=b16  round=r17
    bet       M1  20.00  tx=b18  round=r17
    win       M1  43.00  tx=w22  round=r17  ref=b18
    wait      8d`,
  'a stake under a code joins a round of a bonus that is open beside it': `
    join      M1  bonus=yes
    transfer  D1  from=M1  amount=300.00
    slip      M1  D1
    betwin    M1  all  all  round=r2
    bet       M1  20.00  tx=b4  round=r5
    code      M1  CAPPED
    bet       M1  half  tx=b6  round=r5
    win       M1  124.00  tx=w14  round=r5  closed=yes
    withdraw  M1  all  key=K19
    submit`,
  'a win repays the debt of a lost bonus, and brings more than it had lost': `
    join      M1  bonus=yes
    transfer  D1  from=M1  amount=300.05
    feed      D1
    betwin    M1  all  all  round=r2
    transfer  D3  from=M1  amount=200.00
    feed      D3
    betwin    M1  all  all  round=r5
    bet       M1  all  tx=b6  round=r7
    win       M1  600.00  tx=w8  round=r7  closed=yes
    release   M1
    adjust    M1  0.00  ref=w8  tx=x9
    rollback  M1  ref=r2-win  tx=x10
    rollback  M1  ref=r2-bet  tx=x11
    adjust    M1  50.00  ref=r5-win  tx=x17
    rollback  M1  ref=w8  tx=x19
    win       M1  9000.05  tx=w20  round=r7  closed=yes
    withdraw  M1  200.00  key=K21
    submit`,
  'a paid bet under a bonus joins the round of a free bet of before': `
    join      M1  bonus=yes
    bet       M1  10.00  tx=b9  round=r10  free=yes
    transfer  D11  from=M1  amount=300.00
    slip      M1  D11
    bet       M1  half  tx=b12  round=r10
    betwin    M1  all  all  round=r13
    win       M1  770.00  tx=w15  round=r10  ref=b9
    win       M1  0.00  tx=w16  round=r10  closed=yes
    withdraw  M1  all  key=K19
    submit`,
  'a paid bet under a bonus joins a free round that another round granted': `
    join      M1  bonus=yes
    transfer  D5  from=M1  amount=100.00
    feed      D5
    betwin    M1  all  all  round=r6
    bet       M1  20.00  tx=b10  round=r11
    bet       M1  10.00  tx=b13  round=r14  free=yes
    transfer  D15  from=M1  amount=300.05
    slip      M1  D15
    bet       M1  20.00  tx=b16  round=r14
    bet       M1  all  tx=b17  round=r18
    win       M1  7.00  tx=w21  round=r14  closed=yes
    win       M1  38.37  tx=w22  round=r11  closed=yes
    win       M1  1460.00  tx=w24  round=r18  closed=yes
    withdraw  M1  all  key=K25
    submit`,
  'a win of own money in a round that a stake under a code joined': `
    transfer  D1  from=M1  amount=300.00
    slip      M1  D1
    betwin    M1  all  all  round=r2
    code      M1  FREECAP
    bet       M1  10.00  tx=b13  round=r14  free=yes  campaign=yes
    win       M1  400.00  tx=w16  round=r14  closed=yes
    rollback  M1  ref=r2-win  tx=x18
    bet       M1  all  tx=b20  round=r2
    win       M1  3400.00  tx=w21  round=r2  ref=r2-bet
    win       M1  0.00  tx=w22  round=r2  closed=yes
    withdraw  M1  all  key=K23
    submit`,
  'two wins under a bonus that was given up are undone, and more was staked than there was': `
    join      M1  bonus=yes
    transfer  D3  from=M1  amount=300.00
    feed      D3
    betwin    M1  all  all  round=r4
    bet       M1  half  tx=b5  round=r6
    win       M1  1000.00  tx=w7  round=r6  closed=yes
    bet       M1  all  tx=b8  round=r9
    win       M1  60.00  tx=w10  round=r9  closed=yes
    rollback  M1  ref=w10  tx=x11
    rollback  M1  ref=b8  tx=x12
    cancel    M1
    adjust    M1  50.05  ref=r4-win  tx=x17
    adjust    M1  0.00  ref=w7  tx=x20`,
  'the bank pays a payout that it had reported failed beside a code': `
    bet       M1  10.00  tx=b2  round=r3  free=yes
    win       M1  200.00  tx=w7  round=r3  closed=yes
    withdraw  M1  all  key=K9
    submit
    adjust    M1  100.05  ref=w7  tx=x10
    failed    K9
    release   M1
    code      M1  CAPPED
    paid      K9
    disputes`,
};
