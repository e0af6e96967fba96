import { z } from 'zod';
import { boundedRecord } from './bounded-record.ts';
import { money, optionalLongText, optionalText, readId, readOptionalMoney } from './fields.ts';
import { formatDecimal, LARGEST_AMOUNT, type Piastres, parseTypedAmount } from './money.ts';
import { choiceId } from './named-choices.ts';
import { pageOf } from './paging.ts';
import { CASH } from './payment-methods.ts';
import { resourceNames } from './resource-names.ts';
import { bodies } from './texts/bodies.en.ts';
import { inputs } from './texts/inputs.en.ts';

import { sentences } from './texts/sentences.en.ts';
import { typedLines } from './typed-text.ts';

export const CLOSES_PATH = '/closes/';
export const OWN_DRAWER_PATH = '/closes/own/';
export const OPEN_DRAWERS_PATH = '/closes/open/';
export const CASH_BALANCE_PATH = '/cash-moves/balance/';

/** Cash outside of drawers by the movements of all days (decision 179). */
export const cashBalance = z.object({
  office: readOptionalMoney,
  bank: readOptionalMoney,
  unconfirmed: readOptionalMoney.optional(),
  /** What all closes together counted above what they expected; negative where cash is missing. */
  differences: readOptionalMoney,
});

/** In piastres, the largest first. */
export const denominations: readonly Piastres[] = [20000n, 10000n, 5000n, 2000n, 1000n, 500n, 100n, 50n, 25n];

const MOST_PIECES = 99_999;

export const drawerParts = [
  'enrolment',
  'installment',
  'collection',
  'payout',
  'expense',
  'order',
  'salary',
  'refund',
  'brought',
  'handed_over',
] as const;
export type DrawerPart = (typeof drawerParts)[number];

const anAmount = money('amount');
const amount = anAmount.read;
const optionalAmount = z
  .union([anAmount.write, z.literal('').transform(() => undefined), z.null().transform(() => undefined)])
  .optional();

export function parseFound(typed: string): Piastres | undefined {
  const [, minus, amount = ''] = /^\s*([-\u2212]?)(.*)$/.exec(typed) ?? [];
  const found = parseTypedAmount(amount);
  return minus && found !== undefined ? -found : found;
}

const found = z.string({ error: () => inputs.invalid }).transform((typed, context) => {
  const amount = parseFound(typed);
  if (amount !== undefined && amount <= LARGEST_AMOUNT && -amount <= LARGEST_AMOUNT)
    return formatDecimal(amount);
  context.addIssue({ code: 'custom', message: sentences.amountSuchAs });
  return z.NEVER;
});

const reason = typedLines({ limit: 2000, missing: () => bodies.closeReasonMissing }).min(1, {
  error: () => bodies.closeReasonMissing,
});

const names = denominations.map(formatDecimal);
const piecesWrong = { error: () => bodies.piecesWrong };
const unknownPiece = { error: () => bodies.unknownPiece };
const pieces = boundedRecord(
  z
    .record(
      z.string(),
      z.number(piecesWrong).int(piecesWrong).min(0, piecesWrong).max(MOST_PIECES, piecesWrong),
    )
    .refine((counted) => Object.keys(counted).every((name) => names.includes(name)), unknownPiece),
  names.length,
  unknownPiece.error,
);

function requireCount(
  { pieces, other }: { readonly pieces?: unknown; readonly other?: unknown },
  context: z.RefinementCtx,
): void {
  if (pieces === undefined && other === undefined)
    context.addIssue({ code: 'custom', path: ['other'], message: bodies.nothingCounted });
}

/** Found at the terminal or the telephone; the reason is of a difference (decision 130). */
const tickedMethod = z.object({
  payment_method: choiceId.refine((id) => id !== CASH, { error: () => sentences.lists.twice }),
  found,
  reason: typedLines({ limit: 2000 })
    .transform((text) => text || undefined)
    .nullish(),
});

const MOST_TICKED = 100;

/** With the user who received what does not stay, or the name of somebody else; without them the office receives it. */
const countedMoney = {
  pieces: pieces.optional(),
  other: optionalAmount,
  kept: optionalAmount,
  person: readId.optional(),
  person_name: optionalText('name').write.optional(),
};

/**
 * Pieces by the decimal text of their note or coin; `other` was counted without them. `kept` stays in the drawer as the
 * next float; `float` was in it before the first close. `after` is the last close that was seen. With `user` a manager
 * closes the drawer of a disabled user, and gives a reason.
 */
export const countBody = z
  .object({
    ...countedMoney,
    float: optionalAmount,
    notes: optionalLongText('notes').write,
    after: readId.nullish(),
    user: readId.optional(),
    reason: reason.optional(),
    methods: z.array(tickedMethod).max(MOST_TICKED).optional(),
  })
  .superRefine((count, context) => {
    if (count.user !== undefined && count.reason === undefined)
      context.addIssue({ code: 'custom', path: ['reason'], message: bodies.closeReasonForOther });
    requireCount(count, context);
    const ids = count.methods?.map(({ payment_method }) => payment_method) ?? [];
    if (new Set(ids).size < ids.length)
      context.addIssue({ code: 'custom', path: ['methods'], message: sentences.lists.twice });
  });
export type CountBody = z.output<typeof countBody>;

/** Milliseconds in which a second count is possible, before the reason is given. */
export const RECOUNT_MS = 10 * 60_000;

export const recountBody = z.object(countedMoney).superRefine(requireCount);
export type RecountBody = z.output<typeof recountBody>;

export const finishBody = z.object({ reason });

/** Times are ISO 8601 in UTC. */
export const closeRow = z.object({
  id: readId,
  user: readId,
  user_name: z.string(),
  closed_by: readId.nullish(),
  closed_by_name: z.string().nullish(),
  since: z.string().nullable(),
  created_at: z.string(),
  /** Null while the reason of a difference is missing. */
  finished_at: z.string().nullable(),
  float: amount,
  expected: amount,
  counted: amount,
  /** Counted less expected. */
  difference: amount,
  kept: amount,
  reason: z.string().nullable(),
  notes: z.string().nullable(),
  changed: z.number().int(),
  expected_now: amount,
  /** Cash of its lines that its receivers have not confirmed until now; absent on a server that does not know receivers. */
  unconfirmed: readOptionalMoney.optional(),
  /** Number of further counts before the reason; absent on a server without them. */
  recounts: z.number().int().optional(),
});

export type CloseRow = z.output<typeof closeRow>;

/** GET /closes/. Totals and counts cover all pages of the filters: `difference` and `differing`. */
export const closesPage = pageOf(closeRow).extend({
  counts: z.record(z.string(), z.number().int()).optional().catch(undefined),
});
export type ClosesPage = z.output<typeof closesPage>;

const methodSum = z.object({ payment_method: z.string(), count: z.number().int(), total: amount });

const partSum = z.object({ part: z.enum(drawerParts), count: z.number().int(), total: amount });

const closeLine = z.object({
  resource: z.enum(resourceNames),
  record: readId,
  part: z.enum(drawerParts),
  amount,
  payment_method: z.string().optional(),
  amount_now: readOptionalMoney,
  other_method_now: z.object({ payment_method: z.string(), amount }).optional(),
  unconfirmed: readOptionalMoney.optional(),
  deleted: z.boolean(),
  title: z.string(),
  written_by: z.string().nullable(),
  written_at: z.string().nullable(),
});
export type CloseLine = z.output<typeof closeLine>;

/** The cash movement with the id of its close (decision 179): what did not stay in the drawer, and who says that it arrived. */
const handover = z.object({
  id: readId,
  way: z.string(),
  amount: z.string(),
  drawer: readId,
  person: readId.nullable(),
  person_name: z.string().nullable(),
  recorded_by: readId.nullish(),
  received: readOptionalMoney,
  received_by: z.string().nullable(),
  no_second_person: z.boolean(),
});

export const closeAnswer = closeRow.extend({
  pieces: z.record(z.string(), z.number()),
  other: amount,
  parts: z.array(partSum),
  /** Null where all of it stayed in the drawer; absent on a server without such records. */
  handover: handover.nullish(),
  /** Sums of methods other than cash, with the sums that were found; null where that was not said (decision 130). */
  methods: z
    .array(methodSum.extend({ found: readOptionalMoney, reason: z.string().nullish() }))
    .optional()
    .catch(undefined),
  lines: z.array(closeLine).optional(),
  line_count: z.number().int().optional(),
  /** End of the time for a second count, ISO 8601 in UTC; absent afterwards. */
  recount_until: z.string().optional(),
  earlier_counts: z
    .array(
      z.object({
        pieces: z.record(z.string(), z.number()),
        other: amount,
        counted: amount,
        kept: amount,
        at: z.string(),
      }),
    )
    .optional(),
});
export type CloseAnswer = z.output<typeof closeAnswer>;

export const MOST_LINES = 500;

/**
 * The expected sum is no part of it: staff count first (decision 54). `taken` since the last close, or today if there
 * is none.
 */
export const ownDrawer = z.object({
  since: z.string().nullable(),
  last: readId.nullable(),
  kept: readOptionalMoney,
  taken: z.object({ since: z.string(), count: z.number().int(), total: amount }),
  methods: z.array(methodSum).optional().catch(undefined),
  unfinished: closeAnswer.nullable(),
});

export type OwnDrawer = z.output<typeof ownDrawer>;

const openDrawer = z.object({
  user: readId,
  user_name: z.string(),
  since: z.string().nullable(),
  /** Time of the first amount since then; null without one. */
  first_at: z.string().nullable(),
  count: z.number().int(),
  expected: amount,
  unfinished: readId.nullable(),
  /** A manager closes the drawer of a disabled user. Absent on a server without such closes. */
  disabled: z.boolean().optional(),
  last: readId.nullish(),
  kept: readOptionalMoney.optional(),
});

export type OpenDrawer = z.output<typeof openDrawer>;

const takenSum = { count: z.number().int(), total: amount };

/** By the user whose drawer the money went into; closed drawers count too. */
const takenInBranch = z.object({
  since: z.string(),
  ...takenSum,
  people: z.array(z.object({ user: readId, user_name: z.string(), ...takenSum })),
  methods: z.array(methodSum).optional().catch(undefined),
});

export type TakenInBranch = z.output<typeof takenInBranch>;

/**
 * `taken` since the branch's day began, `week` since the one six days before it; absent on a server that does not know them.
 */
export const openDrawers = z.object({
  drawers: z.array(openDrawer),
  taken: takenInBranch.optional(),
  week: takenInBranch.optional(),
});
export type OpenDrawers = z.output<typeof openDrawers>;
