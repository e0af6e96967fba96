import { z } from 'zod';
import type { Choices } from './choices.ts';
import { isDay } from './days.ts';
import { formatDecimal, LARGEST_AMOUNT, parseTypedAmount, readPiastres } from './money.ts';
import { LARGEST_QUANTITY, parseQuantity } from './quantity.ts';
import type { ResourceName } from './resource-names.ts';

/** What a field is, which decides its widget, its column type and its place in the OpenAPI document. */
export type FieldKind =
  | 'text'
  | 'long-text'
  | 'phone'
  | 'money'
  | 'quantity'
  | 'choice'
  | 'reference'
  | 'date'
  | 'timestamp'
  | 'flag';

/**
 * One field of a resource, as facts. `write` parses what a form or a request holds (always text, as the
 * wire has it) into what is stored; `read` parses what a server answers.
 */
export interface Field<W extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  readonly kind: FieldKind;
  readonly label: string;
  readonly write: W;
  readonly read: R;
  readonly optional: boolean;
  readonly choices?: Choices;
  readonly refersTo?: ResourceName;
  /** A value that another record has already is worth a warning, never an error (decision 13). */
  readonly warnIfDuplicate?: true;
  /** Chosen once: an existing record keeps it (decisions 35 and 36). */
  readonly immutable?: true;
  /** The server tells the label of the value as well, as `<field>_display`. */
  readonly withLabel?: true;
  /** An amount of money for one piece: adding it up over records would say nothing. */
  readonly unitPrice?: true;
  /** A debt: what is left of `price` after `paid` and what was paid later. Both are names of fields. */
  readonly balance?: { readonly price: string; readonly paid: string };
}

export type FieldMap = Readonly<Record<string, Field>>;

/** The required-field message of the specification, section 5. */
export const EMPTY = 'This cannot be empty';

const TEXT_LIMIT = 255;
const LONG_TEXT_LIMIT = 2000;

/** Text as decision 33 allows it: trimmed, no null bytes, no lone surrogates, at most `limit` characters. */
const cleanText = (limit: number, missing = EMPTY) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? missing : 'Invalid input') })
    .trim()
    .max(limit, `Use at most ${limit} characters`)
    .refine(
      (text) => !text.includes('\0') && text.isWellFormed(),
      'This text has characters that cannot be stored',
    );

/** Absent, null and "" mean the same for an optional field (decision 33): nothing stored. */
const orNothing = <S extends z.ZodType<string>>(schema: S) =>
  z.union([schema.transform((text) => text || null), z.null()], { error: unionMessage }).optional();

function unionMessage(issue: { code?: string; errors?: { message: string }[][] }): string {
  return issue.errors?.[0]?.[0]?.message ?? 'Invalid input';
}

const readText = z.string();
const readOptionalText = z
  .string()
  .nullish()
  .transform((text) => text || null);
/** Ids are opaque text; a host that sends numbers is read as well (decision 2, 31). */
export const readId = z.union([z.string().min(1), z.number().transform(String)]);
const readMoney = z.union([z.string(), z.number().transform(String)]).transform((text, context) => {
  const amount = readPiastres(text);
  if (amount !== undefined) return formatDecimal(amount);
  context.addIssue({ code: 'custom', message: 'Not an amount of money' });
  return z.NEVER;
});

const readQuantity = z.union([z.string(), z.number().int().transform(String)]);

/** Required text of `least` to 255 characters. */
export const text = (label: string, message = EMPTY, least = 1) =>
  ({
    kind: 'text',
    label,
    optional: false,
    write: cleanText(TEXT_LIMIT, message).pipe(z.string().min(least, message)),
    read: readText,
  }) as const satisfies Field;

/** Text that may be left out. */
export const optionalText = (label: string, kind: 'text' | 'phone' = 'text') =>
  ({
    kind,
    label,
    optional: true,
    write: orNothing(cleanText(TEXT_LIMIT)),
    read: readOptionalText,
  }) as const satisfies Field;

/** Several lines that may be left out, at most 2 000 characters. */
export const optionalLongText = (label: string) =>
  ({
    kind: 'long-text',
    label,
    optional: true,
    write: orNothing(cleanText(LONG_TEXT_LIMIT)),
    read: readOptionalText,
  }) as const satisfies Field;

/** An amount from 0 to 99 999 999.99, on the wire as decimal text with two places (decisions 2 and 33). */
export const money = (label: string, message = EMPTY) =>
  ({
    kind: 'money',
    label,
    optional: false,
    write: z
      .string({ error: (issue) => (issue.input === undefined ? message : 'Invalid input') })
      .trim()
      .min(1, message)
      .transform((typed, context) => {
        const amount = parseTypedAmount(typed);
        if (amount !== undefined && amount <= LARGEST_AMOUNT) return formatDecimal(amount);
        context.addIssue({
          code: 'custom',
          message:
            amount === undefined ? 'Enter an amount such as 1250 or 1250.50' : 'Enter at most 99,999,999.99',
        });
        return z.NEVER;
      }),
    read: readMoney,
  }) as const satisfies Field;

/** An amount that only the server works out; null where it does not apply (an installment's price). */
export const computedMoney = (label: string) =>
  ({
    kind: 'money',
    label,
    optional: true,
    write: z.never(),
    read: readMoney.nullish().transform((amount) => amount ?? null),
  }) as const satisfies Field;

/** Copies of a book, 1 or more: on the wire as text, as amounts are (specification, section 3; decision 33). */
export const quantity = (label: string, message = EMPTY) =>
  ({
    kind: 'quantity',
    label,
    optional: false,
    write: z
      .union([z.string(), z.number().transform(String)], {
        error: (issue) => (issue.input === undefined ? message : 'Invalid input'),
      })
      .pipe(
        z
          .string()
          .trim()
          .min(1, message)
          .transform((typed, context) => {
            const copies = parseQuantity(typed);
            if (copies !== undefined && copies >= 1n && copies <= LARGEST_QUANTITY) return String(copies);
            context.addIssue({
              code: 'custom',
              message:
                copies === undefined || copies < 1n
                  ? 'Enter a whole number of 1 or more'
                  : 'Enter at most 999,999',
            });
            return z.NEVER;
          }),
      ),
    read: readQuantity,
  }) as const satisfies Field;

/** Copies that only the server counts; 0 where there are none. */
export const computedQuantity = (label: string) =>
  ({
    kind: 'quantity',
    label,
    optional: true,
    write: z.never(),
    read: readQuantity.nullish().transform((copies) => copies ?? '0'),
  }) as const satisfies Field;

/** One of a fixed list. */
export const choice = (label: string, choices: Choices, message = EMPTY) =>
  ({
    kind: 'choice',
    label,
    optional: false,
    choices,
    write: z
      .string({ error: (issue) => (issue.input === undefined ? message : 'Invalid input') })
      .min(1, message)
      .refine(
        (value) => value === '' || choices.some((one) => one.value === value),
        'Choose one of the list',
      ),
    read: readOptionalText,
  }) as const satisfies Field;

/** The id of a record of another resource; the answer carries `<field>_data` beside it. */
export const reference = (label: string, refersTo: ResourceName, message = EMPTY) =>
  ({
    kind: 'reference',
    label,
    optional: false,
    refersTo,
    write: z
      .union([z.string(), z.number().transform(String)], {
        error: (issue) => (issue.input === undefined ? message : 'Invalid input'),
      })
      .pipe(
        z
          .string()
          .min(1, message)
          .max(64, 'Invalid input')
          .regex(/^[\w-]*$/, 'Invalid input'),
      ),
    read: readId,
  }) as const satisfies Field;

/** A calendar day that may be left out; null clears it (decision 33). */
export const optionalDate = (label: string) =>
  ({
    kind: 'date',
    label,
    optional: true,
    write: orNothing(z.string().refine((day) => day === '' || isDay(day), 'Enter a date such as 2026-11-30')),
    read: z
      .string()
      .nullish()
      .transform((day) => day?.slice(0, 10) || null),
  }) as const satisfies Field;

/** An instant the server stamps, ISO 8601 in UTC. */
export const timestamp = (label: string) =>
  ({ kind: 'timestamp', label, optional: false, write: z.never(), read: readText }) as const satisfies Field;

/** Text that only the server makes. */
export const computedText = (label: string) =>
  ({
    kind: 'text',
    label,
    optional: true,
    write: z.never(),
    read: readOptionalText,
  }) as const satisfies Field;

/** Yes or no, set by the server or by the route that writes it. */
export const flag = (label: string) =>
  ({
    kind: 'flag',
    label,
    optional: true,
    write: z.never(),
    read: z.boolean().nullish().transform(Boolean),
  }) as const satisfies Field;

/** The id of another record, null where there is none; undefined from a host that does not tell. */
export const optionalLink = (label: string) =>
  ({
    kind: 'text',
    label,
    optional: true,
    write: z.never(),
    read: readId.nullish(),
  }) as const satisfies Field;
