import type { RecordRow } from '#app/data/record-row.ts';
import type { Ground, Line, Side, Trouble, Way } from '#app/outbox/needs-you/trouble.ts';
import { troubleWith } from '#app/outbox/needs-you/troubles.ts';
import { type OutboxRow, readRow } from '#app/outbox/outbox-row.ts';
import { formatMoney, parsePiastres } from '#contract/money.ts';
import type { ResourceName } from '#contract/resource-names.ts';

/** A write that was made and refused. */
export interface Stuck {
  readonly resource: ResourceName;
  readonly kind?: 'create' | 'update' | 'delete';
  readonly body?: Record<string, unknown>;
  readonly before?: RecordRow;
  readonly status?: number;
  /** The fields at fault. What the host says of them never matters. */
  readonly fields?: readonly string[];
  readonly more?: Partial<OutboxRow>;
}

export function stuck({
  resource,
  kind = 'create',
  body = {},
  before,
  status,
  fields = [],
  more,
}: Stuck): OutboxRow {
  const recordId = kind === 'create' ? 'new-00000000-0000-4000-8000-000000000001' : (before?.id ?? '5');
  const row = readRow({
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
export const ground = (parts: Partial<Ground> = {}): Ground => ({ lists: {}, claimed: new Set(), ...parts });

const shown = ({ name, field, row }: Line) => {
  const value = String(row[name]);
  return `${field.label}: ${field.kind === 'money' ? formatMoney(parsePiastres(value)) : value}`;
};
const sideSaid = ({ groups, says }: Side) => [...groups.flat().map(shown), ...(says ? [says] : [])];
const waySaid = (way: Way) => (way.kind === 'edit' ? 'Edit' : (way.label ?? 'Send again'));

/** What a card says, as far as a person sees it. */
export function cardOf(row: OutboxRow, now: Ground = ground()) {
  const trouble: Trouble = troubleWith(row, now);
  const side = (title: string) => trouble.sides.find((one) => one.title === title);
  const asked = side('What was entered');
  const server = side('On the server now');
  return {
    title: trouble.title,
    todo: trouble.todo,
    asked: asked ? sideSaid(asked) : [],
    server: server ? sideSaid(server) : [],
    ways: trouble.ways.map(waySaid),
    writes: trouble.ways.flatMap((way) => (way.kind === 'instead' ? [way.write] : [])),
    all: trouble.ways,
    discards: trouble.discards ?? false,
  };
}
