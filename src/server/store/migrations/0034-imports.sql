-- A file of students or enrolments that was imported, so that it can be undone as a whole (decision 56).
create table import (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  target text not null,
  file_name text not null,
  -- SHA-256 of the file, in hex.
  file_hash text not null,
  rows bigint not null check (rows > 0),
  created_at timestamptz not null,
  created_by bigint not null,
  user_name text not null,
  undone_at timestamptz,
  primary key (branch_id, id)
);

-- The same file is not imported twice, whoever presses how often and with whatever key.
create unique index import_once on import (branch_id, target, file_hash) where undone_at is null;

alter table student
  add column import_id bigint,
  add constraint student_import foreign key (branch_id, import_id) references import (branch_id, id);
alter table enrolment
  add column import_id bigint,
  add constraint enrolment_import foreign key (branch_id, import_id) references import (branch_id, id);

create index student_of_import on student (branch_id, import_id) where import_id is not null;
create index enrolment_of_import on enrolment (branch_id, import_id) where import_id is not null;
