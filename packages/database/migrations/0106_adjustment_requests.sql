-- outside a transaction
-- The requests about balances of members, for their list.
create index concurrently if not exists approval_request_adjustment on approval_request (site_id, request_id)
  where action in ('adjustment.credit', 'adjustment.debit');
