import { useQuery } from '@tanstack/react-query';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { useBranch } from '#app/reads/branch-queries.ts';
import { debtOfStudentQuery } from '#app/reads/debts.ts';

/**
 * Reminders, promises, plans, lowered prices and the statement (decisions 108 and 170).
 * @param student the server's id; a temporary id has none of these
 */
export function useDebtOfStudent(student: string) {
  const branch = useBranch();
  const isKept = branch?.debts === true;
  const {
    data: read,
    error,
    refetch,
  } = useQuery({
    ...debtOfStudentQuery(student),
    enabled: isKept && student !== '' && !isTemporaryId(student),
  });
  return { isKept, read, error, refetch };
}
