import { z } from 'zod';
import { computedMoney } from './computed-fields.ts';
import { displayDay } from './days.ts';
import { optionalLongText, readId, text } from './fields.ts';
import { defineMessages, withTranslations } from './messages.ts';

export interface Figure {
  readonly name: string;
  readonly label: string;
  readonly group: 'expenses' | 'revenue' | 'result' | 'debts';
  /** A sum of other figures, shown in bold. */
  readonly total?: true;
  /** Our addition to the specification, which other servers may lack. */
  readonly added?: true;
}

/** In the specification's column order; Bus Revenue is ours (decision 21). */
const declaredFigures = [
  { name: 'book_expenses', label: 'Book Expenses', group: 'expenses' },
  { name: 'salaries', label: 'Salaries', group: 'expenses' },
  { name: 'franchise_expenses', label: 'Franchise Expenses', group: 'expenses' },
  { name: 'expenses', label: 'Total Expenses', group: 'expenses', total: true },
  { name: 'book_revenue', label: 'Book Revenue', group: 'revenue' },
  { name: 'home_schooling_revenue', label: 'Home Schooling Revenue', group: 'revenue' },
  { name: 'summer_course_revenue', label: 'Summer Course Revenue', group: 'revenue' },
  { name: 'adult_course_revenue', label: 'Adult_course Revenue', group: 'revenue' },
  { name: 'kids_course_revenue', label: 'Kids Course Revenue', group: 'revenue' },
  { name: 'nursery_revenue', label: 'Nursery Revenue', group: 'revenue' },
  { name: 'bus_revenue', label: 'Bus Revenue', group: 'revenue', added: true },
  { name: 'revenue', label: 'Total Revenue', group: 'revenue', total: true },
  { name: 'total_net_profit', label: 'Total Net Profit', group: 'result', total: true },
  { name: 'debts', label: 'Total Debts', group: 'debts', total: true },
  { name: 'book_debts', label: 'Book Debts', group: 'debts' },
] as const satisfies readonly Figure[];

/** In the order of the columns; labels follow the language. */
export const figures: typeof declaredFigures = declaredFigures.map((figure) =>
  withTranslations<Figure>(figure, ['label']),
) as never;

export type FigureName = (typeof figures)[number]['name'];

export type AddedFigure = Extract<(typeof figures)[number], { readonly added: true }>['name'];

/** Decimal text; null (not zero) for an added figure that the server omits. */
export type Figures = { readonly [N in FigureName]: N extends AddedFigure ? string | null : string };

const readAdded = computedMoney('').read;
const readFigure = readAdded.transform((amount) => amount ?? '0.00');

const figureShape = Object.fromEntries(
  figures.map((figure) => [figure.name, 'added' in figure ? readAdded : readFigure]),
) as { [N in FigureName]: N extends AddedFigure ? typeof readAdded : typeof readFigure };

/** Unknown values of other servers count as ended. */
export const monthStatus = z.enum(['running', 'ended']).catch('ended');

/** Changed after the month was re-opened; decimal text. */
export const figureChange = z.object({
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
  /** The last re-opening; null or missing if there was none. */
  reopened_at: z.string().nullish(),
  reopened_by: z.string().nullish(),
  reopened_reason: z.string().nullish(),
  changes: z.array(figureChange).nullish(),
});

export type Month = z.output<typeof month>;

const name = text('Name');

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
  reason: optionalLongText('Reason').write,
  expect: z.enum(['running', 'ended'], 'Use running or ended').optional(),
  month: z
    .string('Invalid input')
    .regex(/^[\w-]{1,64}$/, 'Invalid input')
    .optional(),
  waiting: z.enum(['next', 'this'], 'Use next or this').default('next'),
});
export type MonthToggle = z.output<typeof monthToggleBody>;

/** `POST /month/end-undo/` (decision 39). */
export const monthToggled = month.extend({ detail: z.string().optional() });

export const MONTH_PATH = '/month/';
export const MONTH_TOGGLE_PATH = '/month/end-undo/';

export const monthMessages = defineMessages('monthRules', {
  hasEnded: ({ name }: { name: string }) => `${name} has ended. Undo the month to change its records.`,
  since: ({ start }: { start: string }) => `since ${start}`,
});

/** A second running month is rejected (specification, section 8). */
export const MONTH_IN_PROGRESS = 'There is a month in progress, please end it first to start new one.';

/** Decision 20. */
export function monthHasEnded(monthName: string): string {
  return monthMessages.hasEnded({ name: monthName });
}

/** "1/11/2026 – 30/11/2026", or "since 1/11/2026" while running. */
export function monthSpan(row: Pick<Month, 'start_date' | 'end_date'>): string {
  const start = row.start_date ? displayDay(row.start_date) : '';
  return row.end_date ? `${start} – ${displayDay(row.end_date)}` : monthMessages.since({ start });
}
