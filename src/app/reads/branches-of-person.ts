import { useOwner } from '#app/api/session.ts';
import type { OwnBranch } from '#contract/account.ts';
import { useUser } from './branch-queries.ts';
import { useDeclared } from './capabilities.ts';

interface BranchesOfPerson {
  /** The present one too. None on a server that knows one branch for each person. */
  readonly all: readonly OwnBranch[];
  readonly others: readonly OwnBranch[];
}

/** Where the signed-in person works (decision 159). */
export function useBranchesOfPerson(): BranchesOfPerson {
  const isDeclared = useDeclared('branches');
  const all = useUser()?.branches ?? [];
  const present = useOwner()?.branchId;
  if (!isDeclared || present === undefined) return { all: [], others: [] };
  return { all, others: all.filter(({ id }) => id !== present) };
}

export const isManagedByPerson = ({ account_type }: OwnBranch): boolean => account_type === 'manager';
