-- What members read while a site is in maintenance, and when it is expected to end.
alter table site add column maintenance_message text not null default '';
alter table site add column maintenance_ends_at timestamptz(3);
alter table site add constraint site_maintenance_message check (length(maintenance_message) <= 500) not valid;
alter table site validate constraint site_maintenance_message;
