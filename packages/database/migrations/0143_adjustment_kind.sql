-- outside a transaction
-- The requests about balances of members by kind, for the filter of their list.
create index concurrently if not exists approval_request_adjustment_kind
  on approval_request (site_id, (content::jsonb -> 'facts' ->> 'adjustmentKind'), request_id)
  where action in ('adjustment.credit', 'adjustment.debit');
