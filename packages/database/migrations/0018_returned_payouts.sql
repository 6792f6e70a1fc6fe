-- A returned payout waits in the main wallet until the member releases it. Until then it counts under the caps of the
-- requirements that were open at its request (apps/server/src/modules/position).

alter table withdrawal add column released_at timestamptz(3);
comment on column withdrawal.released_at is
  'When its returned amount left the main wallet. Null: it waits there, or it never came back.';
