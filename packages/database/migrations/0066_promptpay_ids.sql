-- What a PromptPay code of a receiving account pays to: a phone number, a national or tax id, or an e-wallet id. None: the account has no code.

alter table receiving_account add column promptpay_id text check (promptpay_id ~ '^(0[0-9]{9}|[0-9]{13}|[0-9]{15})$');
