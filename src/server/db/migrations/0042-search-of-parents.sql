-- The searched text has the names of the parents. The server writes it anew with the keys, where these are null; that is no change of a
-- person's, so it counts no version.
drop trigger student_version on student;
create trigger student_version before update on student
  for each row execute function count_version('{effective_date,folded,name_keys,phone_keys}', '{name,phone}');
update student set name_keys = null where father_name is not null or mother_name is not null;
