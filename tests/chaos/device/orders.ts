import { z } from 'zod';
import type { Enqueued } from '#app/outbox/enqueue.ts';
import type { OutboxRow } from '#app/outbox/outbox-row.ts';
import type { Write } from '#app/outbox/write.ts';
import type { Tokens } from '#contract/account.ts';

/** What a device can be told to do, with what it answers. Tabs are numbers that `openTab` gave. */
export interface Orders {
  readonly signIn: (tokens: Tokens) => void;
  /** Answers the tokens that were in use: whoever comes back later goes on with them. */
  readonly signOut: () => Tokens | undefined;
  readonly openTab: () => number;
  /** Without a farewell: whatever was under way never comes back to it. */
  readonly closeTab: (tab: number) => void;
  readonly save: (tab: number, write: Write) => Enqueued | { readonly outcome: 'not-stored' };
  /** Sends what may be sent, in these tabs at once, without waiting out a back-off. */
  readonly drain: (tabs: readonly number[]) => void;
  /** Begins to send in this tab, which dies after so many answers. */
  readonly dieSending: (tab: number, answers: number) => void;
  readonly moveClock: (milliseconds: number) => void;
  /** Rows of everyone on this device, in order, as whoever owns them sees them. */
  readonly rows: () => OutboxRow[];
  readonly retry: (outboxId: string) => void;
  /** The sentence why it cannot be discarded; undefined where it was. */
  readonly discard: (outboxId: string) => string | undefined;
  /** The write to put in its place; undefined where it can no longer be changed. */
  readonly takeBack: (outboxId: string) => Write | undefined;
}

export type OrderName = keyof Orders;

/** One order on its way to the device's process. */
export const orderMessage = z.object({ number: z.number(), name: z.string(), words: z.array(z.unknown()) });

/** What came of an order. */
export const replyMessage = z.object({
  number: z.number(),
  answer: z.unknown().optional(),
  error: z.string().optional(),
});
