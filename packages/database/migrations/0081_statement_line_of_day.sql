-- outside a transaction
-- The lines of a day of all accounts of a site.
create index concurrently if not exists statement_line_of_day on statement_line (site_id, booked_at);
