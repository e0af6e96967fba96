/** Closes the drawer of the one user at the end of each day with payments, except today. */
export const drawers: readonly string[] = [
  `create temp table taken on commit drop as
   select 'enrolment' as source, id, kind as resource, case when related_id is null then 'enrolment' else 'installment' end as part,
     paid_amount as amount, created_at as at, date_trunc('day', created_at) as day from enrolment where paid_amount > 0
   union all
   select 'book_payout', id, 'book-payout', 'payout', paid_amount, created_at, date_trunc('day', created_at)
   from book_payout where paid_amount > 0`,
  `insert into drawer_close (branch_id, id, user_id, previous_id, pieces, other, counted, float, kept, expected, created_at, finished_at)
   select 1, pg_temp.id(n), 1, case when n > 1 then pg_temp.id(n - 1) end, '{}', sum, sum, 0, 0, sum, day + interval '1 day', day + interval '1 day'
   from (select day, sum(amount)::bigint as sum, row_number() over (order by day) as n from taken
     where day < date_trunc('day', now()) group by day) as closed`,
  `insert into movement (branch_id, type, amount, resource, payable, student_id, payment_method, holder, close_id, effective_date, month_id,
     at, made_by, recorded_by, source, record_id)
   select 1, type, one.amount, resource, payable, student_id, method, case when method is not null then 1 end, drawer_close.id,
     one.effective_date, one.month_id, one.created_at, 1, case when method is not null then 1 end, source, one.id
   from (
     select 'price' as type, price as amount, kind as resource, id as payable, null as method, 'enrolment' as source, enrolment.* from enrolment
       where price > 0
     union all
     select 'payment', paid_amount, kind, coalesce(related_id, id), payment_method, 'enrolment', enrolment.* from enrolment where paid_amount > 0
   ) as one left join drawer_close on method is not null and drawer_close.created_at = date_trunc('day', one.created_at) + interval '1 day'`,
  `insert into movement (branch_id, type, amount, resource, payable, student_id, payment_method, holder, close_id, effective_date, month_id,
     at, made_by, recorded_by, source, record_id)
   select 1, type, one.amount, 'book-payout', payable, student_id, method, case when method is not null then 1 end, drawer_close.id,
     one.effective_date, one.month_id, one.created_at, 1, case when method is not null then 1 end, 'book_payout', one.id
   from (
     select 'price' as type, price as amount, id as payable, null as method, book_payout.* from book_payout where price > 0
     union all
     select 'payment', paid_amount, coalesce(related_id, id), payment_method, book_payout.* from book_payout where paid_amount > 0
   ) as one left join drawer_close on method is not null and drawer_close.created_at = date_trunc('day', one.created_at) + interval '1 day'`,
  `insert into movement (branch_id, type, amount, resource, category, payment_method, effective_date, month_id, at, made_by, recorded_by,
     source, record_id)
   select 1, 'expense', amount, 'expense', category, payment_method, effective_date, month_id, created_at, 1, 1, 'expense', id from expense
     where amount > 0
   union all
   select 1, 'order_payment', paid_amount, 'book-order', null, payment_method, effective_date, month_id, created_at, 1, 1, 'book_order', id
     from book_order where paid_amount > 0
   union all
   select 1, 'salary', amount, 'salary', null, payment_method, effective_date, month_id, created_at, 1, 1, 'salary', id from salary
     where amount > 0`,
];
