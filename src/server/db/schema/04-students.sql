-- A file of rows that was taken over (decision 109).
create table import (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
  target text not null,
  file_name text not null,
  file_hash text not null,
  rows bigint not null check (rows > 0),
  created_at timestamptz not null,
  created_by bigint not null,
  user_name text not null,
  undone_at timestamptz,
  primary key (branch_id, id)
);
create unique index import_once on import (branch_id, target, file_hash) where undone_at is null;

-- The trigrams of a text, each with the branch and kind in front: an index of them finds words in the records of one branch.
-- Not pg_trgm: under the C character type it knows no letters but Latin ones.
create function search_pieces(branch_id bigint, kind text, folded text) returns tsvector
language plpgsql immutable strict parallel safe cost 1000 as $$
begin
  return array_to_tsvector(array(
    select branch_id::text || '/' || kind || '/' || substr(folded, start, 3) from generate_series(1, length(folded)) as start));
end $$;

create table student (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  code_number bigint not null,
  code text not null,
  name text not null,
  father_name text,
  mother_name text,
  birthdate date,
  phone text,
  father_phone text,
  mother_phone text,
  address text,
  -- The searched fields, and the name, as contract/search-text.ts folds them.
  folded text not null,
  folded_name text not null,
  created_at timestamptz not null,
  effective_date date not null,
  version integer not null default 1,
  summary_version integer not null default 0,
  import_id bigint,
  -- The keys of name and phones, computed by the server (search/student-keys.ts); null until it did.
  name_keys tsvector,
  phone_keys text[],
  -- Kept for later, the sum of its credit entries (decision 131).
  credit bigint not null default 0,
  -- From that day on they have left (decision 133); null while they are here.
  left_on date,
  primary key (branch_id, id),
  constraint student_import foreign key (branch_id, import_id) references import (branch_id, id)
);
create unique index student_code on student (branch_id, code_number);
create index student_newest on student (branch_id, effective_date desc, created_at desc, id desc) include (left_on);
create index student_name on student (branch_id, folded_name collate "C");
create index student_pieces on student using gin (search_pieces(branch_id, '', folded));
create index student_name_keys on student using gin (name_keys);
create index student_phone_keys on student using gin (phone_keys);
create index student_of_import on student (branch_id, import_id) where import_id is not null;
create trigger student_version before update on student
  for each row execute function count_version('{effective_date,folded,name_keys,phone_keys}', '{name,phone}');

-- The last code that was given. It counts up only, so no code is used twice (decision 10).
create table student_counter (
  branch_id bigint primary key references branch,
  last bigint not null
);

-- A person's decision about two students, whatever their phones say (decision 53). The older student comes first.
create table family_pair (
  branch_id bigint not null references branch,
  student_id uuid not null,
  other_id uuid not null,
  together boolean not null,
  primary key (branch_id, student_id, other_id),
  constraint family_pair_order check (student_id < other_id),
  constraint family_pair_student foreign key (branch_id, student_id) references student (branch_id, id) on delete cascade,
  constraint family_pair_other foreign key (branch_id, other_id) references student (branch_id, id) on delete cascade
);
create index family_pair_of_other on family_pair (branch_id, other_id);

-- Two records of one student became one (decision 106).
create table student_merge (
  branch_id bigint not null references branch,
  -- The student who is gone. The id is never given again, and stands for the one who stays in writes that still name it.
  merged_id uuid not null,
  student_id uuid not null,
  -- The rows of both before the merge, and the records that moved, to undo it.
  merged jsonb not null,
  kept jsonb not null,
  moved jsonb not null,
  -- The result of state_of_student after it: while it is the same, nothing was written since.
  state text not null,
  merged_at timestamptz not null,
  merged_by bigint not null,
  primary key (branch_id, merged_id),
  constraint student_merge_student foreign key (branch_id, student_id) references student (branch_id, id) on delete cascade
);
create index student_merge_of_student on student_merge (branch_id, student_id);

-- The named student, or the one who stays if they were merged since: a device sends later what it stored offline. It waits for a merge that is
-- under way. db/branch-scope.ts writes every reference of a record to a student with it.
create function present_student(branch bigint, named uuid) returns uuid language plpgsql strict as $$
begin
  perform from student where branch_id = branch and id = named for key share;
  if found then
    return named;
  end if;
  return coalesce((select student_id from student_merge where branch_id = branch and merged_id = named), named);
end $$;

-- Inserts a student again with id and code, for the undo of a merge. The balance of the credit belongs to the entries, which come back by
-- themselves.
create function bring_back_student(stored jsonb) returns void language plpgsql as $$
declare
  columns text;
begin
  select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
    where attrelid = 'student'::regclass and attnum > 0 and not attisdropped and attgenerated = '';
  execute format('insert into student (%1$s) select %1$s from jsonb_populate_record(null::student, $1)', columns)
    using stored || '{"credit": 0}';
end $$;

-- A student who went to another branch, or came from one: a row in each, with one id. The other branch's id and code of the student are no
-- references: each branch is whole without the others.
create table student_transfer (
  branch_id bigint not null references branch,
  id uuid not null default gen_random_uuid(),
  student_id uuid not null,
  direction text not null check (direction in ('to', 'from')),
  other_branch_id bigint not null,
  other_branch text not null,
  other_student_id uuid not null,
  -- Null until the student has arrived there for the first time.
  other_code text,
  -- What was owed, and kept as credit, in the branch that the student left.
  remaining bigint not null,
  credit bigint not null,
  transferred_at timestamptz not null,
  transferred_by bigint not null,
  -- What the other branch needs, until its answer is stored here; then null.
  outgoing jsonb,
  -- When a server sends it again unless another one has finished it by then.
  deliver_at timestamptz,
  primary key (branch_id, id),
  constraint student_transfer_outgoing check (num_nulls(outgoing, deliver_at) in (0, 2)),
  constraint student_transfer_known check (num_nulls(outgoing, other_code) < 2),
  constraint student_transfer_student foreign key (branch_id, student_id) references student (branch_id, id) on delete cascade
);
create index student_transfer_of_student on student_transfer (branch_id, student_id);
create index student_transfer_due on student_transfer (deliver_at) where deliver_at is not null;
