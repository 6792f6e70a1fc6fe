-- outside a transaction
-- The requests that did not expire, for the list and the count of the open ones.
create index concurrently if not exists approval_request_by_expiry on approval_request (site_id, expires_at);
