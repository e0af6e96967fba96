/** Names a statement, so that each connection plans it once. */
interface Named {
  readonly name: string;
  readonly text: string;
}

const COURSE_COLUMNS = `r.id, r.version, r.month_id, r.created_by, r.student_id, r.receipt_number,
  case when r.related_id is null then r.level else p.level end,
  case when r.related_id is null then r.period else p.period end,
  case when r.related_id is null then r.transportation_type else p.transportation_type end,
  r.price, r.paid_amount, r.custom_date, r.notes, r.remaining, r.related_id, r.collection_id, r.created_at, s.name, s.code, s.phone`;

const COURSE_JOINS = `left join enrolment p on p.branch_id = $1 and p.id = r.related_id
  join student s on s.branch_id = $1 and s.id = r.student_id`;

const STUDENT_COLUMNS = `id, version, name, father_name, mother_name, birthdate, phone, father_phone, mother_phone, address, code, created_at`;

const courseCount = `(select coalesce(sum(rows), 0) from tally_total where branch_id = $1 and what in ('adult-course', 'adult-course/installment'))`;

const pageOfCourses = (where: string, order: 'asc' | 'desc') => `
  select ${COURSE_COLUMNS} from (
    select * from enrolment where branch_id = $1 and kind = 'adult-course' ${where}
    order by effective_date ${order}, id ${order} limit 10 offset $2) r ${COURSE_JOINS}
  order by r.effective_date desc, r.id desc`;

/** Inserts a course as `r`. */
const courseInsert = `with r as (
    insert into enrolment (branch_id, kind, student_id, receipt_number, level, period, transportation_type, price, paid_amount,
      custom_date, notes, folded, month_id, created_at, created_by)
    values ($1, 'adult-course', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning *)`;

/** Lists the statements of the hand-written server. $1 is the branch. */
export const statements = {
  firstCourses: {
    name: 'first-courses',
    text: `select ${courseCount}, ${COURSE_COLUMNS} from (
      select * from enrolment where branch_id = $1 and kind = 'adult-course'
      order by effective_date desc, id desc limit 10) r ${COURSE_JOINS} order by r.effective_date desc, r.id desc`,
  },
  /** The calendar month of a row ($2), how many rows of it and after it precede that row, and the count. */
  placeOfCourse: {
    name: 'place-of-course',
    text: `select bucket, rows, $2::bigint - before, counted from (
      select bucket, sum(rows) as rows, sum(sum(rows)) over (order by bucket desc) - sum(rows) as before, sum(sum(rows)) over () as counted
      from tally where branch_id = $1 and what in ('adult-course', 'adult-course/installment') group by bucket) b
      where before <= $2::bigint and $2::bigint < before + rows`,
  },
  coursesBefore: {
    name: 'courses-before',
    text: pageOfCourses(`and effective_date < ($3::date + interval '1 month')::date`, 'desc'),
  },
  coursesFromOldest: {
    name: 'courses-from-oldest',
    text: pageOfCourses('and effective_date >= $3::date', 'asc'),
  },
  firstStudents: {
    name: 'first-students',
    text: `select (select coalesce(sum(rows), 0) from tally_total where branch_id = $1 and what = 'student'), ${STUDENT_COLUMNS}
      from student where branch_id = $1 order by effective_date desc, id desc limit 10`,
  },
  searchedStudents: {
    name: 'searched-students',
    text: `select count(*) over (), ${STUDENT_COLUMNS} from student
      where branch_id = $1 and search_pieces(branch_id, '', folded) @@ $3::tsquery and strpos(folded, $2) > 0
      order by effective_date desc, id desc limit 10`,
  },
  months: {
    name: 'months',
    text: `select (select count(*) from month where branch_id = $1), m.id, m.name, m.status, m.start_date, m.end_date, m.figures,
        m.previous_figures, m.reopened_at, m.reopened_by, m.reopened_reason, t.what, t.paid, t.debt
      from (select * from month where branch_id = $1 order by id desc limit 10) m
      left join lateral (
        select what, sum(paid)::bigint as paid, sum(debt)::bigint as debt from tally
        where branch_id = $1 and month_id = m.id group by what) t on true
      order by m.id desc`,
  },
  dashboard: {
    name: 'dashboard',
    text: `select m.id, m.name, m.status, m.figures, t.what, t.paid, null::date as day
      from (select * from month where branch_id = $1 order by status = 'running' desc, id desc limit 1) m
      left join lateral (select what, sum(paid)::bigint as paid from tally where branch_id = $1 and month_id = m.id group by what) t on true
      union all
      select m.id, m.name, m.status, null, null, i.paid, i.day
      from (select * from month where branch_id = $1 order by status = 'running' desc, id desc limit 1) m
      join lateral (select day, sum(paid)::bigint as paid from income_day
        where branch_id = $1 and month_id = m.id group by day having sum(paid) <> 0) i on true
      order by day nulls first`,
  },
  begin: { name: 'begin', text: 'begin' },
  commit: { name: 'commit', text: 'commit' },
  rollback: { name: 'rollback', text: 'rollback' },
  changes: { name: 'changes', text: "select current_setting('branch_desk.changes', true)" },
  publish: {
    name: 'publish',
    text: "select pg_notify('branch_change', change) from unnest($1::text[]) as change",
  },
  holdKey: {
    name: 'hold-key',
    text: `select own.id, stored.ordinality is not null, stored.status, set_config('statement_timeout', '30000', true),
        set_config('branch_desk.key', $2::text, true), set_config('branch_desk.publisher', 'server', true)
      from current_generation() own left join hold_key($1, $2::uuid) with ordinality stored on true`,
  },
  runningMonth: { name: 'running-month', text: 'select id from share_running_month($1)' },
  insertCourse: {
    name: 'insert-course',
    text: `${courseInsert}
      select ${COURSE_COLUMNS} from r ${COURSE_JOINS}`,
  },
  insertHistory: {
    name: 'insert-history',
    text: `insert into history (branch_id, at, user_id, user_name, action, resource, record_id, title, month_id, after)
      values ($1, $2, $3, (select first_name || ' ' || last_name from app_user where branch_id = $1 and id = $3),
        'created', 'adult-course', $4, $5, $6, $7)`,
  },
  insertKey: {
    name: 'insert-key',
    text: `insert into idempotency (branch_id, key, method, path, user_id, body_hash, status, answer)
      values ($1, $2, 'POST', '/api/adult-course/', $3, $4, 201, $5)`,
  },
} as const satisfies Readonly<Record<string, Named>>;

/** Inserts a course as above and returns its answer as JSON and its title. */
export const courseAsJson = `${courseInsert}, answer(id, version, month, recorded_by, student_id, receipt_number, level, period,
    transportation_type, price, paid_amount, custom_date, notes, remaining, related_record_id, collection, created_at, name, code, phone) as (
    select ${COURSE_COLUMNS} from r ${COURSE_JOINS})
  select row_to_json(answer), answer.id, answer.name || ', receipt ' || answer.receipt_number from answer`;
