-- What searches compare changes: "عبد الله" and "عبدالله" are one name, and a phone number is its digits, behind a mark and without Egypt's
-- country code, whatever way it is written (decision 61). src/contract/search-text.ts writes both.

create function searched_name(folded text) returns text language sql immutable as $$
  select regexp_replace(folded, '(^|\s)عبد[ \t]+(?=ال)', '\1عبد', 'g');
$$;

create function searched_phone(phone text) returns text language sql immutable as $$
  select E'\n☎' || nullif(regexp_replace(regexp_replace(regexp_replace(
    translate(phone, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'),
    '[^0-9+]', '', 'g'), '^(\+|00)20|^20(?=[0-9]{9,10}$)', '0'), '[^0-9]', '', 'g'), '');
$$;

-- No change of the records: their versions stay.
alter table student disable trigger student_version;
update student set
  folded_name = searched_name(folded_name),
  folded = searched_name(folded_name) || E'\n' || lower(code) || concat(
    searched_phone(phone), searched_phone(father_phone), searched_phone(mother_phone));
alter table student enable trigger student_version;

alter table employee disable trigger employee_version;
update employee set
  folded_name = searched_name(folded_name),
  folded = searched_name(case when phone is null then folded else regexp_replace(folded, '\n[^\n]*$', '') || coalesce(searched_phone(phone), '') end);
alter table employee enable trigger employee_version;

alter table book disable trigger book_version;
update book set folded_name = searched_name(folded_name), folded = searched_name(folded);
alter table book enable trigger book_version;

drop function searched_name(text), searched_phone(text);

-- Finds a receipt by the beginning of its number, whatever was paid with it, and by the number alone of one that has a series before it.
create index enrolment_receipt on enrolment (branch_id, folded collate "C", id desc);
create index enrolment_receipt_number on enrolment (branch_id, (substring(folded from '[^0-9]0*([0-9]+)$')) collate "C", id desc)
  where folded ~ '[^0-9][0-9]+$';
create index book_payout_receipt on book_payout (branch_id, folded collate "C", id desc) where related_id is not null;
create index book_payout_receipt_number on book_payout (branch_id, (substring(folded from '[^0-9]0*([0-9]+)$')) collate "C", id desc)
  where related_id is not null and folded ~ '[^0-9][0-9]+$';

-- Finds students whose name begins so, in the order of their names.
create index student_name on student (branch_id, folded_name collate "C");
