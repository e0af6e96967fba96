type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Lists stored figures of ended months with the column and table that they sum. */
const storedFigures = [
  [
    'adult_course_revenue',
    'amount',
    `(select branch_id, month_id, paid_amount as amount from enrolment where kind = 'adult-course'
      union all select branch_id, month_id, -amount from refund where resource = 'adult-course') as paid`,
  ],
  ['refunds', 'amount', "(select * from refund where resource <> 'student') as paid"],
  ['book_expenses', 'paid_amount', 'book_order'],
  [
    'book_revenue',
    'amount',
    `(select branch_id, month_id, paid_amount as amount from book_payout
      union all select branch_id, month_id, -amount from refund where resource = 'book-payout') as paid`,
  ],
  [
    'salaries',
    'amount',
    '(select branch_id, month_id, amount from salary union all select branch_id, month_id, amount from advance) as paid',
  ],
] as const;

const PARTS = `select id from salary where branch_id = of.branch_id and employee_id = of.employee_id
  and coalesce(month_id, 0) = coalesce(of.month_id, 0) and part`;

/** The sums of the ledger are those of the records. */
const ledgerInvariants: readonly (readonly [invariant: string, query: string])[] = [
  ...[
    ['enrolment', 'kind'],
    ['book_payout', "'book-payout'"],
  ].map(
    ([table, resource]) =>
      [
        `the movements of a payable add up to another debt than it has (${table})`,
        `select of.id, of.remaining, moved.owed, moved.paid, of.paid_amount + of.installments_paid - of.refunded as stored from ${table} of,
          lateral (select coalesce(sum(owed), 0) as owed, coalesce(sum(revenue), 0) as paid
            from movement where branch_id = of.branch_id and payable = of.id and resource = ${resource}) as moved
          where of.related_id is null
            and (of.remaining, of.paid_amount + of.installments_paid - of.refunded) <> (moved.owed, moved.paid)`,
      ] as const,
  ),
  [
    'something is owed or paid for a payable that is gone',
    `select branch_id, resource, payable, sum(owed), sum(revenue) from movement m where payable is not null and not exists (
        select from enrolment it where it.branch_id = m.branch_id and it.id = m.payable and it.kind = m.resource
        union all select from book_payout it where it.branch_id = m.branch_id and it.id = m.payable and m.resource = 'book-payout')
      group by 1, 2, 3 having sum(owed) <> 0 or sum(revenue) <> 0 or sum(credit) <> 0 or sum(money) <> 0`,
  ],
  [
    'the movements of credit add up to another sum than the student has',
    `select branch_id, id, credit, moved from (select branch_id, id, credit from student) as it full join
      (select branch_id, credit_of as id, sum(credit) as moved from movement where credit <> 0 group by 1, 2) as m using (branch_id, id)
      where coalesce(credit, 0) <> coalesce(moved, 0) or credit < 0`,
  ],
  [
    'cash comes to no holder from another, or its drawer has another sum than the record',
    `select * from (
        select branch_id, source, record_id, sum(money) as money, coalesce(sum(money) filter (where holder is null), 0) as others,
          coalesce(sum(money) filter (where payment_method = 'bank-account'), 0) as bank
        from movement where type in ('cash_in', 'cash_out') group by 1, 2, 3) as m full join (
        select branch_id, 'cash_move' as source, id as record_id, case way when 'brought' then -amount else amount end as others,
          case way when 'banked' then amount else 0 end as bank from cash_move
        union all select branch_id, 'drawer_close', id, -float, 0 from drawer_close where previous_id is null) as it
        using (branch_id, source, record_id)
      where coalesce(money, 0) <> 0 or (coalesce(m.others, 0), coalesce(m.bank, 0)) <> (coalesce(it.others, 0), coalesce(it.bank, 0))`,
  ],
  [
    'a drawer has other cash in the ledger than its closes and its open lines leave there, but for their differences',
    `select * from (
        select branch_id, holder as user_id, sum(money) as cash from movement
        where payment_method = 'cash' and holder is not null group by 1, 2) as m full join (
        select branch_id, user_id, sum(amount) as cash from (
          select branch_id, user_id, case when coalesce(method_now, payment_method) = 'cash' then coalesce(amount_now, amount) else 0 end
            as amount from drawer_line
          union all select branch_id, user_id, case when previous_id is null then float else 0 end - counted + kept from drawer_close) as one
        group by 1, 2) as it using (branch_id, user_id)
      where coalesce(m.cash, 0) <> coalesce(it.cash, 0)`,
  ],
  [
    'the movements of a month add up to other sums than its records',
    `select * from (
        select branch_id, coalesce(month_id, 0) as month_id, resource, sum(revenue) as revenue, sum(spent) as spent
          from movement group by 1, 2, 3) as m full join (
        select branch_id, coalesce(month_id, 0) as month_id, resource, sum(paid) as paid, sum(out) as out from (
          select branch_id, month_id, kind as resource, paid_amount as paid, 0 as out from enrolment
          union all select branch_id, month_id, 'book-payout', paid_amount, 0 from book_payout
          union all select branch_id, month_id, resource, -amount, 0 from refund where resource <> 'student'
          union all select branch_id, month_id, 'expense', 0, amount from expense
          union all select branch_id, month_id, 'book-order', 0, paid_amount from book_order
          union all select branch_id, month_id, 'salary', 0, amount from salary
          union all select branch_id, month_id, 'advance', 0, amount from advance) as one group by 1, 2, 3) as it
        using (branch_id, month_id, resource)
      where (coalesce(revenue, 0), coalesce(spent, 0)) <> (coalesce(paid, 0), coalesce(out, 0))`,
  ],
];

/** Lists invariants, each with the SQL query that returns its violations. */
const invariants: readonly (readonly [invariant: string, query: string])[] = [
  ...['enrolment', 'book_payout'].map(
    (table) =>
      [
        `more is paid than the price, or not what its installments pay (${table})`,
        `select of.id, of.price, of.paid_amount, of.installments_paid from ${table} of
          where of.related_id is null and (of.remaining < 0 or of.installments_paid <>
            (select coalesce(sum(paid_amount), 0) from ${table} where branch_id = of.branch_id and related_id = of.id))`,
      ] as const,
  ),
  [
    'more was paid back than was paid, or other sums than the refunds have',
    `select of.id, of.refunded, of.forgiven from enrolment of,
      lateral (select coalesce(sum(amount), 0) as amount, coalesce(sum(amount) filter (where forgive), 0) as forgiven
        from refund where branch_id = of.branch_id and enrolment_id = of.id) as back
      where of.related_id is null and ((of.refunded, of.forgiven) <> (back.amount, back.forgiven)
        or of.refunded > of.paid_amount + of.installments_paid)`,
  ],
  [
    'credit was kept or used of no record, or in another sum',
    `select source, id, moved.amount, it.amount as stored
      from (select source, branch_id, record_id as id, sum(credit) as amount from movement where credit <> 0 group by 1, 2, 3) as moved full join (
        select 'enrolment' as source, branch_id, id, -paid_amount as amount from enrolment where payment_method = 'credit'
        union all select 'book_payout', branch_id, id, -paid_amount from book_payout where payment_method = 'credit'
        union all select 'refund', branch_id, id, amount from refund where payment_method = 'credit'
        union all select 'refund', branch_id, id, -amount from refund where resource = 'student'
      ) as it using (source, branch_id, id) where coalesce(moved.amount, 0) <> coalesce(it.amount, 0)`,
  ],
  [
    'a book counts other copies than were ordered and paid out, or more were paid out than ordered',
    `select of.id, of.ordered, of.orders_cost, of.paid_out, of.payouts_price from book of,
      lateral (select coalesce(sum(quantity), 0) as copies, coalesce(sum(price), 0) as price
        from book_order where branch_id = of.branch_id and book_id = of.id) as came,
      lateral (select coalesce(sum(quantity), 0) as copies, coalesce(sum(price), 0) as price
        from book_payout where branch_id = of.branch_id and book_id = of.id) as went
      where (of.ordered, of.orders_cost, of.paid_out, of.payouts_price) <> (came.copies, came.price, went.copies, went.price)
        or of.paid_out > of.ordered`,
  ],
  ...(
    [
      ['deducted', 'deduction'],
      ['advanced', 'advance'],
      ['bonus', 'bonus'],
    ] as const
  ).map(
    ([column, table]) =>
      [
        `a salary took in another sum than the records that it settled (${table})`,
        `select of.id, of.${column} from salary of where of.${column} <> (select coalesce(sum(amount), 0)
          from ${table} where branch_id = of.branch_id and settled_by_id in (${PARTS} <= of.part))`,
      ] as const,
  ),
  [
    'the parts of a salary do not follow each other',
    `select of.id, of.part, of.paid_before from salary of where (of.part, of.paid_before) <>
      (select count(*) + 1, coalesce(sum(amount), 0) from salary where id in (${PARTS} < of.part))`,
  ],
  ...storedFigures.map(
    ([figure, column, table]) =>
      [
        `an ended month stores another sum than its records have (${figure})`,
        `select id, figures from month where status = 'ended' and
          coalesce((figures->>'${figure}')::numeric, 0) * 100 <>
            (select coalesce(sum(${column}), 0) from ${table} where branch_id = month.branch_id and month_id = month.id)`,
      ] as const,
  ),
  [
    'a drawer close expects another sum than its lines have',
    `select of.id, of.expected from drawer_close of where of.expected <> of.float +
      (select coalesce(sum(amount), 0) from drawer_line where branch_id = of.branch_id and close_id = of.id)`,
  ],
  [
    'money is in no drawer, or a drawer counts another amount than its record has',
    `select source, id, line.amount, it.amount as stored
      from (select source, branch_id, record_id as id, sum(coalesce(amount_now, amount)) as amount
        from drawer_line group by 1, 2, 3) as line full join (
        select 'enrolment' as source, branch_id, id, paid_amount as amount from enrolment where payment_method <> 'credit'
        union all select 'book_payout', branch_id, id, paid_amount from book_payout where payment_method <> 'credit'
        union all select 'refund', branch_id, id, -amount from refund where payment_method <> 'credit'
        union all select 'expense', branch_id, id, -amount from expense where from_drawer
        union all select 'book_order', branch_id, id, -paid_amount from book_order where from_drawer
        union all select 'salary', branch_id, id, -amount from salary where from_drawer
        union all select 'advance', branch_id, id, -amount from advance where from_drawer
        union all select 'cash_move', branch_id, id, case way when 'brought' then amount else -amount end from cash_move
          where close_id is null
      ) as it using (source, branch_id, id)
      where coalesce(line.amount, 0) <> coalesce(it.amount, 0)`,
  ],
  [
    'a drawer tells another method than its record has',
    `select source, id, line.amount, it.payment_method
      from drawer_line as line join (
        select 'enrolment' as source, branch_id, id, payment_method from enrolment
        union all select 'book_payout', branch_id, id, payment_method from book_payout
        union all select 'refund', branch_id, id, payment_method from refund
      ) as it using (source, branch_id)
      where it.id = line.record_id and coalesce(amount_now, amount) <> 0 and coalesce(method_now, line.payment_method) <> it.payment_method`,
  ],
  [
    'a close hands over another sum than it did not keep',
    `select it.id, it.counted, it.kept, move.amount from drawer_close it left join cash_move move
        on move.branch_id = it.branch_id and move.close_id = it.id
      where it.counted - it.kept <> coalesce(move.amount, 0) or move.drawer <> it.user_id`,
  ],
  ...ledgerInvariants,
  [
    'an import has other records than rows, or an undone one has any',
    `select of.id, of.rows, of.undone_at, have.count, have.names from import of, lateral (
        select count(*) as count, count(distinct called) as names from (
          select name as called from student where branch_id = of.branch_id and import_id = of.id
          union all select receipt_number from enrolment where branch_id = of.branch_id and import_id = of.id) as it
      ) as have
      where (have.count, have.names) <> (case when of.undone_at is null then of.rows else 0 end, have.count)`,
  ],
  [
    'more than one month runs',
    "select count(*) from month where status = 'running' group by branch_id having count(*) > 1",
  ],
  [
    'a record was created more than once, by the history',
    `select resource, record_id, count(*) from history where action = 'created'
      group by branch_id, resource, record_id having count(*) > 1`,
  ],
  [
    'a record exists without a create in the history',
    `select id from student where import_id is null and not exists (select from history
      where action = 'created' and resource = 'student' and record_id = student.id::text)`,
  ],
];

/** Returns one sentence for each violated invariant of the database. */
async function violationsOf(query: Query, checked: typeof invariants): Promise<string[]> {
  const violations: string[] = [];
  for (const [invariant, sql] of checked) {
    violations.push(...(await query(sql)).map((row) => `${invariant}: ${JSON.stringify(row)}`));
  }
  return violations;
}

export const invariantViolations = (query: Query): Promise<string[]> => violationsOf(query, invariants);

export const ledgerViolations = (query: Query): Promise<string[]> => violationsOf(query, ledgerInvariants);
