import { expect } from 'vitest';
import { rest } from '#app/arabic/rest.ts';
import { start } from '#app/arabic/start.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { cardOf } from '#app/sync-center/problems/cards.ts';
import type { DiffColumn, DiffRow, ResolutionAction } from '#app/sync-center/problems/problem.ts';
import { addTranslations, setLanguageSource } from '#contract/messages.ts';
import { formatMoney, parsePiastres } from '#contract/money.ts';
import type { Problem } from '#contract/problems.ts';
import type { WriteName } from '#contract/resource-names.ts';
import { entriesFor } from '../outbox/entries.ts';
import { create } from '../outbox/mutations.ts';

export interface RejectedMutation {
  readonly resource: WriteName;
  readonly kind?: 'create' | 'update' | 'delete';
  readonly body?: Record<string, unknown>;
  readonly before?: RecordRow;
  readonly status?: number;
  /** The rejected fields. The server's message never matters. */
  readonly fields?: readonly string[];
  /** Facts of the server, without words. */
  readonly problems?: readonly Omit<Problem, 'message'>[];
  readonly more?: Partial<OutboxEntry>;
}

const message = 'Words in any language';

export function rejectedEntry({
  resource,
  kind = 'create',
  body = {},
  before,
  status,
  problems = [],
  fields = [],
  more,
}: RejectedMutation): OutboxEntry {
  const recordId = kind === 'create' ? undefined : (before?.id ?? '5');
  const mutation = create(resource, body, { id: 'write-1', kind, recordId, before });
  const [entry] = entriesFor([
    mutation,
    {
      ...{ state: 'rejected', lastError: message },
      ...(status !== undefined && { lastStatus: status }),
      problems: [...fields.map((field) => ({ field })), ...problems].map((one) => ({ ...one, message })),
      ...more,
    },
  ]);
  if (!entry) throw new Error('no entry');
  return entry;
}

type Fields = readonly string[];

/** Returns a new record, a change and a delete that the server refused with this status, at these fields. */
export const refusedCreate = (
  resource: WriteName,
  body: Record<string, unknown>,
  status: number,
  fields: Fields = [],
) => rejectedEntry({ resource, body, status, fields });
export const refusedChange = (
  resource: WriteName,
  before: RecordRow,
  body: Record<string, unknown>,
  status: number,
  fields: Fields = [],
) => rejectedEntry({ resource, kind: 'update', before, body, status, fields });
export const refusedDelete = (resource: WriteName, before: RecordRow, status: number, fields: Fields = []) =>
  rejectedEntry({ resource, kind: 'delete', before, status, fields });

const rowText = ({ name, field, record }: DiffRow) => {
  const value = String(record[name]);
  return `${field.label}: ${field.kind === 'money' ? formatMoney(parsePiastres(value)) : value}`;
};
const columnTexts = ({ groups, text }: DiffColumn) => [
  ...groups.flat().map(rowText),
  ...(text ? [text] : []),
];
const actionLabel = (way: ResolutionAction) => (way.kind === 'edit' ? 'Edit' : (way.label ?? 'Send again'));

addTranslations('ar', { ...start, ...rest });

/** Expects that the card says the same in Arabic, with no Latin word but what somebody typed. */
function expectArabicToo(entry: OutboxEntry): void {
  setLanguageSource(() => 'ar');
  const { title, instruction = '', actions } = cardOf(entry);
  setLanguageSource(() => 'en');
  const labels = actions.flatMap((way) => (way.kind !== 'edit' && way.label) || []);
  expect(title).toMatch(/\p{Script=Arabic}/u);
  for (const text of [title, instruction, ...labels])
    expect(text.replace(/[\u2066\u2068][^\u2069]*\u2069/g, '')).not.toMatch(/[A-Za-z]{2}/);
}

export function shownCard(entry: OutboxEntry) {
  expectArabicToo(entry);
  const { title, instruction, columns, actions, recommendsDiscard = false } = cardOf(entry);
  const textsOf = (heading: string) => {
    const column = columns.find((one) => one.title === heading);
    return column ? columnTexts(column) : [];
  };
  return {
    title,
    instruction,
    local: textsOf('What was entered'),
    server: textsOf('On the server now'),
    actionLabels: actions.map(actionLabel),
    replacements: actions.flatMap((way) => (way.kind === 'replace' ? [way.replacement] : [])),
    actions,
    recommendsDiscard,
  };
}
