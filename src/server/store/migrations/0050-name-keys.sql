-- What searches compare changes: hamza on waw and ya, Persian letters and marks of direction are folded too (decision 61). And a name finds
-- its twin in other letters: an index of what both spellings have in common (decision 117). src/contract/paging.ts and
-- src/contract/name-keys.ts write the same; a test compares them.

create function fold_for_search(folded text) returns text language sql immutable as $$
  select regexp_replace(
    translate(
      regexp_replace(folded, '[\u0610-\u061a\u06d6-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'),
      'کیېہھەؤئء', 'كييهههوي'),
    '(^|\s)عبد[ \t]+(?=ال)', '\1عبد', 'g');
$$;

-- No change of the records: their versions stay, and so do all sums.
do $$
declare
  it record;
begin
  for it in
    select c.relname as name, string_agg(format('%1$I = fold_for_search(%1$I)', a.attname), ', ') as changes,
      string_agg(format('%1$I <> fold_for_search(%1$I)', a.attname), ' or ') as differs
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname in ('folded', 'folded_name')
    group by c.relname order by c.relname
  loop
    execute format('alter table %I disable trigger user', it.name);
    execute format('update %I set %s where %s', it.name, it.changes, it.differs);
    execute format('alter table %I enable trigger user', it.name);
  end loop;
end $$;

drop function fold_for_search(text);

-- The rules of src/contract/name-keys.ts, in its order: letters, words, what is one name in several words, the article, sounds,
-- readings, the skeleton. What would change nothing is left out: patterns cost most of the time, and those with \1 in them most of all.
create function name_keys(branch_id bigint, folded text) returns tsvector
language plpgsql immutable strict parallel safe cost 10000 as $$
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
end $$;

create index student_name_keys on student using gin (name_keys(branch_id, folded_name));
