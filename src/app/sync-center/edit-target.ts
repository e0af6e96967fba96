import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';

interface Place {
  readonly path: string;
  readonly state: Readonly<Record<string, string>>;
}

/**
 * Where the form stands in which this write can be changed: it reads `takeBack` from the navigation state.
 * Undefined for what no form makes: a delete, and what this build can't read.
 */
export function editTarget(row: OutboxEntry): Place | undefined {
  const { resource: name, kind, recordId } = row.operation;
  if (kind === 'delete' || row.parked === 'unreadable' || !isResourceName(name)) return undefined;
  const { screens } = resourceOf(name);
  const state = { takeBack: row.id };
  if (kind === 'update')
    return { path: `${screens.list}/${screens.edit}/${encodeURIComponent(recordId)}`, state };
  if (row.body.is_installment === true) {
    return { path: '/create-installment', state: { ...state, resource: name, fallback: screens.list } };
  }
  return { path: `${screens.list}/${screens.add}`, state };
}
