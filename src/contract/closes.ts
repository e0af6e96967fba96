import { z } from 'zod';
import { boundedRecord } from './bounded-record.ts';
import { computedMoney } from './computed-fields.ts';
import { money, optionalLongText, readId } from './fields.ts';
import { formatDecimal, type Piastres } from './money.ts';
import { pageOf } from './paging.ts';
import { resourceNames } from './resource-names.ts';
import { typedLines } from './typed-text.ts';

/** Holds the API path of drawer closes (decision 54). */
export const CLOSES_PATH = '/closes/';
/** Holds the path of the period of the signed-in user that is not closed yet. */
export const OWN_DRAWER_PATH = '/closes/own/';
/** Holds the path of all drawers that are not closed yet. */
export const OPEN_DRAWERS_PATH = '/closes/open/';
/** Lists the notes and coins of the currency, in piastres, the largest first. */
export const denominations: readonly Piastres[] = [20000n, 10000n, 5000n, 2000n, 1000n, 500n, 100n, 50n, 25n];

/** Limits the pieces of one note or coin. */
const MOST_PIECES = 99_999;

/** Lists what the lines of a close are: money received, then money paid out. */
export const drawerParts = ['enrolment', 'installment', 'collection', 'payout', 'expense', 'order'] as const;
export type DrawerPart = (typeof drawerParts)[number];

/** Holds the messages of a wrong count. */
export const closeMessages = {
  pieces: 'Enter how many there are, as a whole number',
  unknownPiece: 'There is no such note or coin',
  nothingCounted: 'Count the drawer: enter notes and coins, or the sum',
  keptTooMuch: 'More than was counted cannot stay in the drawer',
  reasonMissing: 'Say why the sum differs',
  reasonForOther: 'Say why you close the drawer of another person',
} as const;

const anAmount = money('Amount');
const amount = anAmount.read;
const optionalAmount = z
  .union([anAmount.write, z.literal('').transform(() => undefined), z.null().transform(() => undefined)])
  .optional();

const reason = typedLines({ limit: 2000, missing: closeMessages.reasonMissing }).min(
  1,
  closeMessages.reasonMissing,
);

const names = denominations.map(formatDecimal);
const pieces = boundedRecord(
  z
    .record(
      z.string(),
      z
        .number(closeMessages.pieces)
        .int(closeMessages.pieces)
        .min(0, closeMessages.pieces)
        .max(MOST_PIECES, closeMessages.pieces),
    )
    .refine(
      (counted) => Object.keys(counted).every((name) => names.includes(name)),
      closeMessages.unknownPiece,
    ),
  names.length,
  closeMessages.unknownPiece,
);

function requireCount(
  { pieces, other }: { readonly pieces?: unknown; readonly other?: unknown },
  context: z.RefinementCtx,
): void {
  if (pieces === undefined && other === undefined)
    context.addIssue({ code: 'custom', path: ['other'], message: closeMessages.nothingCounted });
}

/**
 * Validates the count of a drawer: pieces by the decimal text of their note or coin, and what was counted without them. `kept` stays in
 * the drawer as the next float; `float` is what was in it before the first close. `after` is the last close that was seen. With `user` a
 * manager closes the drawer of a disabled user, and says why.
 */
export const countBody = z
  .object({
    pieces: pieces.optional(),
    other: optionalAmount,
    kept: optionalAmount,
    float: optionalAmount,
    notes: optionalLongText('Notes').write,
    after: readId.nullish(),
    user: readId.optional(),
    reason: reason.optional(),
  })
  .superRefine((count, context) => {
    if (count.user !== undefined && count.reason === undefined)
      context.addIssue({ code: 'custom', path: ['reason'], message: closeMessages.reasonForOther });
    requireCount(count, context);
  });
export type CountBody = z.output<typeof countBody>;

/** How long a count can be made again before its reason is given, in milliseconds. */
export const RECOUNT_MS = 10 * 60_000;

/** Validates a second count of a close that waits for its reason: an earlier one stays on it (decision 141). */
export const recountBody = z
  .object({ pieces: pieces.optional(), other: optionalAmount, kept: optionalAmount })
  .superRefine(requireCount);
export type RecountBody = z.output<typeof recountBody>;

/** Validates the reason that finishes a close with a difference. */
export const finishBody = z.object({ reason });

/** Parses a drawer close in a list. Times are ISO 8601 in UTC. */
export const closeRow = z.object({
  id: readId,
  user: readId,
  user_name: z.string(),
  /** The manager who counted or finished it in place of a disabled user; null for a close of one's own. */
  closed_by: readId.nullish(),
  closed_by_name: z.string().nullish(),
  /** When the period began: the close before; null for the first. */
  since: z.string().nullable(),
  created_at: z.string(),
  /** Null while the reason of a difference is missing. */
  finished_at: z.string().nullable(),
  float: amount,
  expected: amount,
  counted: amount,
  /** Counted less expected. */
  difference: amount,
  /** What stayed in the drawer for the next period. */
  kept: amount,
  reason: z.string().nullable(),
  notes: z.string().nullable(),
  /** How many of its lines were changed since, and what all of them come to now with the float. */
  changed: z.number().int(),
  expected_now: amount,
  /** How often it was counted again before its reason was given; absent on a server that knows no such count. */
  recounts: z.number().int().optional(),
});

export type CloseRow = z.output<typeof closeRow>;

/** Parses GET /closes/. The totals and counts are those of the filters, on all pages: `difference` and `differing`. */
export const closesPage = pageOf(closeRow).extend({
  counts: z.record(z.string(), z.number().int()).optional().catch(undefined),
});
export type ClosesPage = z.output<typeof closesPage>;

const partSum = z.object({ part: z.enum(drawerParts), count: z.number().int(), total: amount });

/** Parses one line of a close: a payment, or money paid out as a negative amount. */
const closeLine = z.object({
  resource: z.enum(resourceNames),
  record: readId,
  part: z.enum(drawerParts),
  /** True if the record was counted by an earlier close: the amount is the change since then, negative for cash that went out. */
  correction: z.boolean().optional(),
  amount,
  /** What the record comes to since it was changed; null if it was not. */
  amount_now: computedMoney('Amount').read,
  deleted: z.boolean(),
  title: z.string(),
  /** Who wrote the record last, and when. */
  written_by: z.string().nullable(),
  written_at: z.string().nullable(),
});
export type CloseLine = z.output<typeof closeLine>;

/** Parses one close with its count, its sums by part and its lines, changed ones first. */
export const closeAnswer = closeRow.extend({
  pieces: z.record(z.string(), z.number()),
  other: amount,
  parts: z.array(partSum),
  /** Sum of the corrections, which are in no part; absent without any. */
  corrections: z.object({ count: z.number().int(), total: amount }).optional(),
  lines: z.array(closeLine).optional(),
  line_count: z.number().int().optional(),
  /** Until when it can be counted again, ISO 8601 in UTC; absent once it can't. */
  recount_until: z.string().optional(),
  /** What was counted before, the first count first. */
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
 * Parses the open period of the signed-in user. What is expected is no part of it: staff count first (decision 54). `taken` is what they
 * received since the last close, or today if there is none.
 */
export const ownDrawer = z.object({
  since: z.string().nullable(),
  last: readId.nullable(),
  /** What stayed in the drawer at the last close; null before the first. */
  kept: computedMoney('Kept').read,
  taken: z.object({ since: z.string(), count: z.number().int(), total: amount }),
  /** Counted, and waiting for the reason of its difference. */
  unfinished: closeAnswer.nullable(),
});

export type OwnDrawer = z.output<typeof ownDrawer>;

/** Parses a drawer that is not closed yet, for managers. */
const openDrawer = z.object({
  user: readId,
  user_name: z.string(),
  since: z.string().nullable(),
  /** When the first amount since then was recorded; null without one. */
  first_at: z.string().nullable(),
  count: z.number().int(),
  /** What should be in it now. */
  expected: amount,
  /** The close that waits for its reason. */
  unfinished: readId.nullable(),
  /** Whether its user is disabled: then a manager closes it. Absent on a server that knows no such close. */
  disabled: z.boolean().optional(),
  /** The last close and what stayed in the drawer then. */
  last: readId.nullish(),
  kept: computedMoney('Kept').read.optional(),
});

export type OpenDrawer = z.output<typeof openDrawer>;

const takenSum = { count: z.number().int(), total: amount };

/** Parses what the branch received since the UTC day began, by the person whose drawer it went into; closed drawers are in it. */
const takenInBranch = z.object({
  since: z.string(),
  ...takenSum,
  people: z.array(z.object({ user: readId, user_name: z.string(), ...takenSum })),
});

/** Parses the drawers that are not closed yet. `taken` is absent on a server that does not know it. */
export const openDrawers = z.object({ drawers: z.array(openDrawer), taken: takenInBranch.optional() });
export type OpenDrawers = z.output<typeof openDrawers>;
