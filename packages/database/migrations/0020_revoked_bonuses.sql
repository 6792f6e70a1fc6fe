-- A bonus may be taken back by an operator, with a reason.

alter table turnover_line drop constraint turnover_line_state_check,
  add constraint turnover_line_state_check
    check (state in ('active', 'complete', 'closed', 'lost', 'expired', 'cancelled', 'revoked'));
alter table bonus_event drop constraint bonus_event_state_check, drop constraint bonus_event_reason_check,
  add constraint bonus_event_state_check
    check (state in ('active', 'complete', 'closed', 'lost', 'expired', 'cancelled', 'revoked')),
  add constraint bonus_event_reason_check check (reason in (
    'granted', 'turnover_met', 'turnover_taken_back', 'withdrawn', 'balance_gone', 'time_over', 'by_member', 'by_operator',
    'expires_in_72h', 'expires_in_24h'));
