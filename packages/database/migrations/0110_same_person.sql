-- contracts: 0009, whose check this one replaces with a looser one; both versions write within it
-- A day is also held because an operator found a friend to be the member.

alter table affiliate_income drop constraint affiliate_income_suspicions_check;
alter table affiliate_income add constraint affiliate_income_suspicions_known check (
  suspicions <@ array['name', 'device', 'address', 'ring', 'person'] and array_position(suspicions, null) is null
) not valid;
alter table affiliate_income validate constraint affiliate_income_suspicions_known;
