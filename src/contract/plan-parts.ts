import { z } from 'zod';
import { isDay, planned, yearsBeyond } from './days.ts';
import { type Label, labelled } from './fields.ts';
import {
  formatDecimal,
  LARGEST_AMOUNT,
  type Piastres,
  parseTypedAmount,
  readPiastres,
  sum,
} from './money.ts';
import { sentences } from './texts/sentences.en.ts';

/** The amount is decimal text. */
export interface PlanPart {
  readonly due_day: string;
  readonly amount: string;
}

const MAX_PARTS = 36;

const typed = z.array(z.object({ due_day: z.string(), amount: z.string() })).max(MAX_PARTS);
const readPart = z.object({
  due_day: z.string(),
  amount: z.union([z.string(), z.number().transform(String)]),
});

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Empty for unreadable text. The value is a form's text or a record's list. */
export function readParts(value: unknown): readonly PlanPart[] {
  return z.array(readPart).safeParse(typeof value === 'string' ? parseJson(value) : value).data ?? [];
}

function problemOf(parts: readonly PlanPart[]): string | undefined {
  const amounts = parts.map(({ amount }) => parseTypedAmount(amount));
  if (parts.length === 0) return sentences.noParts;
  if (!parts.every(({ due_day }) => isDay(due_day))) return sentences.partWithoutDay;
  const beyond = parts.flatMap(({ due_day }) => yearsBeyond(due_day, planned) ?? [])[0];
  if (beyond) return sentences.yearBetween(beyond);
  if (!amounts.every((amount) => amount !== undefined && amount > 0n && amount <= LARGEST_AMOUNT))
    return sentences.partWithoutAmount;
  const inOrder = parts.every(
    ({ due_day }, index) => index === 0 || due_day > (parts[index - 1]?.due_day ?? ''),
  );
  return inOrder ? undefined : sentences.partsNotInOrder;
}

/** From the parts of a body, or the JSON text of a form. Days are in order, amounts decimal. */
const writtenParts = z.unknown().transform((value, context): readonly PlanPart[] => {
  const given = typeof value === 'string' ? parseJson(value || '[]') : (value ?? []);
  const { data: parts, error } = typed.safeParse(given);
  const tooMany = error?.issues.some(({ code }) => code === 'too_big');
  const problem = parts
    ? problemOf(parts)
    : tooMany
      ? sentences.tooManyParts({ limit: MAX_PARTS })
      : sentences.partWithoutAmount;
  if (parts && problem === undefined)
    return parts.map(({ due_day, amount }) => ({
      due_day,
      amount: formatDecimal(parseTypedAmount(amount) ?? 0n),
    }));
  context.addIssue({ code: 'custom', message: problem ?? sentences.partWithoutAmount });
  return z.NEVER;
});

const storedParts = z.array(readPart);

export const sumOfParts = (parts: readonly PlanPart[]): Piastres =>
  sum(parts.map(({ amount }) => readPiastres(amount) ?? 0n));

/** Days in order, each with an amount. JSON on the wire and in the database. */
export const partsField = (label: Label) =>
  labelled(label, { kind: 'parts', optional: false, write: writtenParts, read: storedParts });
