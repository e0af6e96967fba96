import { z } from 'zod';
import { defineField, fieldWith, optionalText, readDeclaredText } from './fields.ts';
import {
  checkChoices,
  choiceId,
  choiceNameOf,
  type NamedChoice,
  readChoice,
  type Stored,
  splitChoices,
  writtenChoice,
} from './named-choices.ts';
import { sentences } from './texts/sentences.en.ts';

/** A record without a method was paid by it (decision 130). The drawer holds it alone. */
export const CASH = 'cash';

/** Nothing was paid by another method; also where nothing was paid. */
export const isAllCash = (parts: readonly { readonly payment_method: string }[]): boolean =>
  parts.every(({ payment_method }) => payment_method === CASH);

/** What was kept for the student or family pays (decision 131). No branch lists it, and no drawer holds it. */
export const CREDIT = 'credit';

/** Cash that was taken to the bank is there (decision 179). No branch lists it, and no drawer holds it. */
export const BANK = 'bank-account';

export const methodKinds = ['card', 'bank', 'wallet'] as const;
export type MethodKind = (typeof methodKinds)[number];

export const MOST_METHODS = 12;

/** Describes a method of a branch beside cash: its name in both languages, and whether a payment by it needs a reference. */
export interface PaymentMethod extends NamedChoice {
  readonly kind: MethodKind | typeof CASH;
  readonly asks_reference: boolean;
}

export type StoredMethod = Stored<PaymentMethod>;

const writtenMethod = writtenChoice.extend({
  kind: z.enum([CASH, ...methodKinds]),
  asks_reference: z.boolean().optional().default(false),
});

/** From a body or the JSON text of a form. Cash may lead the list, and is never stored. */
export const writtenMethods = z
  .array(writtenMethod)
  .transform((methods) => methods.filter(({ id }) => id !== CASH))
  .superRefine((methods, context) => {
    checkChoices(methods, MOST_METHODS, context);
    for (const [place, { id }] of methods.entries())
      if (id === CREDIT || id === BANK)
        context.addIssue({
          code: 'custom',
          path: [place, 'id'],
          message: id === CREDIT ? sentences.methods.creditReserved : sentences.lists.idWrong,
        });
    for (const [place, { kind }] of methods.entries())
      if (kind === CASH)
        context.addIssue({ code: 'custom', path: [place, 'kind'], message: sentences.methods.cashTwice });
  });

/** Parses a method of an answer; a kind of a newer server counts as a wallet. */
export const readMethod = readChoice.extend({
  kind: z.enum([CASH, ...methodKinds]).catch('wallet'),
  asks_reference: z.boolean().catch(false),
});

const cash: PaymentMethod = { id: CASH, name: 'Cash', name_ar: 'نقدًا', kind: CASH, asks_reference: false };

export const offeredMethods = (stored: readonly StoredMethod[]): readonly PaymentMethod[] => [
  cash,
  ...splitChoices(stored).offered,
];

export function methodNameOf(methods: readonly PaymentMethod[], id: string): string {
  if (id === CASH) return sentences.methods.cash;
  return id === CREDIT ? sentences.methods.credit : choiceNameOf(methods, id);
}

export function methodProblem(
  methods: readonly StoredMethod[],
  id: string,
  reference: unknown,
): { readonly field: 'payment_method' | 'payment_reference'; readonly message: string } | undefined {
  if (id === CASH) return undefined;
  const method = methods.find((one) => one.id === id);
  if (!method) return { field: 'payment_method', message: sentences.methods.unknown };
  const name = methodNameOf(methods, id);
  if (method.removed) return { field: 'payment_method', message: sentences.methods.removed({ name }) };
  if (method.asks_reference && !reference)
    return { field: 'payment_reference', message: sentences.methods.referenceMissing({ name }) };
  return undefined;
}

/** With the number of the transfer; a record of a server without methods was paid in cash. */
export const paymentFields = {
  payment_method: defineField(
    'paymentMethod',
    {
      kind: 'method',
      optional: true,
      capability: 'payment_methods',
      read: readDeclaredText,
    },
    () =>
      z
        .union([choiceId, z.literal('').transform(() => CASH), z.null().transform(() => CASH)], {
          error: () => sentences.lists.idWrong,
        })
        .optional(),
  ),
  payment_reference: fieldWith(optionalText('paymentReference'), {
    read: readDeclaredText,
    capability: 'payment_methods',
  }),
} as const;
