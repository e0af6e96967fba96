import { z } from 'zod';
import { currentOwner } from '#app/api/session.ts';
import { keepInput, readInput, removeInput } from '#app/kept-input/kept-input.ts';
import { type CloseAnswer, type CountBody, denominations, parseFound } from '#contract/closes.ts';
import {
  formatDecimal,
  type Piastres,
  parsePiastres,
  parseTypedAmount,
  toWesternDigits,
} from '#contract/money.ts';
import { messages } from './texts.en.ts';

const countInput = z.object({
  /** Pieces as typed. Keys are the decimal values of notes and coins. */
  pieces: z.record(z.string(), z.string()),
  other: z.string(),
  kept: z.string(),
  float: z.string(),
  notes: z.string(),
  /** Who receives what does not stay: the id of a user with their name, or a typed name. */
  person: z.string(),
  person_name: z.string(),
  reason: z.string(),
  /** The sum at the terminal or the telephone as typed, by method; decision 130. */
  methods: z.record(z.string(), z.object({ found: z.string(), reason: z.string() })),
  /** The last close when the count was begun; null for none. It prevents a second count of the same period. */
  after: z.string().nullable().optional(),
});
/** Stays on the device until the server has the count (decision 54) or the session ends. */
export type CountInput = z.output<typeof countInput>;

const empty: CountInput = {
  pieces: {},
  other: '',
  kept: '',
  float: '',
  notes: '',
  person: '',
  person_name: '',
  reason: '',
  methods: {},
};

const screenOf = (user: string | undefined) => (user === undefined ? 'count' : `count of ${user}`);

export function readCount(user?: string): CountInput {
  const owner = currentOwner();
  return (owner && countInput.safeParse(readInput(owner, screenOf(user))?.input).data) ?? empty;
}

export function countOf({
  pieces,
  other,
  kept,
  handover,
}: Pick<CloseAnswer, 'pieces' | 'other' | 'kept' | 'handover'>): CountInput {
  const typed = Object.entries(pieces).map(([value, count]) => [value, String(count)] as const);
  const amount = (decimal: string) => (parsePiastres(decimal) === 0n ? '' : decimal);
  return {
    ...empty,
    pieces: Object.fromEntries(typed),
    other: amount(other),
    kept: amount(kept),
    person: handover?.person ?? '',
    person_name: handover?.person_name ?? '',
  };
}

export function writeCount(count: CountInput, user?: string): void {
  const owner = currentOwner();
  if (owner) keepInput(owner, screenOf(user), count);
}

export function removeCount(user?: string): void {
  const owner = currentOwner();
  if (owner) removeInput(owner, screenOf(user));
}

/** The sum is in piastres; `wrong` names the unreadable fields. */
interface ReadCount {
  readonly counted: Piastres;
  readonly wrong: ReadonlySet<string>;
  readonly isEmpty: boolean;
}

const typedPieces = (pieces: CountInput['pieces']) =>
  denominations.flatMap((value) => {
    const name = formatDecimal(value);
    const typed = toWesternDigits(pieces[name] ?? '').trim();
    return typed === '' ? [] : [{ name, value, typed }];
  });

const PIECES = /^\d{1,5}$/;

export function sumUp({ pieces, other, kept, float }: CountInput): ReadCount {
  const wrong = new Set<string>();
  let counted = 0n;
  let isEmpty = true;
  for (const { name, value, typed } of typedPieces(pieces)) {
    isEmpty = false;
    if (PIECES.test(typed)) counted += value * BigInt(typed);
    else wrong.add(name);
  }
  const amounts = { other, kept, float };
  for (const [name, typed] of Object.entries(amounts)) {
    if (typed.trim() === '') continue;
    const amount = parseTypedAmount(typed);
    if (amount === undefined) wrong.add(name);
    if (name !== 'other') continue;
    isEmpty = false;
    counted += amount ?? 0n;
  }
  return { counted, wrong, isEmpty };
}

export function amountsOf({ pieces, other, kept, person, person_name }: CountInput) {
  return {
    pieces: Object.fromEntries(typedPieces(pieces).map(({ name, typed }) => [name, Number(typed)])),
    ...(other.trim() !== '' && { other }),
    ...(kept.trim() !== '' && { kept }),
    ...(person === '' ? { person_name } : { person }),
  };
}

export function differsIn(
  { found, reason }: CountInput['methods'][string],
  total: string,
): string | undefined {
  const amount = parseFound(found);
  if (amount === undefined) return messages.amountWrong;
  return amount !== parsePiastres(total) && reason.trim() === '' ? messages.reasonMissing : undefined;
}

const tickedOf = (methods: CountInput['methods']) =>
  Object.entries(methods).map(([payment_method, { found, reason }]) => ({
    payment_method,
    found,
    ...(reason.trim() !== '' && { reason: reason.trim() }),
  }));

export function bodyOf(count: CountInput, after: string | null, user?: string): Partial<CountBody> {
  const { float, notes, reason, methods } = count;
  return {
    ...amountsOf(count),
    ...(after === null && float.trim() !== '' && { float }),
    ...(notes.trim() !== '' && { notes }),
    ...(Object.keys(methods).length > 0 && { methods: tickedOf(methods) }),
    after,
    ...(user !== undefined && { user, reason: reason.trim() }),
  };
}
