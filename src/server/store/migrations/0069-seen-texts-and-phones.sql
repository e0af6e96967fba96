-- Names, codes and numbers as a person sees them: without marks of direction, each run of white space one space; notes and addresses keep
-- their lines (decision 148). src/contract/typed-text.ts does the same to what is written from now on. E-mail addresses never had such
-- characters. What was counted, printed or written to the history stays as it was recorded.
create function unseen_removed(typed text) returns text language sql immutable as $$
  select regexp_replace(regexp_replace(
    regexp_replace(typed, '[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'),
    '(^|[[:space:][:digit:][:punct:]\u00a0])[\u200c\u200d]+', '\1', 'g'),
    '[\u200c\u200d]+($|[[:space:][:digit:][:punct:]\u00a0])', '\1', 'g');
$$;
create function seen_line(typed text) returns text language sql immutable as $$
  select btrim(regexp_replace(unseen_removed(typed), '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'));
$$;
create function seen_lines(typed text) returns text language sql immutable as $$
  select btrim(regexp_replace(unseen_removed(typed), '[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]', ' ', 'g'), E' \t\n\r');
$$;

-- A merge can be undone while its student is as it was left; that is remembered as a digest of the texts.
create temporary table undoable_merge on commit drop as
  select branch_id, merged_id from student_merge where state = state_of_student(branch_id, student_id);

-- No change of the records: versions and sums stay. A text of unseen characters alone stays too, as what must not be empty has no other.
do $$
declare
  it record;
begin
  for it in
    select c.relname as name, string_agg(format('%1$I = coalesce(nullif(%2$s(%1$I), ''''), %1$I)', a.attname, seen), ', ') as changes,
      string_agg(format('%1$I <> %2$s(%1$I)', a.attname, seen), ' or ') as differs
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid = 'text'::regtype
    cross join lateral (select case when a.attname in ('notes', 'address', 'reason', 'reminder_text', 'folded') then 'seen_lines' else 'seen_line' end) as s(seen)
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (c.relname, a.attname) in (
        ('student', 'name'), ('student', 'father_name'), ('student', 'mother_name'), ('student', 'phone'), ('student', 'father_phone'),
        ('student', 'mother_phone'), ('student', 'address'), ('student', 'folded'), ('student', 'folded_name'), ('student_debt', 'folded_name'),
        ('employee', 'name'), ('employee', 'job_title'), ('employee', 'phone'), ('employee', 'folded'), ('employee', 'folded_name'),
        ('book', 'name'), ('book', 'folded'), ('book', 'folded_name'), ('month', 'name'), ('app_user', 'first_name'), ('app_user', 'last_name'),
        ('enrolment', 'stage'), ('enrolment', 'receipt_number'), ('enrolment', 'notes'), ('enrolment', 'folded'),
        ('book_payout', 'receipt_number'), ('book_payout', 'folded'), ('book_payout', 'notes'), ('book_order', 'notes'), ('collection', 'receipt_number'),
        ('collection', 'notes'), ('deduction', 'reason'), ('deduction', 'folded'), ('expense', 'title'), ('expense', 'folded'), ('reminder', 'notes'),
        ('promise', 'notes'), ('branch', 'address'), ('branch_settings', 'phone'), ('branch_settings', 'address'),
        ('branch_settings', 'receipt_footer'), ('branch_settings', 'reminder_text'))
    group by c.relname order by c.relname
  loop
    execute format('alter table %I disable trigger user', it.name);
    execute format('update %I set %s where %s', it.name, it.changes, it.differs);
    execute format('alter table %I enable trigger user', it.name);
  end loop;
end $$;

update student_merge as merge set state = state_of_student(merge.branch_id, merge.student_id)
from undoable_merge as it where it.branch_id = merge.branch_id and it.merged_id = merge.merged_id;

-- Two branches of one name would be told apart by nothing: the one with the unseen characters keeps them, and the log of the database names it.
do $$
declare
  it record;
begin
  for it in select id, name, seen_line(name) as seen from branch where name <> seen_line(name) and seen_line(name) <> '' order by id loop
    if exists (select from branch where id <> it.id and lower(name) = lower(it.seen)) then
      raise warning 'branch % keeps characters that nobody sees in its name: another one is called %', it.id, it.seen;
    else
      update branch set name = it.seen where id = it.id;
    end if;
  end loop;
end $$;

drop function seen_line(text), seen_lines(text), unseen_removed(text);

-- Each phone number of a text, which may hold two ("010… / 011…"), by its last nine digits. phoneKeys in src/contract/phones.ts returns the
-- same; a test compares them.
create or replace function phone_keys(branch bigint, variadic phones text[]) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct branch || '/' || right(run[2], 9)), '{}')
  from unnest(phones) as phone, regexp_matches(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          translate(phone, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'),
          '([0-9]{8})[\s().–-]+(?=\+?[0-9]{8})', '\1/', 'g'),
        '[\s().–-]', '', 'g'),
      '(^|[^0-9])((?:00)?(?:20)?0?1[0125][0-9]{8})(?=(?:00)?(?:20)?0?1[0125][0-9]{8}(?:$|[^0-9]))', '\1\2/', 'g'),
    '(00)?([0-9]+)', 'g') as run
  where length(run[2]) between 7 and 15;
$$;
drop function phone_key(text);
reindex index student_phone_keys;
