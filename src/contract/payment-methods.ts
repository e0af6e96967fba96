import { z } from 'zod';
import { defineField, fieldWith, optionalText } from './fields.ts';
import { languageNow } from './messages.ts';
import { methodTexts } from './texts/methods.en.ts';
import { typedLine } from './typed-text.ts';

/**
 * The method that every branch has, and that a record without one was paid by (decision 130). The drawer holds it
 * alone.
 */
export const CASH = 'cash';

export const methodKinds = ['card', 'bank', 'wallet'] as const;
export type MethodKind = (typeof methodKinds)[number];

/** Offered by a branch. It keeps the names of further ones that it removed. */
export const MOST_METHODS = 12;
const MOST_REMOVED = 100;

export const methodId = z
  .string({ error: () => methodTexts.idWrong })
  .regex(/^[a-z0-9-]{1,40}$/, { error: () => methodTexts.idWrong });

const methodName = (least: number) =>
  typedLine({ limit: 40 }).pipe(z.string().min(least, { error: () => methodTexts.nameMissing }));

/** Beside cash; a payment by it may need a reference. */
export interface PaymentMethod {
  readonly id: string;
  readonly name: string;
  readonly name_ar: string;
  readonly kind: MethodKind | typeof CASH;
  readonly asks_reference: boolean;
}

/** As it is stored; removed ones keep their names for the records that were paid by them. */
export interface StoredMethod extends PaymentMethod {
  readonly removed?: boolean | undefined;
}

const writtenMethod = z.object({
  id: methodId,
  name: methodName(1),
  name_ar: methodName(0).optional().default(''),
  kind: z.enum([CASH, ...methodKinds]),
  asks_reference: z.boolean().optional().default(false),
});

/** From a body or the JSON text of a form. Cash may lead the list, and is never stored. */
export const writtenMethods = z
  .array(writtenMethod)
  .transform((methods) => methods.filter(({ id }) => id !== CASH))
  .superRefine((methods, context) => {
    const refuse = (message: string, path: (string | number)[] = []) =>
      context.addIssue({ code: 'custom', path, message });
    if (methods.length > MOST_METHODS) refuse(methodTexts.tooMany({ most: MOST_METHODS }));
    for (const [place, { id, kind }] of methods.entries()) {
      if (kind === CASH) refuse(methodTexts.cashTwice, [place, 'kind']);
      if (methods.findIndex((one) => one.id === id) < place) refuse(methodTexts.twice, [place, 'id']);
    }
  });

/** A kind of a newer server counts as a wallet. */
export const readMethod = z.object({
  id: z.string(),
  name: z.string(),
  name_ar: z.string().catch(''),
  kind: z.enum([CASH, ...methodKinds]).catch('wallet'),
  asks_reference: z.boolean().catch(false),
});

const cash: PaymentMethod = { id: CASH, name: 'Cash', name_ar: 'نقدًا', kind: CASH, asks_reference: false };

export const offeredMethods = (stored: readonly StoredMethod[]): readonly PaymentMethod[] => [
  cash,
  ...stored.flatMap(({ removed, ...method }) => (removed ? [] : [method])),
];

/** Methods that were offered before stay, marked as removed. */
export function storedMethods(
  offered: readonly PaymentMethod[],
  before: readonly StoredMethod[],
): readonly StoredMethod[] {
  const left = before.filter(({ id }) => !offered.some((one) => one.id === id));
  return [...offered, ...left.map((method) => ({ ...method, removed: true })).slice(0, MOST_REMOVED)];
}

/** In the current language; the id if this branch does not know it. */
export function methodNameOf(methods: readonly PaymentMethod[], id: string): string {
  if (id === CASH) return methodTexts.cash;
  const method = methods.find((one) => one.id === id);
  if (!method) return id;
  return languageNow() === 'ar' && method.name_ar !== '' ? method.name_ar : method.name;
}

/** Undefined for a correct method and reference. */
export function methodProblem(
  methods: readonly StoredMethod[],
  id: string,
  reference: unknown,
): { readonly field: 'payment_method' | 'payment_reference'; readonly message: string } | undefined {
  if (id === CASH) return undefined;
  const method = methods.find((one) => one.id === id);
  if (!method) return { field: 'payment_method', message: methodTexts.unknown };
  const name = methodNameOf(methods, id);
  if (method.removed) return { field: 'payment_method', message: methodTexts.removed({ name }) };
  if (method.asks_reference && !reference)
    return { field: 'payment_reference', message: methodTexts.referenceMissing({ name }) };
  return undefined;
}

/** Absent from a server without methods, so that it is not sent back to one. */
const readOptional = z
  .string()
  .nullish()
  .transform((text) => (text === undefined ? undefined : text || null));

/** With the number of the transfer; a record of a server without methods was paid in cash. */
export const paymentFields = {
  payment_method: defineField(
    'paymentMethod',
    {
      kind: 'method',
      optional: true,
      capability: 'payment_methods',
      read: readOptional,
    },
    () =>
      z
        .union([methodId, z.literal('').transform(() => CASH), z.null().transform(() => CASH)], {
          error: () => methodTexts.idWrong,
        })
        .optional(),
  ),
  payment_reference: fieldWith(optionalText('paymentReference'), {
    read: readOptional,
    capability: 'payment_methods',
  }),
} as const;
