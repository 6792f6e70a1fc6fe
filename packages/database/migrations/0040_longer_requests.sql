-- contracts: 0038, whose check this one replaces with a looser one; both versions write within it
-- A request may hold the text of a file of games.

alter table approval_request drop constraint approval_request_content_check;
alter table approval_request add constraint approval_request_content_length check (length(content) between 2 and 1000000) not valid;
alter table approval_request validate constraint approval_request_content_length;
