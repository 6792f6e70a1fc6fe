-- The terms of cashback and referral as two people published them. Rows are added and never changed; the row of the
-- site has those in force.

create table offer_terms_version (
  site_id int not null references site (site_id),
  version int not null check (version > 0),
  -- Name of the setting → its value as text, such as "Payout": "0.4".
  terms jsonb not null check (jsonb_typeof(terms) = 'object'),
  request_id bigint,
  -- Null: the terms before the first version.
  published_at timestamptz(3) default now(),
  primary key (site_id, version),
  foreign key (site_id, request_id) references approval_request (site_id, request_id)
);
