-- Own money of a requirement is below zero after a debt, and after a result of own money was undone that other money paid
-- (apps/server/src/modules/bonuses/own-money.ts).
-- contracts: nothing; every version reads own money through a minimum of zero.
alter table turnover_requirement drop constraint turnover_requirement_own_e4_check;
