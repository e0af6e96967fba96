/** Closes the drawer of the one user at the end of each day with payments, except today. */
export const drawers: readonly string[] = [
  `create temp table taken on commit drop as
   select 'enrolment' as source, id, kind as resource, case when related_id is null then 'enrolment' else 'installment' end as part,
     paid_amount as amount, created_at as at, date_trunc('day', created_at) as day from enrolment where paid_amount > 0
   union all
   select 'book_payout', id, 'book-payout', 'payout', paid_amount, created_at, date_trunc('day', created_at)
   from book_payout where paid_amount > 0`,
  `insert into drawer_close (branch_id, id, user_id, previous_id, pieces, other, counted, float, kept, expected, created_at, finished_at)
   overriding system value
   select 1, n, 1, nullif(n - 1, 0), '{}', sum, sum, 0, 0, sum, day + interval '1 day', day + interval '1 day'
   from (select day, sum(amount)::bigint as sum, row_number() over (order by day) as n from taken
     where day < date_trunc('day', now()) group by day) as closed`,
  `insert into drawer_line (branch_id, source, record_id, user_id, resource, part, amount, close_id, at)
   select 1, source, taken.id, 1, resource, part, amount, drawer_close.id, at
   from taken left join drawer_close on drawer_close.created_at = taken.day + interval '1 day'`,
];
