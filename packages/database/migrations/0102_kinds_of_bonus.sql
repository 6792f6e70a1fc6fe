-- contracts: 0008, whose check this one replaces with a looser one; both versions write within it
-- Kinds of bonus are of the code (packages/promotions): bonus_value is the first figure of the kind, in basis points or
-- THB/4.

alter table promotion drop constraint promotion_bonus_type_check;
alter table promotion add constraint promotion_bonus_type_named check (bonus_type ~ '^[a-z]{2,20}$') not valid;
alter table promotion validate constraint promotion_bonus_type_named;
-- The other figures of a kind that has several.
alter table promotion add column bonus_figures jsonb;
alter table promotion add constraint promotion_bonus_figures_form check (jsonb_typeof(bonus_figures) in ('array', 'object')) not valid;
alter table promotion validate constraint promotion_bonus_figures_form;
