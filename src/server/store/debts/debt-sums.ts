import { sql } from 'kysely';
import { type DebtAge, debtAges } from '#contract/debts.ts';
import { formatDecimal, sum } from '#contract/money.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { ageOf, type DebtQuery, dayBefore, isAskedFor } from './debt-query.ts';

/** Holds how many students owe something, and how much, by the age of their oldest debt. */
export interface DebtSums {
  /** The students that match all filters. */
  readonly count: number;
  readonly counts: Readonly<Record<DebtAge, number>>;
  /** What is owed, as decimal text: of each age, and `remaining` for all that match. */
  readonly totals: Readonly<Record<string, string>>;
}

interface AgeSum {
  readonly age: DebtAge | null;
  readonly students: number;
  readonly remaining: bigint;
}

const sums = sql`coalesce(sum(students), 0)::float8 as students, coalesce(sum(remaining), 0)::bigint as remaining`;

/** Reads the kept sums: those of the last days, and for what is older the difference to all. */
async function keptSums(scope: BranchScope, { part }: DebtQuery): Promise<readonly AgeSum[]> {
  const oldest = debtAges[3];
  const rows = await scope.all(sql<AgeSum & { readonly whole: boolean }>`
    select false as whole, ${ageOf(scope, sql`day`)} as age, ${sums} from ${scope.rows('debt_day')} as kept
    where part = ${part} and day > ${dayBefore(scope, oldest.from)} group by 2
    union all select true, null, ${sums} from ${scope.rows('debt_total')} as kept where part = ${part}`);
  const recent = rows.filter(({ whole }) => !whole);
  const all = rows.find(({ whole }) => whole);
  return [
    ...recent,
    {
      age: oldest.name,
      students: (all?.students ?? 0) - recent.reduce((count, { students }) => count + students, 0),
      remaining: (all?.remaining ?? 0n) - sum(recent.map(({ remaining }) => remaining)),
    },
  ];
}

/** Adds up the rows themselves, where nothing is kept for the filters. */
function addedUp(scope: BranchScope, query: DebtQuery): Promise<readonly AgeSum[]> {
  return scope.all(sql<AgeSum>`
    select ${ageOf(scope, sql`d.oldest`)} as age, count(*)::float8 as students, sum(d.remaining)::bigint as remaining
    from ${scope.rows('student_debt')} as d where ${isAskedFor(scope, { ...query, age: undefined })} group by 1`);
}

/** Tells whether sums are kept for what is asked. */
const isKept = ({ minimum, promised }: DebtQuery) => minimum === undefined && promised === undefined;

/** Reads the sums of a list of debts. Kept ones cost the same however many students owe something (decision 107). */
export async function readDebtSums(scope: BranchScope, query: DebtQuery): Promise<DebtSums> {
  const rows = await (isKept(query) ? keptSums(scope, query) : addedUp(scope, query));
  const ages = debtAges.map(({ name }) => {
    const row = rows.find(({ age }) => age === name);
    return { name, students: row?.students ?? 0, remaining: row?.remaining ?? 0n };
  });
  const matching = query.age ? ages.filter(({ name }) => name === query.age?.name) : ages;
  return {
    count: matching.reduce((count, { students }) => count + students, 0),
    counts: Object.fromEntries(ages.map(({ name, students }) => [name, students])) as Record<DebtAge, number>,
    totals: {
      remaining: formatDecimal(sum(matching.map(({ remaining }) => remaining))),
      ...Object.fromEntries(ages.map(({ name, remaining }) => [name, formatDecimal(remaining)])),
    },
  };
}
