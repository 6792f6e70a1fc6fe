-- Whose day could not be written while it was for everybody else: a day is gone through once, and only these wait. Kept here, because
-- who is late must still be known after a restart: the day is not to be written again for those who have it, with other percentages.
create table affiliate_late (
  site_id int not null,
  member_id bigint not null,
  day date not null,
  primary key (site_id, day, member_id),
  foreign key (site_id, member_id) references member (site_id, member_id)
);
