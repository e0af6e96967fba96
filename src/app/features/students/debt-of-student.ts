import { useQuery } from '@tanstack/react-query';
import { useBranch } from '#app/reads/branch-queries.ts';
import { debtOfStudentQuery } from '#app/reads/debts.ts';
import { useIsUnsent } from '#app/reads/use-outbox.ts';

/** Reminders, promises, plans, lowered prices and the statement (decisions 108 and 170). */
export function useDebtOfStudent(student: string) {
  const branch = useBranch();
  const isUnsent = useIsUnsent(student);
  const isKept = branch?.debts === true;
  const {
    data: read,
    error,
    refetch,
  } = useQuery({
    ...debtOfStudentQuery(student),
    enabled: isKept && student !== '' && !isUnsent,
  });
  return { isKept, read, error, refetch };
}
