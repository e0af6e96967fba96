import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { levels } from '#contract/choices.ts';
import { isDay } from '#contract/days.ts';
import { debtAgeNames, debtAges, debtKinds, debtOrders } from '#contract/debts.ts';
import { money } from '#contract/fields.ts';
import { parsePiastres } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { messages } from '#server/store/messages.ts';
import { parseBody } from '#server/store/records/body.ts';

/** Makes a parameter optional; an empty one counts as absent. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const oneOf = <const T extends readonly [string, ...string[]]>(names: T, error: () => string) =>
  optional(z.enum(names, { error }));

const [firstAge = '0-30', ...otherAges] = debtAgeNames;
const parameters = z
  .object({
    kind: oneOf(debtKinds, () => messages.debtKindInvalid),
    level: optional(
      z.string().refine((level) => levels.some(({ value }) => value === level), {
        error: () => messages.levelInvalid,
      }),
    ),
    age: oneOf([firstAge, ...otherAges], () => messages.debtAgeInvalid),
    minimum: optional(money('Minimum').write),
    promised: optional(z.string().refine(isDay, { error: () => messages.dayInvalid })),
    ordering: oneOf(debtOrders, () => messages.orderingInvalid),
  })
  .refine(
    ({ kind, level }) =>
      level === undefined || (kind !== undefined && Object.hasOwn(resourceOf(kind).fields, 'level')),
    { path: ['level'], error: () => messages.levelNeedsKind },
  );

/** Describes the parsed filters of the list of debts. */
export interface DebtQuery {
  /** The part of what students owe: '' for everything, a kind, or a kind with a level (migration 0032). */
  readonly part: string;
  readonly age: (typeof debtAges)[number] | undefined;
  /** Piastres. */
  readonly minimum: bigint | undefined;
  /** The day that somebody said they will pay on, yyyy-MM-dd. */
  readonly promised: string | undefined;
  readonly order: (typeof debtOrders)[number];
}

/** Parses the query string of the list of debts. @throws {HttpError} 400 at an invalid parameter */
export function parseDebtQuery(query: Readonly<Record<string, unknown>>): DebtQuery {
  const { kind, level, age, minimum, promised, ordering } = parseBody(parameters, query);
  return {
    part: [kind, level].filter((one) => one !== undefined).join('/'),
    age: debtAges.find(({ name }) => name === age),
    minimum: minimum === undefined ? undefined : parsePiastres(minimum),
    promised,
    order: ordering ?? '-remaining',
  };
}

/** Returns the day so many days before the day of the request in UTC, as SQL. */
export const dayBefore = ({ now }: BranchScope, days: number): RawBuilder<unknown> =>
  sql`(${now.toISOString().slice(0, 10)}::date - ${days}::integer)`;

/** Returns the condition that a day is of an age. */
function isOfAge(
  scope: BranchScope,
  day: RawBuilder<unknown>,
  { from, to }: (typeof debtAges)[number],
): RawBuilder<unknown> {
  const until = from === 0 ? sql`true` : sql`${day} <= ${dayBefore(scope, from)}`;
  return to === undefined ? until : sql`${until} and ${day} >= ${dayBefore(scope, to)}`;
}

/** Returns the name of a day's age, as SQL. */
export function ageOf(scope: BranchScope, day: RawBuilder<unknown>): RawBuilder<unknown> {
  const cases = debtAges.map((age) => sql`when ${isOfAge(scope, day, age)} then ${age.name}::text`);
  return sql`case ${sql.join(cases, sql` `)} end`;
}

/** Returns the condition that a row `d` of what students owe is asked for. */
export function isAskedFor(
  scope: BranchScope,
  { part, age, minimum, promised }: DebtQuery,
): RawBuilder<unknown> {
  return sql.join(
    [
      sql`d.part = ${part}`,
      ...(age ? [isOfAge(scope, sql`d.oldest`, age)] : []),
      ...(minimum === undefined ? [] : [sql`d.remaining >= ${minimum}`]),
      ...(promised === undefined
        ? []
        : [
            sql`d.student_id in (
              select student_id from ${scope.rows('promise')} as promise
              where due_day = ${promised} and withdrawn_on is null and promise_state(promise::promise, ${promised}) = 'open')`,
          ]),
    ],
    sql` and `,
  );
}

const orders: Readonly<Record<DebtQuery['order'], RawBuilder<unknown>>> = {
  '-remaining': sql`d.remaining desc, d.student_id`,
  remaining: sql`d.remaining, d.student_id desc`,
  '-age': sql`d.oldest, d.student_id`,
  age: sql`d.oldest desc, d.student_id desc`,
  name: sql`d.folded_name, d.student_id`,
  '-name': sql`d.folded_name desc, d.student_id desc`,
};

/** Returns the order of rows `d`. */
export const orderOf = ({ order }: DebtQuery): RawBuilder<unknown> => orders[order];
