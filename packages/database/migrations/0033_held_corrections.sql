-- A correction that brings a win above the cap is held like such a win: what is held says which win it is a part of.

alter table held_win add column win_tx_id text;
update held_win set win_tx_id = tx_id;
alter table held_win alter column win_tx_id set not null;
