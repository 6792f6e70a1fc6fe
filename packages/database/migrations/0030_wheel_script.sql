-- A script of a third-party content host for the frame of the wheel; empty: none.
alter table site add column wheel_script_url text not null default '';
alter table site add constraint site_wheel_script_url_https
  check (wheel_script_url = '' or (length(wheel_script_url) <= 300 and wheel_script_url ~ '^https://[a-z0-9.-]+(:[0-9]+)?/[A-Za-z0-9._~/-]+$'))
  not valid;
alter table site validate constraint site_wheel_script_url_https;
