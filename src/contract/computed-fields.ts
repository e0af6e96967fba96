import { z } from 'zod';
import { type Field, readId, readOptionalMoney, readOptionalText, readQuantity, readText } from './fields.ts';

// The fields share their schemas, since building one takes longer than defining a field.
const nothing = z.never();
const readCopies = readQuantity.nullish().transform((copies) => copies ?? '0');
export const readFlag = z.boolean().nullish().transform(Boolean);
const readOptionalId = readId.nullish();

/** Defines an amount that only the server calculates; null where it does not apply (an installment's price). */
export const computedMoney = (label: string) =>
  ({
    kind: 'money',
    label,
    optional: true,
    write: nothing,
    read: readOptionalMoney,
  }) as const satisfies Field;

/** Defines a number of copies that only the server counts; 0 when missing. */
export const computedQuantity = (label: string) =>
  ({
    kind: 'quantity',
    label,
    optional: true,
    write: nothing,
    read: readCopies,
  }) as const satisfies Field;

/** Defines a timestamp set by the server, ISO 8601 in UTC. */
export const timestamp = (label: string) =>
  ({ kind: 'timestamp', label, optional: false, write: nothing, read: readText }) as const satisfies Field;

/** Defines a text that only the server sets. */
export const computedText = (label: string) =>
  ({
    kind: 'text',
    label,
    optional: true,
    write: nothing,
    read: readOptionalText,
  }) as const satisfies Field;

/** Defines a boolean set by the server; false when missing. */
export const flag = (label: string) =>
  ({
    kind: 'flag',
    label,
    optional: true,
    write: nothing,
    read: readFlag,
  }) as const satisfies Field;

/** Defines a link to another record: null without one, undefined when the server omits it. */
export const optionalLink = (label: string) =>
  ({
    kind: 'text',
    label,
    optional: true,
    link: true,
    write: nothing,
    read: readOptionalId,
  }) as const satisfies Field;
