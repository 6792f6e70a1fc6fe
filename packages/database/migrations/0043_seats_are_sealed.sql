-- A session token at a provider says itself whose it is, sealed with a key of the brand (decision 0046): bets of people whom no process
-- remembers need no look-up. Two random ids of PostgreSQL's hold 244 bits.

alter table site add column seat_key bytea not null
  default sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea) check (octet_length(seat_key) = 32);
comment on column game_session.token_hash is 'Hash of the launch token that the session was opened with: one launch is one session.';
