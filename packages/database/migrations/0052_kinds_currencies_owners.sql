-- Currencies, kinds and owners are declared once, and every account and hold refers to them. A transfer changes a balance of each of its
-- kinds, so its kinds and its owner are declared too, without keys of its own that every bet would pay for.

create table ledger_currency (
  currency text primary key
);
comment on table ledger_currency is 'What an account can be kept in; shared by all sites.';
insert into ledger_currency (currency) values ('THB'), ('COIN'), ('SPIN');

alter table ledger_kind add foreign key (currency) references ledger_currency (currency);
-- For the reference: the chart of a product that is installed after its migrations.
comment on table ledger_kind is 'The chart of accounts, written by installChart and never changed; shared by all sites.';

-- Whose accounts there are: a row for each member, written with the member.
create table ledger_owner (
  site_id int not null,
  owner_id bigint not null check (owner_id > 0),
  primary key (site_id, owner_id)
);
insert into ledger_owner (site_id, owner_id)
select site_id, member_id from member
union
select site_id, owner_id from ledger_balance
union
select site_id, owner_id from ledger_hold;

alter table ledger_balance
  add foreign key (site_id, owner_id) references ledger_owner (site_id, owner_id),
  add foreign key (kind) references ledger_kind (kind);
alter table ledger_house_balance add foreign key (kind) references ledger_kind (kind);
alter table ledger_hold
  add foreign key (site_id, owner_id) references ledger_owner (site_id, owner_id),
  add foreign key (from_kind) references ledger_kind (kind),
  add foreign key (held_kind) references ledger_kind (kind),
  add foreign key (to_kind) references ledger_kind (kind);
