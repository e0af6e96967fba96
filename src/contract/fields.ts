import { z } from 'zod';
import type { Choices } from './choices.ts';
import { isDay, recorded, type YearRange, yearsBeyond } from './days.ts';
import { copyOf, type IdOf, type LazyText } from './messages.ts';
import {
  formatDecimal,
  LARGEST_AMOUNT,
  LARGEST_QUANTITY,
  parseQuantity,
  parseTypedAmount,
  readPiastres,
} from './money.ts';
import type { Guard, Permission } from './permissions.ts';
import { typedPhone } from './phones.ts';
import type { ResourceName } from './resource-names.ts';
import { inputs } from './texts/inputs.en.ts';
import { labels } from './texts/labels.en.ts';
import { sentences } from './texts/sentences.en.ts';
import { typedLine, typedLines } from './typed-text.ts';

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
  | 'flag'
  | 'parts'
  | 'method'
  | 'listed'
  | 'photo';

export type PhoneOwner = 'father' | 'mother' | 'student';

/**
 * `write` parses the text of a form or request body into the stored value; `read` parses the value in a server's
 * response.
 */
export interface Field<W extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  readonly kind: FieldKind;
  readonly label: string;
  readonly write: W;
  readonly read: R;
  readonly optional: boolean;
  readonly choices?: Choices;
  readonly refersTo?: ResourceName;
  readonly refersToAny?: readonly ResourceName[];
  readonly warnIfDuplicate?: true;
  /** The text is a number, whose digits follow the choice (decision 137). */
  readonly isNumber?: true;
  /** Only when the record is created (decisions 35 and 36). */
  readonly immutable?: true;
  /**
   * Merges with the other such fields of its record as one value: each makes sense only with the others (decision 41).
   */
  readonly mergesAsOne?: true;
  readonly withLabel?: true;
  /** The id of another record, which means nothing outside of the branch. */
  readonly link?: true;
  readonly filters?: true;
  /** It has no meaningful total over records. */
  readonly unitPrice?: true;
  /** `price` less `paid` less installments. Both are names of fields. */
  readonly balance?: { readonly price: string; readonly paid: string };
  /** The capability that a server declares if it knows the field; absent where every server does. */
  readonly capability?:
    | 'closes'
    | 'payment_methods'
    | 'expense_categories'
    | 'expense_photos'
    | 'advances'
    | 'departures'
    | 'renewals'
    | 'refunds'
    | 'cash_moves'
    | 'discounts';
  /** A day that counts no money, unlike the day of a payment (decision 140). */
  readonly movesNoMoney?: true;
  /** Lowering it needs this permission. */
  readonly toLower?: Permission;
  readonly byAction?: true;
  readonly list?: 'expense_categories' | 'discount_reasons';
  /** Makes a flag begin as yes for users without this permission. */
  readonly onWithout?: Permission;
  readonly whose?: PhoneOwner;
  /** Beyond the permissions of its record (decision 46). */
  readonly guard?: Guard;
}

export type FieldMap = Readonly<Record<string, Field>>;

/** The id of a label, or a function for a label that only a screen has. */
export type Label = IdOf<typeof labels> | LazyText;

export const labelled = <const Facts extends Omit<Field, 'label' | 'write'>>(label: Label, facts: Facts) => ({
  ...facts,
  get label() {
    return typeof label === 'function' ? label() : labels[label];
  },
});

/**
 * `write` is built when a form or a body first needs it. A list that starts would build those of all resources
 * otherwise, which takes longer than its rows (decision 128).
 */
export function defineField<const Facts extends Omit<Field, 'label' | 'write'>, W extends z.ZodType>(
  label: Label,
  facts: Facts,
  write: () => W,
): Facts & { readonly label: string; readonly write: W } {
  let built: W | undefined;
  const get = () => {
    built ??= write();
    return built;
  };
  const field = Object.defineProperty(labelled(label, facts), 'write', {
    get,
    enumerable: true,
    configurable: true,
  });
  return field as Facts & { readonly label: string; readonly write: W };
}

/** A spread would build its schema. */
export function fieldWith<F extends object, const Changes extends Partial<Field>>(
  field: F,
  changes: Changes,
): Omit<F, keyof Changes> & Changes {
  return copyOf<object>(field, changes) as Omit<F, keyof Changes> & Changes;
}

/** An answer leaves it out for a user who may not see it (decision 46). */
export function guarded<W extends z.ZodType, R extends z.ZodType>(
  field: Field<W, R>,
  guard: Guard,
): Field<W, z.ZodOptional<R>> & { readonly guard: Guard } {
  return fieldWith(field, { read: field.read.optional(), guard });
}

const required: LazyText = () => inputs.required;

const TEXT_LIMIT = 255;
const LONG_TEXT_LIMIT = 2000;

/** Absent, null and "" all store nothing (decision 33). */
const orNothing = <S extends z.ZodType<string>>(schema: S) =>
  z.union([schema.transform((text) => text || null), z.null()], { error: unionMessage }).optional();

function unionMessage(issue: { code?: string; errors?: { message: string }[][] }): string {
  return issue.errors?.[0]?.[0]?.message ?? inputs.invalid;
}

export const readText = z.string();
export const readOptionalText = z
  .string()
  .nullish()
  .transform((text) => text || null);
/** Opaque text; numbers of other servers become text (decisions 2 and 31). */
/** For what goes beyond the specification: absent from a server that does not know it, so that it is not sent back to one. */
export const readDeclaredText = z
  .string()
  .nullish()
  .transform((text) => (text === undefined ? undefined : text || null));
export const readDeclaredId = z
  .union([z.string().min(1), z.number().transform(String)])
  .nullish()
  .transform((id) => id);
export const readId = z.union([z.string().min(1), z.number().transform(String)]);
export const readMoney = z.union([z.string(), z.number().transform(String)]).transform((text, context) => {
  const amount = readPiastres(text);
  if (amount !== undefined) return formatDecimal(amount);
  context.addIssue({ code: 'custom', message: sentences.notMoney });
  return z.NEVER;
});

export const readOptionalMoney = readMoney.nullish().transform((amount) => amount ?? null);
export const readDeclaredMoney = readMoney.nullish();
const readDay = z.string().transform((day) => day.slice(0, 10));
export const readDeclaredDay = z
  .string()
  .nullish()
  .transform((day) => (day === undefined ? undefined : day?.slice(0, 10) || null));
export const readFlag = z.boolean().nullish().transform(Boolean);
export const readOptionalDay = z
  .string()
  .nullish()
  .transform((day) => day?.slice(0, 10) || null);
export const readQuantity = z.union([z.string(), z.number().int().transform(String)]);

export const text = (label: Label, message = required, least = 1) =>
  defineField(label, { kind: 'text', optional: false, read: readText }, () =>
    typedLine({ limit: TEXT_LIMIT, missing: message }).pipe(z.string().min(least, { error: message })),
  );

export const optionalText = (label: Label) =>
  defineField(label, { kind: 'text', optional: true, read: readOptionalText }, () =>
    orNothing(typedLine({ limit: TEXT_LIMIT, missing: required })),
  );

export const phone = (label: Label) =>
  defineField(label, { kind: 'phone', optional: false, read: readText }, () =>
    typedPhone({ limit: TEXT_LIMIT, missing: required }).pipe(z.string().min(1, { error: required })),
  );

export const optionalPhone = (label: Label, whose?: PhoneOwner) =>
  defineField(label, { kind: 'phone', optional: true, read: readOptionalText, ...(whose && { whose }) }, () =>
    orNothing(typedPhone({ limit: TEXT_LIMIT, missing: required })),
  );

type PhoneField<F extends FieldMap> = {
  [Name in keyof F]: 'phone' extends F[Name]['kind'] ? Name : never;
}[keyof F] &
  string;

export function phoneFields<F extends FieldMap>({ fields }: { readonly fields: F }): PhoneField<F>[] {
  const isPhone = (name: string): name is PhoneField<F> => fields[name]?.kind === 'phone';
  return Object.keys(fields).filter(isPhone);
}

export const optionalLongText = (label: Label) =>
  defineField(label, { kind: 'long-text', optional: true, read: readOptionalText }, () =>
    orNothing(typedLines({ limit: LONG_TEXT_LIMIT, missing: required })),
  );

/** From 0 to 99 999 999.99; decimal text on the wire (decisions 2 and 33). */
export const money = (label: Label, message = required) =>
  defineField(label, { kind: 'money', optional: false, read: readMoney }, () =>
    z
      .string({ error: (issue) => (issue.input === undefined ? message() : inputs.invalid) })
      .trim()
      .min(1, { error: message })
      .transform((typed, context) => {
        const amount = parseTypedAmount(typed);
        if (amount !== undefined && amount <= LARGEST_AMOUNT) return formatDecimal(amount);
        context.addIssue({
          code: 'custom',
          message: amount === undefined ? sentences.amountSuchAs : sentences.amountTooLarge,
        });
        return z.NEVER;
      }),
  );

export const someMoney = (label: Label) =>
  defineField(label, { kind: 'money', optional: false, read: readMoney }, () =>
    money(label).write.refine((amount) => amount !== '0.00', { error: () => sentences.nothingPaid }),
  );

export const optionalMoney = (label: Label) =>
  defineField(label, { kind: 'money', optional: true, read: readOptionalMoney }, () =>
    z
      .union([money(label).write, z.literal('').transform(() => null), z.null()], { error: unionMessage })
      .optional(),
  );

const typedQuantity = (message: LazyText, least: bigint) =>
  z
    .union([z.string(), z.number().transform(String)], {
      error: (issue) => (issue.input === undefined ? message() : inputs.invalid),
    })
    .pipe(
      z
        .string()
        .trim()
        .min(1, { error: message })
        .transform((typed, context) => {
          const copies = parseQuantity(typed);
          if (copies !== undefined && copies >= least && copies <= LARGEST_QUANTITY) return String(copies);
          const tooFew = least > 0n ? sentences.wholeNumber : sentences.wholeNumberOrNone;
          context.addIssue({
            code: 'custom',
            message: copies === undefined || copies < least ? tooFew : sentences.quantityTooLarge,
          });
          return z.NEVER;
        }),
    );

/** From 1 to 999 999; text on the wire (specification, section 3; decision 33). */
export const quantity = (label: Label, message = required) =>
  defineField(label, { kind: 'quantity', optional: false, read: readQuantity }, () =>
    typedQuantity(message, 1n),
  );

export const countedQuantity = (label: Label, message = required) =>
  defineField(label, { kind: 'quantity', optional: false, read: readQuantity }, () =>
    typedQuantity(message, 0n),
  );

export const optionalQuantity = (label: Label) =>
  defineField(
    label,
    {
      kind: 'quantity',
      optional: true,
      read: readQuantity.nullish().transform((copies) => copies ?? null),
    },
    () =>
      z
        .union([z.literal('').transform(() => null), typedQuantity(required, 0n), z.null()], {
          error: unionMessage,
        })
        .optional(),
  );

export const choice = (label: Label, choices: Choices, message = required) =>
  defineField(label, { kind: 'choice', optional: false, choices, read: readOptionalText }, () =>
    z
      .string({ error: (issue) => (issue.input === undefined ? message() : inputs.invalid) })
      .min(1, { error: message })
      .refine((value) => value === '' || choices.some((one) => one.value === value), {
        error: () => sentences.notInList,
      }),
  );

export const reference = (label: Label, refersTo: ResourceName, message = required) =>
  defineField(label, { kind: 'reference', optional: false, refersTo, read: readId }, () =>
    z
      .union([z.string(), z.number().transform(String)], {
        error: (issue) => (issue.input === undefined ? message() : inputs.invalid),
      })
      .pipe(
        z
          .string()
          .min(1, { error: message })
          .max(64, { error: () => inputs.invalid })
          .regex(/^[\w-]*$/, { error: () => inputs.invalid }),
      ),
  );

/** Forms send its text; absent, null and "" leave the choice to the server. */
export const optionalFlag = <const Facts extends Partial<Field>>(label: Label, facts: Facts) =>
  defineField(label, { kind: 'flag', optional: true, read: readFlag, ...facts }, () =>
    z
      .union(
        [
          z.boolean(),
          z.enum(['true', 'false']).transform((text) => text === 'true'),
          z.literal('').transform(() => undefined),
          z.null().transform(() => undefined),
        ],
        { error: () => sentences.yesOrNo },
      )
      .optional(),
  );

export const optionalReference = (label: Label, refersTo: ResourceName) =>
  defineField(label, { kind: 'reference', optional: true, refersTo, read: readId.nullish() }, () =>
    z
      .union([z.literal('').transform(() => undefined), reference(label, refersTo).write, z.null()])
      .optional(),
  );

const dayIn = (schema: z.ZodString, years: YearRange) =>
  schema.superRefine((day, context) => {
    const beyond = isDay(day) ? yearsBeyond(day, years) : undefined;
    const message = beyond ? sentences.yearBetween(beyond) : sentences.dateSuchAs;
    if (day !== '' && (beyond || !isDay(day))) context.addIssue({ code: 'custom', message });
  });

/** yyyy-MM-dd; null clears it (decision 33). */
export const optionalDate = (label: Label, years = recorded) =>
  defineField(label, { kind: 'date', optional: true, read: readOptionalDay }, () =>
    orNothing(dayIn(z.string(), years)),
  );

export const date = (label: Label, message = required, years = recorded) =>
  defineField(label, { kind: 'date', optional: false, read: readDay }, () =>
    dayIn(
      z
        .string({ error: (issue) => (issue.input === undefined ? message() : inputs.invalid) })
        .min(1, { error: message }),
      years,
    ),
  );
