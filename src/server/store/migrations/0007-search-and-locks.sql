-- What lists are searched by moves from stored arrays into the indexes themselves: rows stay small, and words of one and two letters are
-- found as well. And what every write of money begins with takes one call instead of two.

-- The pieces of folded text: at each letter, this one and the two after it, fewer at the end. A word of three letters and more stands in a
-- text only if all its pieces do; a shorter one only if a piece begins with it. Each bears its branch and kind, so that a search reads
-- nothing of the others, however many branches share the index.
create function search_pieces(branch_id bigint, kind text, folded text) returns tsvector
language sql immutable strict parallel safe cost 1000 as $$
  select array_to_tsvector(array(
    select branch_id::text || '/' || kind || '/' || substr(folded, start, 3) from generate_series(1, length(folded)) as start));
$$;

drop index student_grams, student_name_grams, enrolment_grams;
alter table enrolment drop column grams;
alter table student drop column grams, drop column name_grams;

create index student_pieces on student using gin (search_pieces(branch_id, '', folded));
create index enrolment_pieces on enrolment using gin (search_pieces(branch_id, kind, folded));

-- What lists are put in order by, beside the date: read from the index alone, not from all kinds' rows.
drop index enrolment_newest;
create index enrolment_newest on enrolment (branch_id, kind, effective_date desc, id desc)
  include (related_id, student_id, price, paid_amount, remaining);

-- The rows of found students, counted and put in order without looking at each of them.
drop index enrolment_of_student;
create index enrolment_of_student on enrolment (branch_id, student_id, kind, effective_date desc, id desc) include (related_id);

-- The month that runs, which goes on running until the transaction ends. Two statements: the second must see what those who held the branch
-- before did to its months, and it does, since in a volatile function each statement has a snapshot of its own.
create function share_running_month(branch bigint) returns setof month language plpgsql volatile rows 1 as $$
begin
  perform from branch where id = share_running_month.branch for share;
  return query select * from month where branch_id = share_running_month.branch and status = 'running';
end $$;

-- Holds a key until the transaction ends and answers what was answered to it before. No row where another one holds it. The kept answer is
-- looked for after the lock is held, with a snapshot of its own.
create function hold_key(branch bigint, asked uuid) returns table (
  user_id bigint, method text, path text, body_hash text, status smallint, answer json
) language plpgsql volatile rows 1 as $$
begin
  if pg_try_advisory_xact_lock(hashtextextended(branch || '/' || asked, 0)) then
    return query select kept.user_id, kept.method, kept.path, kept.body_hash, kept.status, kept.answer
      from (select) as held left join idempotency as kept on kept.branch_id = hold_key.branch and kept.key = hold_key.asked;
  end if;
end $$;
