// SQL of fault injection: the behaviour of each signed service of the bank.

import type { Store } from '@chaba/sandbox-kit/store';

export const behaviourTables = [
  `create table service_behaviour (
    service text primary key check (service in ('verifier', 'nameCheck', 'payouts')),
    behaviour text not null check (behaviour in ('ok', 'down', 'broken', 'silent'))
  ) strict;`,
  // SQLite cannot alter a check constraint, so the table is recreated.
  `create table service_behaviour_now (
    service text primary key check (service in ('verifier', 'nameCheck', 'payouts', 'statements')),
    behaviour text not null check (behaviour in ('ok', 'down', 'broken', 'silent'))
  ) strict;
  insert into service_behaviour_now select service, behaviour from service_behaviour;
  drop table service_behaviour;
  alter table service_behaviour_now rename to service_behaviour;`,
];

export type BankService = 'verifier' | 'nameCheck' | 'payouts' | 'statements';
export type Behaviour = 'ok' | 'down' | 'broken' | 'silent';

export function behaviourOf(store: Store, service: BankService): Behaviour {
  const row = store.maybe<{ behaviour: Behaviour }>(
    'select behaviour from service_behaviour where service = ?',
    service,
  );
  return row?.behaviour ?? 'ok';
}

export function setBehaviour(store: Store, service: BankService, behaviour: Behaviour): void {
  store.execute(
    `insert into service_behaviour (service, behaviour) values (?, ?)
     on conflict do update set behaviour = excluded.behaviour`,
    service,
    behaviour,
  );
}
