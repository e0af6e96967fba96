import { z } from 'zod';
import { type Field, readId, readOptionalMoney, readOptionalText, readQuantity, readText } from './fields.ts';

// The fields share their schemas, since building one takes longer than defining a field.
const nothing = z.never();
const readCopies = readQuantity.nullish().transform((copies) => copies ?? '0');
export const readFlag = z.boolean().nullish().transform(Boolean);
const readOptionalId = readId.nullish();

/** Only the server calculates it; null where it does not apply (an installment's price). */
export const computedMoney = (label: string) =>
  ({
    kind: 'money',
    label,
    optional: true,
    write: nothing,
    read: readOptionalMoney,
  }) as const satisfies Field;

/** Only the server counts it; 0 when missing. */
export const computedQuantity = (label: string) =>
  ({
    kind: 'quantity',
    label,
    optional: true,
    write: nothing,
    read: readCopies,
  }) as const satisfies Field;

/** Set by the server, ISO 8601 in UTC. */
export const timestamp = (label: string) =>
  ({ kind: 'timestamp', label, optional: false, write: nothing, read: readText }) as const satisfies Field;

/** Set by the server. */
export const computedText = (label: string) =>
  ({
    kind: 'text',
    label,
    optional: true,
    write: nothing,
    read: readOptionalText,
  }) as const satisfies Field;

/** Set by the server; false when missing. */
export const flag = (label: string) =>
  ({
    kind: 'flag',
    label,
    optional: true,
    write: nothing,
    read: readFlag,
  }) as const satisfies Field;

/** Null without a linked record, undefined when the server omits it. */
export const optionalLink = (label: string) =>
  ({
    kind: 'text',
    label,
    optional: true,
    link: true,
    write: nothing,
    read: readOptionalId,
  }) as const satisfies Field;
