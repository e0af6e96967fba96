import { z } from 'zod';
import { type Field, money } from './fields.ts';
import { resourceOf } from './resources/registry.ts';
import { formatPercent, type PriceCondition, parsePercent, priceConditions } from './rules/discounts.ts';
import { labels } from './texts/labels.en.ts';
import { sentences } from './texts/sentences.en.ts';
import { seenLine, typedLine } from './typed-text.ts';

/** The kinds of enrolment that a price list has prices of (decision 132). */
export const pricedResources = [
  'adult-course',
  'kids-course',
  'home-schooling',
  'summer-course',
  'nursery',
  'bus',
] as const;
export type PricedResource = (typeof pricedResources)[number];

export const MOST_PRICES = 300;

const LONGEST_CONDITION = 255;

export const conditionsOf = (resource: PricedResource): (readonly [PriceCondition, Field])[] => {
  const fields: Readonly<Record<string, Field>> = resourceOf(resource).fields;
  return priceConditions.flatMap((name) => (fields[name] ? [[name, fields[name]] as const] : []));
};

const condition = typedLine({ limit: LONGEST_CONDITION })
  .nullish()
  .transform((text) => text || undefined);

const conditions = {
  level: condition,
  stage: condition,
  period: condition,
  transportation_type: condition,
} satisfies Record<PriceCondition, z.ZodType>;

/** Members in one order, without those that say nothing, so that equal rows are the same JSON. */
function tidy<Row extends { readonly resource: PricedResource; readonly price: string }>(
  row: Row & Readonly<Partial<Record<PriceCondition, string | undefined>>>,
) {
  const named = priceConditions.flatMap((name) => (row[name] ? [[name, row[name]] as const] : []));
  const rowConditions: Partial<Record<PriceCondition, string>> = Object.fromEntries(named);
  return { resource: row.resource, ...rowConditions, price: row.price };
}

const writtenPrice = z
  .object({
    resource: z.enum(pricedResources, { error: () => sentences.prices.kindWrong }),
    ...conditions,
    price: money('price').write,
  })
  .superRefine((row, context) => {
    const known = new Map(conditionsOf(row.resource));
    for (const name of priceConditions) {
      const value = row[name];
      if (value === undefined) continue;
      const field = known.get(name);
      if (!field)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: sentences.prices.noSuchCondition({ label: labelOfCondition(name) }),
        });
      else {
        const message = field.write.safeParse(value).error?.issues[0]?.message;
        if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message });
      }
    }
  })
  .transform(tidy);

const labelOfCondition = (name: PriceCondition): string =>
  ({
    level: labels.level,
    stage: labels.stage,
    period: labels.period,
    transportation_type: labels.transportationType,
  })[name];

export type Price = z.output<typeof writtenPrice>;

const nameOf = ({ price: _price, ...row }: Price) => seenLine(JSON.stringify(row)).toLowerCase();

export const writtenPrices = z
  .array(writtenPrice)
  .max(MOST_PRICES, { error: () => sentences.prices.tooManyPrices({ limit: MOST_PRICES }) })
  .superRefine((rows, context) => {
    const places = new Map<string, number>();
    for (const [place, row] of rows.entries()) {
      const name = nameOf(row);
      if (places.has(name))
        context.addIssue({ code: 'custom', path: [place, 'resource'], message: sentences.prices.priceTwice });
      places.set(name, place);
    }
  });

const readPrice = z
  .object({
    resource: z.enum(pricedResources),
    level: z.string().nullish(),
    stage: z.string().nullish(),
    period: z.string().nullish(),
    transportation_type: z.string().nullish(),
    price: z.string(),
  })
  .transform(({ level, stage, period, transportation_type, ...row }) =>
    tidy({
      ...row,
      level: level ?? undefined,
      stage: stage ?? undefined,
      period: period ?? undefined,
      transportation_type: transportation_type ?? undefined,
    }),
  );

/** A row of an answer; a kind of a newer server is left out. */
export const readPrices = z
  .array(z.unknown())
  .transform((rows) => rows.flatMap((row) => readPrice.safeParse(row).data ?? []));

const percent = z.string().transform((typed, context) => {
  if (typed.trim() === '') return null;
  const read = parsePercent(typed);
  if (read !== undefined) return formatPercent(read);
  context.addIssue({ code: 'custom', message: sentences.prices.percentSuchAs });
  return z.NEVER;
});

/** Decimal text without needless zeros; null for none. */
export const writtenPercent = z
  .union([percent, z.null()], { error: () => sentences.prices.percentSuchAs })
  .optional();

export const readPercent = z
  .string()
  .nullish()
  .transform((text) => text || null);
