-- Corrections of wins: what each pays now, or that it was taken back ('void'); and the operations that need no bet.

alter table game_round add column corrected_wins jsonb not null default '{}';
update game_round set corrected_wins = (select jsonb_object_agg(win, 'void') from unnest(cancelled_wins) as win)
where cancelled_wins <> '{}';
alter table game_round drop column cancelled_wins;

alter table wallet_transaction drop constraint wallet_transaction_operation_check;
alter table wallet_transaction add constraint wallet_transaction_operation_check
  check (operation in ('bet', 'win', 'rollback', 'tombstone', 'adjust', 'award', 'tip'));
