import type { RecordRow } from '#app/lib/record-row.ts';
import { type OutboxEntry, readEntry } from '#app/outbox/model/entry.ts';
import type {
  DiffColumn,
  DiffRow,
  Problem,
  ResolutionAction,
  ServerState,
} from '#app/sync-center/problems/problem.ts';
import { problemOf } from '#app/sync-center/problems/problem-types.ts';
import { formatMoney, parsePiastres } from '#contract/money.ts';
import type { ResourceName } from '#contract/resource-names.ts';

/** A write that was made and refused. */
export interface RejectedMutation {
  readonly resource: ResourceName;
  readonly kind?: 'create' | 'update' | 'delete';
  readonly body?: Record<string, unknown>;
  readonly before?: RecordRow;
  readonly status?: number;
  /** The fields at fault. What the host says of them never matters. */
  readonly fields?: readonly string[];
  readonly more?: Partial<OutboxEntry>;
}

export function rejectedEntry({
  resource,
  kind = 'create',
  body = {},
  before,
  status,
  fields = [],
  more,
}: RejectedMutation): OutboxEntry {
  const recordId = kind === 'create' ? 'new-00000000-0000-4000-8000-000000000001' : (before?.id ?? '5');
  const row = readEntry({
    seq: 1,
    id: 'write-1',
    schemaVersion: 1,
    ownerId: 'mona',
    branchId: 'b1',
    operation: { resource, kind, recordId },
    body,
    ...(before && { before }),
    state: 'rejected',
    entityKey: `${resource}:${recordId}`,
    dependsOn: [],
    createdAt: 1_000_000,
    ...(status !== undefined && { lastStatus: status }),
    lastError: 'Words in any language',
    problems: fields.map((field) => ({ field, message: 'Words in any language' })),
  });
  return { ...row, ...more };
}

/** What the server has now, as a test tells it. */
export const serverState = (parts: Partial<ServerState> = {}): ServerState => ({
  lists: {},
  acknowledgedIds: new Set(),
  ...parts,
});

const shown = ({ name, field, record }: DiffRow) => {
  const value = String(record[name]);
  return `${field.label}: ${field.kind === 'money' ? formatMoney(parsePiastres(value)) : value}`;
};
const sideSaid = ({ groups, text }: DiffColumn) => [...groups.flat().map(shown), ...(text ? [text] : [])];
const waySaid = (way: ResolutionAction) => (way.kind === 'edit' ? 'Edit' : (way.label ?? 'Send again'));

/** What a card says, as far as a person sees it. */
export function cardOf(row: OutboxEntry, now: ServerState = serverState()) {
  const trouble: Problem = problemOf(row, now);
  const side = (title: string) => trouble.columns.find((one) => one.title === title);
  const asked = side('What was entered');
  const server = side('On the server now');
  return {
    title: trouble.title,
    todo: trouble.instruction,
    asked: asked ? sideSaid(asked) : [],
    server: server ? sideSaid(server) : [],
    ways: trouble.actions.map(waySaid),
    writes: trouble.actions.flatMap((way) => (way.kind === 'replace' ? [way.replacement] : [])),
    all: trouble.actions,
    discards: trouble.recommendsDiscard ?? false,
  };
}
