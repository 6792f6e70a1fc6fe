-- The terms of a site, version by version, and which version a member accepted when. Rows are added and never changed or deleted.

create table terms_version (
  site_id int not null references site (site_id),
  version int not null check (version > 0),
  content text not null check (length(content) between 1 and 60000),
  published_at timestamptz(3) not null default now(),
  primary key (site_id, version)
);

create table terms_acceptance (
  site_id int not null,
  member_id bigint not null,
  version int not null,
  accepted_at timestamptz(3) not null default now(),
  primary key (site_id, member_id, version),
  foreign key (site_id, member_id) references member (site_id, member_id),
  foreign key (site_id, version) references terms_version (site_id, version)
);
