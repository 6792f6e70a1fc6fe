-- Reports of days have one form. Those from before calls were counted by their kind knew how many there were in all, which stands
-- with the bets here.

update reconciliation set by_operation = jsonb_build_array(
  jsonb_build_object('operation', 'bet', 'theirs', jsonb_build_array(their_count, their_stake_e4::text),
    'ours', jsonb_build_array(our_count, our_stake_e4::text), 'theirsElsewhere', '[0, "0"]'::jsonb, 'oursElsewhere', '[0, "0"]'::jsonb),
  jsonb_build_object('operation', 'win', 'theirs', jsonb_build_array(0, their_payout_e4::text),
    'ours', jsonb_build_array(0, our_payout_e4::text), 'theirsElsewhere', '[0, "0"]'::jsonb, 'oursElsewhere', '[0, "0"]'::jsonb))
where by_operation = '[]' and their_count + our_count > 0;

alter table reconciliation
  drop column their_count,
  drop column our_count,
  drop column their_stake_e4,
  drop column our_stake_e4,
  drop column their_payout_e4,
  drop column our_payout_e4;

-- Payouts that a person refused: their day is compared again.
create index held_win_refused on held_win (site_id, held_at) where state = 'refused';
