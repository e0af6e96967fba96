import { z } from 'zod';
import {
  type Field,
  type Label,
  labelled,
  readFlag,
  readId,
  readOptionalDay,
  readOptionalMoney,
  readOptionalText,
  readQuantity,
  readText,
} from './fields.ts';

// The fields share their schemas, since building one takes longer than defining a field.
const nothing = z.never();
const readCopies = readQuantity.nullish().transform((copies) => copies ?? '0');
const readOptionalId = readId.nullish();

const computed = <const Facts extends Omit<Field, 'label' | 'write'>>(label: Label, facts: Facts) =>
  labelled(label, { ...facts, write: nothing });

/** Only the server calculates it; null where it does not apply (an installment's price). */
export const computedMoney = (label: Label) =>
  computed(label, { kind: 'money', optional: true, read: readOptionalMoney });

/** Only the server counts it; 0 when missing. */
export const computedQuantity = (label: Label) =>
  computed(label, { kind: 'quantity', optional: true, read: readCopies });

/** Set by the server, ISO 8601 in UTC. */
export const timestamp = (label: Label) =>
  computed(label, { kind: 'timestamp', optional: false, read: readText });

export const computedText = (label: Label) =>
  computed(label, { kind: 'text', optional: true, read: readOptionalText });

export const flag = (label: Label) => computed(label, { kind: 'flag', optional: true, read: readFlag });

/** yyyy-MM-dd, set by the server; null without one. */
export const computedDay = (label: Label) =>
  computed(label, { kind: 'date', optional: true, read: readOptionalDay });

/** Null without a linked record, undefined when the server omits it. */
export const optionalLink = (label: Label) =>
  computed(label, { kind: 'text', optional: true, link: true, read: readOptionalId });
