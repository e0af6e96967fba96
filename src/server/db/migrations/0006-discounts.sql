-- Price list, list prices and discounts (decision 132).
alter table branch_settings
  add column discount_reasons jsonb not null default '[]',
  add column price_list jsonb not null default '[]',
  add column staff_discount_limit text constraint branch_settings_discount_limit
    check (staff_discount_limit ~ '^(100|[0-9]{1,2}(\.[0-9]{1,2})?)$');
alter table enrolment
  add column list_price bigint check (list_price >= 0),
  add column discount bigint check (discount >= 0),
  add column discount_reason text,
  add constraint enrolment_discount check (
    list_price - discount = price
    and (coalesce(discount, 0) = 0 or list_price is not null)
    and (coalesce(discount, 0) = 0) = (discount_reason is null)
    and (related_id is null or (list_price is null and discount is null)));
