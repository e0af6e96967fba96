import { queryOptions } from '@tanstack/react-query';
import { keys } from '#app/cache/query-keys.ts';
import { DEBTS_PATH, debtOfStudent, debtsPage } from '#contract/debts.ts';
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
