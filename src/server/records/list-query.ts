import { z } from 'zod';
import { isDay } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import { problemsOf } from '#contract/errors.ts';
import type { Field, FieldMap } from '#contract/fields.ts';
import { MOST_CHOSEN } from '#contract/list-filters.ts';
import { PAGE_SIZE } from '#contract/paging.ts';
import { inputs } from '#contract/texts/inputs.en.ts';
import { typedLine } from '#contract/typed-text.ts';
import { inPlainWords } from '#server/messages/plain-words.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, badFields, notFound } from '#server/platform/http-error.ts';

const MAX_SEARCH_LENGTH = 255;

const flag = z
  .enum(['true', 'false'], { error: () => messages.flagInvalid })
  .transform((word) => word === 'true');
const day = z
  .string()
  .refine((text) => text === '' || isDay(text), { error: () => messages.dayInvalid })
  .transform((text) => text || undefined);
const searchText = typedLine({
  limit: MAX_SEARCH_LENGTH,
  tooLong: () => messages.searchTooLong({ maxLength: MAX_SEARCH_LENGTH }),
  unstorable: () => messages.searchInvalid,
});
const id = z.string().max(64, { error: () => messages.valueInvalid });

const ids = z
  .string()
  .transform((text) => (text === '' ? undefined : text.split(',')))
  .refine((all) => all === undefined || all.length <= MOST_CHOSEN, {
    error: () => messages.tooManyIds({ limit: MOST_CHOSEN }),
  });

const listParameters = z.object({
  no_pagination: flag.or(z.literal('').transform(() => false)).default(false),
  search: searchText.default(''),
  ordering: z.string().default(''),
  ids: ids.optional(),
  is_installment: flag.or(z.literal('').transform(() => undefined)).optional(),
  present: flag.or(z.literal('').transform(() => undefined)).optional(),
  ending_after: day.optional(),
  ending_before: day.optional(),
  owing: flag.or(z.literal('').transform(() => false)).default(false),
  month: id.default(''),
  recorded_by: id.default(''),
  payment_method: id.default(''),
  created_after: day.optional(),
  created_before: day.optional(),
  totals: flag.or(z.literal('').transform(() => false)).default(false),
});

/** Undefined requests all rows. An invalid number is a 404 "Invalid page." (decision 39). */
export function parsePage(query: Readonly<Record<string, unknown>>): number | undefined {
  const requested = query.page ?? '1';
  if (typeof requested !== 'string' || !/^\d{1,9}$/.test(requested)) throw notFound(inputs.invalidPage);
  if (query.no_pagination === 'true') return undefined;
  return Number(requested) === 0 ? undefined : Number(requested);
}

function parseOrdering(resource: Resource, text: string) {
  if (text === '') return undefined;
  const descending = text.startsWith('-');
  const name = descending ? text.slice(1) : text;
  if (!resource.columns.includes(name)) throw badField('ordering', messages.orderingInvalid);
  return { name, descending };
}

export function parseListQuery(resource: Resource, query: Readonly<Record<string, unknown>>) {
  const page = parsePage(query);
  const parsed = listParameters.safeParse(query, { error: inPlainWords });
  if (!parsed.success) throw badFields(problemsOf(parsed.error));
  const given = (fields: FieldMap, isAsked: (field: Field) => unknown) =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([name, field]) => isAsked(field) && query[name] !== undefined && query[name] !== '')
        .map(([name]) => [name, String(query[name])] as const),
    );
  const { data } = parsed;
  return {
    page,
    search: data.search,
    ordering: parseOrdering(resource, data.ordering),
    ids: data.ids,
    isInstallment: resource.installment ? data.is_installment : undefined,
    owing: data.owing && Object.hasOwn(resource.computed, 'remaining_amount'),
    present: resource.fields.left_on ? data.present : undefined,
    /** Inclusive yyyy-MM-dd bounds of the last day, of enrolments that nothing follows. */
    endingAfter: data.ending_after,
    endingBefore: resource.fields.ends_on ? data.ending_before : undefined,
    month: data.month || undefined,
    recordedBy: (resource.cash && data.recorded_by) || undefined,
    paymentMethod: (resource.fields.payment_method && data.payment_method) || undefined,
    /** Ids by field: only records that name these entries of the branch's lists. */
    listed: given(resource.fields, ({ list }) => list),
    values: given({ ...resource.fields, ...resource.computed }, ({ filters }) => filters),
    references: given(resource.fields, ({ kind }) => kind === 'reference'),
    /** Inclusive yyyy-MM-dd bounds of the effective date (decision 8). */
    createdAfter: data.created_after,
    createdBefore: data.created_before,
    totals: data.totals,
  };
}

export type ListQuery = Readonly<ReturnType<typeof parseListQuery>>;

export function pageAddress(path: string, query: Readonly<Record<string, unknown>>, page: number): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string') parameters.set(name, value);
  }
  parameters.set('page', String(page));
  return `${path}?${parameters}`;
}

export function isPageOf(page: number, count: number): boolean {
  return page === 1 || (page - 1) * PAGE_SIZE < count;
}
