import { z } from 'zod';
import { displayDay } from './days.ts';
import { optionalLongText, readId, readOptionalMoney, text } from './fields.ts';
import { historyEntry } from './history.ts';
import type { IdOf } from './messages.ts';
import { allResourceNames } from './resource-names.ts';
import { figureTexts } from './texts/figures.en.ts';
import { inputs } from './texts/inputs.en.ts';
import { sentences } from './texts/sentences.en.ts';

export type FigureName = IdOf<typeof figureTexts>;

interface FigureFacts {
  readonly group: 'expenses' | 'revenue' | 'result' | 'debts';
  readonly total?: true;
  readonly added?: true;
}

export interface Figure extends FigureFacts {
  readonly name: FigureName;
  readonly label: string;
}

/** In the specification's column order; Bus Revenue is ours (decision 21). */
const figureFacts = {
  book_expenses: { group: 'expenses' },
  salaries: { group: 'expenses' },
  franchise_expenses: { group: 'expenses' },
  expenses: { group: 'expenses', total: true },
  book_revenue: { group: 'revenue' },
  home_schooling_revenue: { group: 'revenue' },
  summer_course_revenue: { group: 'revenue' },
  adult_course_revenue: { group: 'revenue' },
  kids_course_revenue: { group: 'revenue' },
  nursery_revenue: { group: 'revenue' },
  bus_revenue: { group: 'revenue', added: true },
  revenue: { group: 'revenue', total: true },
  // Already taken off the figures of their kinds (decision 131).
  refunds: { group: 'result', added: true },
  total_net_profit: { group: 'result', total: true },
  debts: { group: 'debts', total: true },
  book_debts: { group: 'debts' },
} as const satisfies Record<FigureName, FigureFacts>;

/** In the order of the columns; labels follow the language. */
export const figures: readonly Figure[] = (Object.keys(figureFacts) as FigureName[]).map((name) => ({
  name,
  ...figureFacts[name],
  get label() {
    return figureTexts[name];
  },
}));

export type AddedFigure = {
  [N in FigureName]: (typeof figureFacts)[N] extends { readonly added: true } ? N : never;
}[FigureName];

export type Figures = { readonly [N in FigureName]: N extends AddedFigure ? string | null : string };

const readFigure = readOptionalMoney.transform((amount) => amount ?? '0.00');

const figureShape = Object.fromEntries(
  figures.map((figure) => [figure.name, 'added' in figure ? readOptionalMoney : readFigure]),
) as { [N in FigureName]: N extends AddedFigure ? typeof readOptionalMoney : typeof readFigure };

/** Unknown values of other servers count as ended. */
export const monthStatus = z.enum(['running', 'ended']).catch('ended');

const figureChange = z.object({
  figure: z.string(),
  label: z.string(),
  before: z.string(),
  after: z.string(),
});
export type FigureChange = z.output<typeof figureChange>;

/** Missing figures of the specification are zero. */
export const month = z.object({
  id: readId,
  name: z.string(),
  status: monthStatus,
  start_date: z
    .string()
    .nullish()
    .transform((day) => day ?? null),
  end_date: z
    .string()
    .nullish()
    .transform((day) => day ?? null),
  ...figureShape,
  reopened_at: z.string().nullish(),
  reopened_by: z.string().nullish(),
  reopened_reason: z.string().nullish(),
  changes: z.array(figureChange).nullish(),
});

export type Month = z.output<typeof month>;

const name = text('name');

export const monthFields = { name };

/** POST and PATCH of a month (specification, section 5: name required). */
export const monthBody = z.object({ name: name.write });

/**
 * Optional body of End and Undo. `reason` is for re-opening; ending ignores it. `expect` is the status that the month
 * has before, `month` its id: a month in another state stays as it is (decision 44). `waiting` tells where pending
 * money of the next month belongs after an Undo: it keeps waiting, unless the caller asks for this month (decision
 * 144).
 */
export const monthToggleBody = z.object({
  reason: optionalLongText('reason').write,
  expect: z.enum(['running', 'ended'], { error: () => sentences.monthStatus }).optional(),
  month: z
    .string({ error: () => inputs.invalid })
    .regex(/^[\w-]{1,64}$/, { error: () => inputs.invalid })
    .optional(),
  waiting: z.enum(['next', 'this'], { error: () => sentences.monthOfWaiting }).default('next'),
});
export type MonthToggle = z.output<typeof monthToggleBody>;

export const monthToggled = month.extend({ detail: z.string().optional() });

export const MONTH_PATH = '/month/';
export const MONTH_TOGGLE_PATH = '/month/end-undo/';

export function monthHasEnded(monthName: string): string {
  return sentences.monthHasEnded({ name: monthName });
}

/** "1/11/2026 – 30/11/2026", or "since 1/11/2026" while running. */
export function monthSpan(row: Pick<Month, 'start_date' | 'end_date'>): string {
  const start = row.start_date ? displayDay(row.start_date) : '';
  return row.end_date ? `${start} – ${displayDay(row.end_date)}` : sentences.since({ start });
}

export const MONTH_CHECKLIST_PATH = `${MONTH_PATH}checklist/` as const;

const count = z.number().int();

/** Open work before the running month ends. None of it prevents the end. */
export const monthChecklist = z.object({
  unpaid_employees: count,
  /** Left as decimal text; null for users who do not see salaries (decision 134). */
  partly_paid: z.object({ count, left: readOptionalMoney }).optional().catch(undefined),
  open_deductions: count,
  open_bonuses: count.optional(),
  open_drawers: count,
  owing_payouts: count,
  /** Enrolments of the running month without any payment, by kind. */
  unpaid_enrolments: z.array(z.object({ resource: z.enum(allResourceNames), count })),
});

/** Between the last undo of a month and its next end, newest first. */
export const monthWrites = z.object({ count, results: z.array(historyEntry) });

export const WAITING_PATH = `${MONTH_PATH}waiting/` as const;

const figure = readOptionalMoney;

/** Sums as decimal text; null for users who do not see figures of months (decision 43). */
export const waitingForMonth = z.object({ count, income: figure, expenses: figure });
export type WaitingForMonth = z.output<typeof waitingForMonth>;

export const monthBreakdownPath = (id: string): string => `${MONTH_PATH}${encodeURIComponent(id)}/breakdown/`;

/** `GET /month/{id}/breakdown/`: the money of a month that its figures do not tell apart; decimal text. */
export const monthBreakdown = z.object({
  by_method: z.array(
    z.object({
      payment_method: z.string(),
      received: readOptionalMoney,
      paid_out: readOptionalMoney,
    }),
  ),
  /** In the sums by method too; `balance` is what the branch owes students now (decision 131). */
  credit: z
    .object({
      given: readOptionalMoney,
      used: readOptionalMoney,
      paid_out: readOptionalMoney,
      balance: readOptionalMoney,
    })
    .optional()
    .catch(undefined),
  discounts_by_reason: z
    .array(z.object({ discount_reason: z.string(), count: z.number().int(), total: readOptionalMoney }))
    .optional(),
  discounts_by_person: z
    .array(z.object({ name: z.string(), count: z.number().int(), total: readOptionalMoney }))
    .optional(),
  /** Decision 135; null without a category. Other servers may omit it. */
  expenses_by_category: z
    .array(z.object({ category: z.string().nullable(), count: z.number().int(), total: readOptionalMoney }))
    .optional(),
});
export type MonthBreakdown = z.output<typeof monthBreakdown>;
