import { queryOptions, useQuery } from '@tanstack/react-query';
import { keys } from '#app/cache/query-keys.ts';
import { DEBTS_PATH, debtOfStudent, debtsPage } from '#contract/debts.ts';
import { readPiastres, sum } from '#contract/money.ts';
import { debtAgeNames } from '#contract/rules/ages.ts';
import { branchQuery } from '../branch-queries.ts';
import { readSnapshot } from '../read-snapshot.ts';

/** The query parameters of a page of debts; absent ones are left out. */
export type DebtsRequest = Readonly<Record<string, string>>;

/**
 * Returns the query of one page of debts, for servers that declare it (decision 107). Its key is one of students, so that every
 * write of their records reads it anew.
 */
export function debtsQuery(request: DebtsRequest) {
  return queryOptions({
    queryKey: [...keys.resource('student'), 'debts', request] as const,
    queryFn: (context) =>
      readSnapshot(context, 'figures', { path: DEBTS_PATH, query: { ...request }, answer: debtsPage }),
    // Whoever types a sum asks for many lists, and a whole one is read to be printed.
    meta: { persist: !('minimum' in request || 'no_pagination' in request) },
  });
}

/** Holds the sums and the numbers of students by age, as a page of debts has them. */
interface Ages {
  readonly totals?: Readonly<Record<string, string>> | undefined;
  readonly counts?: Readonly<Record<string, number>> | undefined;
}

/** Returns what is owed in all, in piastres, and by how many students, from the sums of each age. */
export function sumOfAges({ totals = {}, counts = {} }: Ages) {
  return {
    amount: sum(debtAgeNames.map((name) => readPiastres(totals[name]) ?? 0n)),
    count: debtAgeNames.reduce((total, name) => total + (counts[name] ?? 0), 0),
  };
}

/** Returns what is owed in all, as the page of debts shows it; undefined until a server that keeps debts has said so. */
export function useAllDebts() {
  const { data: branch } = useQuery({ ...branchQuery(), enabled: false });
  const { data } = useQuery({ ...debtsQuery({ page: '1' }), enabled: branch?.debts === true });
  return data && sumOfAges(data.data);
}

/** Returns the query of the reminders and promises of a student (decision 108). */
export function debtOfStudentQuery(student: string) {
  return queryOptions({
    queryKey: [...keys.resource('student'), 'debt', student] as const,
    queryFn: (context) =>
      readSnapshot(context, 'figures', {
        path: `${DEBTS_PATH}${encodeURIComponent(student)}/`,
        answer: debtOfStudent,
      }),
    meta: { persist: true },
  });
}
