// Written stories of withdrawals between their request and the last word of the bank.
//
// Elsewhere: the other written stories (written-stories.ts).

/** Rows by title. */
export const payoutStories: Readonly<Record<string, string>> = {
  'a payout that came back is above the cap where own money was undone': `
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  all  300.00  round=r1
    code      M1  FREECAP
    betwin    M1  50.00  600.00  round=r2
    withdraw  M1  300.00  key=K1
    submit
    failed    K1
    withdraw  M1  100.00  key=K2
    approve   K2
    submit
    betwin    M1  100.00  1000.00  round=r3
    rollback  M1  ref=r1-win  tx=x1
    rollback  M1  ref=r1-bet  tx=x2
    paid      K2
    release   M1
    betwin    M1  100.00  100.00  round=r4
    withdraw  M1  all  key=K3
    approve   K3
    submit
    paid      K3`,
  'a payout that is paid after its money was released beside a code is lost own money there': `
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  all  0.00  round=r1
    adjust    M1  100.00  ref=r1-win  tx=x1
    withdraw  M1  all  key=K1
    submit
    code      M1  FREECAP
    failed    K1
    bet       M1  all  tx=b1  round=r2
    win       M1  50.00  tx=w1  round=r2  spins=2  by=open
    release   M1
    adjust    M1  300.00  ref=w1  tx=x2
    wait      25h
    withdraw  M1  all  key=K2
    paid      K1
    disputes
    submit
    withdraw  M1  all  key=K3
    submit`,
  'a cap stays open while a payout under it is disputed': `
    code      M1  FREECAP
    bet       M1  all  tx=b1  round=r1
    win       M1  600.00  tx=w1  round=r1  closed=yes
    withdraw  M1  100.00  key=K1
    submit
    failed    K1
    release   M1
    withdraw  M1  100.00  key=K2
    approve   K2
    submit
    bet       M1  100.00  tx=b2  round=r2
    win       M1  2000.00  tx=w2  round=r2  closed=yes
    paid      K1
    paid      K2
    disputes
    withdraw  M1  all  key=K3
    approve   K3
    submit
    paid      K3`,
  'a cap stays open while a reopened round may still pay': `
    transfer  T1  from=M1  amount=100.00
    slip      M1  T1
    betwin    M1  all  all  round=r1
    bet       M1  50.00  tx=b2  round=r2
    code      M1  CAPPED
    bet       M1  all  tx=b3  round=r3
    win       M1  1000.00  tx=w3  round=r3  closed=yes
    win       M1  100.00  tx=w2  round=r2  closed=yes
    withdraw  M1  200.00  key=K1
    submit
    failed    K1
    withdraw  M1  all  key=K2
    approve   K2
    submit
    award     M1  200.00  tx=a1
    rollback  M1  ref=w2  tx=x1
    paid      K2
    wait      31d
    win       M1  50.00  tx=w4  round=r2
    withdraw  M1  all  key=K3
    submit`,
  'a loss between the request and the submission leaves less to remove': `
    code      M1  FREECAP
    bet       M1  all  tx=b1  round=r1
    win       M1  500.00  tx=w1  round=r1  closed=yes
    withdraw  M1  100.00  key=K1
    bet       M1  100.00  tx=b2  round=r2
    win       M1  0.00  tx=w2  round=r2  closed=yes
    submit
    paid      K1
    withdraw  M1  all  key=K2
    submit
    paid      K2`,
  'a slip of a transfer that an operator gave to another member credits nothing': `
    join      M1
    join      M2
    transfer  T1  from=M1  amount=500.00  ago=5m
    feed      T1  tail=none  name=none
    attach    T1  M2
    slip      M1  T1`,
  'a deposit that paid for undone own money is not owed again when money arrives': `
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
    transfer  D9  from=M1  amount=300.00
    slip      M1  D9
    paid      K7
    betwin    M1  all  0.00  round=r12`,
  'a deposit is sent back beside a code while a withdrawal of before holds its money': `
    transfer  D1  from=M1  amount=300.00
    feed      D1
    betwin    M1  all  all  round=r5
    withdraw  M1  all  key=K12
    code      M1  CAPPED
    bet       M1  all  tx=b15  round=r16
    win       M1  50.00  tx=w17  round=r16  spins=2  by=stated
    free      M1  250.00  of=r16  tx=f19
    take-back M1  D1
    submit`,
};
