import { z } from 'zod';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import type { EnqueueResult } from '#app/outbox/store/enqueue.ts';
import type { Tokens } from '#contract/account.ts';

/** What a device can be told to do, with what it answers. Tabs are numbers that `openTab` gave. */
export interface DeviceCommands {
  readonly signIn: (tokens: Tokens) => void;
  /** Answers the tokens that were in use: whoever comes back later goes on with them. */
  readonly signOut: () => Tokens | undefined;
  readonly openTab: () => number;
  /** Without a farewell: whatever was under way never comes back to it. */
  readonly closeTab: (tab: number) => void;
  readonly save: (tab: number, write: Mutation) => EnqueueResult | { readonly outcome: 'not-stored' };
  /** Sends what may be sent, in these tabs at once, without waiting out a back-off. */
  readonly drain: (tabs: readonly number[]) => void;
  /** Begins to send in this tab, which dies after so many answers. */
  readonly dieSending: (tab: number, answers: number) => void;
  readonly moveClock: (milliseconds: number) => void;
  /** Rows of everyone on this device, in order, as whoever owns them sees them. */
  readonly rows: () => OutboxEntry[];
  readonly retry: (outboxId: string) => void;
  /** The sentence why it cannot be discarded; undefined where it was. */
  readonly discard: (outboxId: string) => string | undefined;
  /** The write to put in its place; undefined where it can no longer be changed. */
  readonly takeBack: (outboxId: string) => Mutation | undefined;
}

export type CommandName = keyof DeviceCommands;

/** One order on its way to the device's process. */
export const commandMessage = z.object({ number: z.number(), name: z.string(), words: z.array(z.unknown()) });

/** What came of an order. */
export const replyMessage = z.object({
  number: z.number(),
  answer: z.unknown().optional(),
  error: z.string().optional(),
});
