-- The partner name of a site decides which catalogue it shows (spec §3): there is no second switch beside it.

update site set partner = 'LANNA' where catalogue = 'partner' and upper(trim(partner)) <> 'LANNA';
alter table site drop column catalogue;
