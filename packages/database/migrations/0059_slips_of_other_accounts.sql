-- A slip of a transfer from another person's account stays open until its money is credited or returned. Until now it counted as refused
-- at once.
update slip set
  state = case when movement.state in ('seen', 'claimed', 'disputed') then 'review' else 'refused' end,
  code = case movement.state when 'returned' then 'SLIP_RETURNED' when 'credited' then 'SLIP_NOT_YOURS' else code end
from bank_movement as movement
where movement.site_id = slip.movement_site_id and movement.bank_movement_id = slip.bank_movement_id
  and slip.state = 'refused' and slip.code = 'SLIP_SENDER_MISMATCH';
