-- outside a transaction
-- Members who have or had a debt, for the list and the count of debts. Balances stay outside the index, so that their
-- updates write no index.
create index concurrently if not exists ledger_balance_receivable on ledger_balance (site_id, owner_id) where kind = 90;
