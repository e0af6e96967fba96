-- Students of one family: they share the phone number of a guardian, or a person put them together (decision 53).

-- The last nine digits of a phone number, which are the same with and without its country code; null if it has fewer than seven.
create function phone_key(phone text) returns text language sql immutable as $$
  select case when length(digits) >= 7 then right(digits, 9) end
  from regexp_replace(translate(phone, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'), '[^0-9]', '', 'g') as digits;
$$;

-- The branch in front of each key, since an index of arrays cannot begin with a column.
create function phone_keys(branch bigint, variadic phones text[]) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct branch || '/' || public.phone_key(phone)) filter (where public.phone_key(phone) is not null), '{}')
  from unnest(phones) as phone;
$$;

create index student_phone_keys on student using gin (phone_keys(branch_id, phone, father_phone, mother_phone));

-- What a person decided about two students, whatever their phones say. The older student comes first.
create table family_pair (
  branch_id bigint not null references branch,
  student_id bigint not null,
  other_id bigint not null,
  together boolean not null,
  primary key (branch_id, student_id, other_id),
  constraint family_pair_order check (student_id < other_id),
  constraint family_pair_student foreign key (branch_id, student_id) references student (branch_id, id) on delete cascade,
  constraint family_pair_other foreign key (branch_id, other_id) references student (branch_id, id) on delete cascade
);

create index family_pair_of_other on family_pair (branch_id, other_id);
