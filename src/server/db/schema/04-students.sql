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

-- Returns the keys of a name, the same for its spellings (decision 117); contract/name-keys.ts writes the same.
CREATE FUNCTION name_keys(branch_id bigint, folded text) RETURNS tsvector
    LANGUAGE plpgsql IMMUTABLE STRICT COST 10000 PARALLEL SAFE
    AS $_$
declare
  words text := translate(folded, 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي', 'abtTghXdZrzsSsDtZaGfkklmnhwy');
  other text;
begin
  if words ~ '[^a-zA-Z ]|  ' then
    words := regexp_replace(
      translate(words, 'پچڤگژàâäáãåèéêëìíîïòóôöõùúûüçñ3567''’‘`´ʼ289', 'bgfgzaaaaaaeeeeiiiiooooouuuucnaXth'),
      '[^a-zA-Z]+', ' ', 'g');
  end if;
  words := btrim(words);

  other := regexp_replace(words, '(^| )([aE]bd|abou|abo|abu|abw|el|al) (?=[a-zA-Z])', '\1\2', 'g');
  other := regexp_replace(other, '(^| )([aE]bd[aeou]l|ab[ouw]+[ae]?l) (?=[a-zA-Z])', '\1\2', 'g');
  other := regexp_replace(other, '(^| )abd[aeou]?([rstdnz])\2', '\1abdal\2', 'g');
  other := regexp_replace(other, ' (al|el|ad|ed|ud)?(dyn|din|deen|dein|dine)(?= |$)', 'aldyn', 'g');
  other := regexp_replace(other, '[aeou]dd(in|een|ine)(?= |$)', 'aldyn', 'g');
  other := regexp_replace(other, ' (a|o|u|e)ll(a|ah|h)(?= |$)', 'allh', 'g');
  other := regexp_replace(other, '[hH]alla?h(?= |$)', 'allh', 'g');
  other := regexp_replace(other, '([a-zA-Z][a-zA-Z])at(a|o|u)lla?h?(?= |$)', '\1allh', 'g');
  if other <> words then words := other || ' ' || words; end if;

  other := regexp_replace(words, '(^| )[ae]l(?=[a-zA-Z][a-zA-Z][a-zA-Z])', '\1', 'g');
  if other <> words then words := words || ' ' || other; end if;

  words := regexp_replace(words, 'ch(?=[rlo]|ae)|c(?!h|[eiy])', 'k', 'g');
  words := replace(translate(replace(replace(replace(words, 'dj', 'g'), 'ch', 'sh'), 'ph', 'f'), 'cvpqj', 'sfbkg'), 'x', 'ks');
  words := replace(words, 'S', 'sh');

  other := replace(translate(words, 'TZD', 'sdz'), 'th', 't');
  words := replace(translate(words, 'ZD', 'zd'), 'T', 'th');
  if other <> words then words := words || ' ' || other; end if;

  words := replace(replace(words, 'X', 'kh'), 'G', 'gh');
  words := regexp_replace(words, '([^ ])[aeiouwy]+', '\1', 'g');
  words := regexp_replace(words, '(^| )[eiou]', '\1a', 'g');
  words := regexp_replace(words, 'h+(?= |$)', '', 'g');
  for round in 1..2 loop
    words := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(words,
      'mm', 'm'), 'ss', 's'), 'll', 'l'), 'nn', 'n'), 'dd', 'd'), 'rr', 'r'), 'tt', 't'), 'bb', 'b'), 'hh', 'h'), 'kk', 'k'), 'ff', 'f'),
      'zz', 'z'), 'gg', 'g'), 'ww', 'w'), 'yy', 'y');
  end loop;

  return array_to_tsvector(array(
    select distinct branch_id::text || '/' || key from unnest(string_to_array(words, ' ')) as key where key <> ''));
end $_$;

-- Returns the last nine digits of each phone, with the branch in front; contract/phones.ts writes the same.
CREATE FUNCTION phone_keys(branch bigint, VARIADIC phones text[]) RETURNS text[]
    LANGUAGE sql IMMUTABLE
    AS $_$
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
$_$;

create table student (
  branch_id bigint not null references branch,
  id bigint generated always as identity,
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
  effective_date date not null generated always as ((created_at at time zone 'UTC')::date) stored,
  version integer not null default 1,
  summary_version integer not null default 0,
  import_id bigint,
  primary key (branch_id, id),
  constraint student_import foreign key (branch_id, import_id) references import (branch_id, id)
);
create unique index student_code on student (branch_id, code_number);
create index student_newest on student (branch_id, effective_date desc, id desc);
create index student_name on student (branch_id, folded_name collate "C");
create index student_pieces on student using gin (search_pieces(branch_id, '', folded));
create index student_name_keys on student using gin (name_keys(branch_id, folded_name));
create index student_phone_keys on student using gin (phone_keys(branch_id, phone, father_phone, mother_phone));
create index student_of_import on student (branch_id, import_id) where import_id is not null;
create trigger student_version before update on student
  for each row execute function count_version('{effective_date}', '{name,phone}');

-- The last code that was given. It counts up only, so no code is used twice (decision 10).
create table student_counter (
  branch_id bigint primary key references branch,
  last bigint not null
);

-- A person's decision about two students, whatever their phones say (decision 53). The older student comes first.
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

-- Two records of one student became one (decision 106).
create table student_merge (
  branch_id bigint not null references branch,
  -- The student who is gone. The id is never given again, and stands for the one who stays in writes that still name it.
  merged_id bigint not null,
  student_id bigint not null,
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

-- A write may name a student who was merged since: a device sends later what it stored offline. It waits for a merge that is under way.
create function resolve_student() returns trigger language plpgsql as $$
declare
  kept_id bigint;
begin
  perform from student where branch_id = new.branch_id and id = new.student_id for key share;
  if not found then
    select student_id into kept_id from student_merge where branch_id = new.branch_id and merged_id = new.student_id;
    if found then
      new.student_id := kept_id;
    end if;
  end if;
  return new;
end $$;

-- Inserts a student again with id and code, for the undo of a merge.
create function bring_back_student(stored jsonb) returns void language plpgsql as $$
declare
  columns text;
begin
  select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
    where attrelid = 'student'::regclass and attnum > 0 and not attisdropped and attgenerated = '';
  execute format('insert into student (%1$s) overriding system value select %1$s from jsonb_populate_record(null::student, $1)', columns)
    using stored;
end $$;
