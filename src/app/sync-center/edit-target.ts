import { addPath, editPath, INSTALLMENT_PATH, leavePath, TAKE_PAYMENT_PATH } from '#app/lib/paths.ts';
import { isReadable, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { goingBackIn, paidBackFor } from '#app/outbox/model/given-back.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { writeOf } from '#contract/writes/registry.ts';

interface EditTarget {
  readonly path: string;
  readonly state: Readonly<Record<string, string>>;
}

/**
 * The form reads `takeBack` from the navigation state. Undefined for a delete and for entries that this build can't
 * read.
 */
export function editTarget(entry: OutboxEntry): EditTarget | undefined {
  const { resource: name, kind, recordId } = entry.operation;
  const state = { takeBack: entry.id };
  if (isReadable(entry) && writeOf(name)?.lines) return { path: TAKE_PAYMENT_PATH, state };
  const left = isReadable(entry) && kind === 'create' && goingBackIn(entry) ? paidBackFor(entry) : undefined;
  if (left) return { path: leavePath(resourceOf(left.resource), left.id), state };
  if (kind === 'delete' || !isReadable(entry) || !isResourceName(name)) return undefined;
  const resource = resourceOf(name);
  if (kind === 'update') return { path: editPath(resource, recordId), state };
  if (entry.body.is_installment !== true) return { path: addPath(resource), state };
  const fallback = resource.screens.list;
  return { path: INSTALLMENT_PATH, state: { ...state, resource: name, fallback } };
}
