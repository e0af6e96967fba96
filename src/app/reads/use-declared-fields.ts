import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Field } from '#contract/fields.ts';
import { branchQuery } from './branch-queries.ts';
import { usePermissions } from './use-permissions.ts';

/** Tells what this server and user mean for the fields of a form. */
export interface DeclaredFields {
  /** Whether the server knows a field: what goes beyond the specification it must have declared (decision 31). */
  readonly knows: (field: Field) => boolean;
  /** Whether a flag begins as yes for this user (decision 54). */
  readonly startsOn: (field: Field) => boolean;
}

/** Returns which fields this server knows, and which of them begin as yes. */
export function useDeclaredFields(): DeclaredFields {
  const { data } = useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY });
  const may = usePermissions();
  return useMemo(() => {
    const knows = ({ capability }: Field) => capability === undefined || data?.[capability] === true;
    const startsOn = (field: Field) => field.onWithout !== undefined && knows(field) && !may(field.onWithout);
    return { knows, startsOn };
  }, [data, may]);
}
