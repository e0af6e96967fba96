import type { Draft } from '#contract/define-resource.ts';
import { newRecordId } from '#contract/ids.ts';
import { writeOf } from '#contract/writes/registry.ts';
import type { Mutation } from './mutation.ts';

/** Call it when the form opens. A create's first mutation id is the id of its record. */
export const newMutationId = newRecordId;

/** Stays the same when the create is edited, or refused and sent again under another key (decision 171). */
export const recordIdOf = ({
  id,
  recordId,
  rejectedIds,
}: Pick<Mutation, 'id' | 'recordId' | 'rejectedIds'>): string => recordId ?? rejectedIds?.[0] ?? id;

export function entityKey(resource: string, recordId: string): string {
  return `${resource}:${recordId}`;
}

export const recordIdIn = (key: string): string => key.slice(key.indexOf(':') + 1);

/** Entries with the same key are sent in order. */
export function entityKeyOf(resource: string, recordId: string, body: Draft): string {
  const { about } = writeOf(resource) ?? {};
  return entityKey(resource, about ? about(body) : recordId);
}
