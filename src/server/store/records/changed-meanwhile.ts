import type { FieldConflicts } from '#contract/change.ts';
import { ChangedMeanwhileError } from '#server/store/http-error.ts';
import { messages } from '#server/store/messages.ts';
import type { WireRecord } from './record-reader.ts';

/** Holds the versions that a change or delete expects. */
export type IfMatch = ReadonlySet<number>;

/** Rejects a write upon another version of the locked record (decision 41). @throws {ChangedMeanwhileError} 412 */
export function assertVersion(current: WireRecord, ifMatch: IfMatch | undefined): void {
  if (ifMatch === undefined || ifMatch.has(current.version)) return;
  throw new ChangedMeanwhileError(412, { detail: messages.changedSinceSeen, current });
}

/** Rejects a change of fields that changed meanwhile as well (decision 41). @throws {ChangedMeanwhileError} 409 */
export function assertNoConflicts(current: { readonly id: string }, conflicts: FieldConflicts): void {
  if (Object.keys(conflicts).length === 0) return;
  throw new ChangedMeanwhileError(409, { detail: messages.changedMeanwhile, conflicts, current });
}
