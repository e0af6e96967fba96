import { z } from 'zod';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import type { EnqueueResult } from '#app/outbox/store/enqueue.ts';
import type { Tokens } from '#contract/account.ts';
import type { ResourceName } from '#contract/resource-names.ts';

/** Holds the entries of all owners that differ from those of an earlier moment, and the numbers of those that are gone. */
export interface ChangedEntries {
  readonly changed: readonly OutboxEntry[];
  readonly gone: readonly number[];
}

/** Declares the commands of a simulated device. Tabs are numbers returned by `openTab`. */
export interface DeviceCommands {
  readonly signIn: (tokens: Tokens) => void;
  readonly isSignedIn: () => boolean;
  /** Sends what is pending for at most this number of seconds, as the app does before a log-out. */
  readonly flush: (seconds: number) => void;
  /** Logs the user out. Returns valid tokens in use, so that the user can be signed in with them again. */
  readonly signOut: () => Tokens | undefined;
  /** Makes the server refuse the session, or only its access token; false if nobody is signed in. */
  readonly endSession: (part: 'session' | 'access') => boolean;
  readonly openTab: () => number;
  readonly closeTab: (tab: number) => void;
  readonly save: (tab: number, mutation: Mutation) => EnqueueResult | { readonly outcome: 'not-stored' };
  /** Runs the sender in these tabs at once, ignoring backoff. */
  readonly send: (tabs: readonly number[]) => void;
  /** Starts the sender in this tab and kills the tab after this number of answers. */
  readonly sendUntilKilled: (tab: number, answers: number) => void;
  /** Lets time pass at once, as for a device that slept. */
  readonly passTime: (milliseconds: number) => void;
  /** Sets the device's clock wrong by this many milliseconds; 0 sets it right. */
  readonly setClockError: (milliseconds: number) => void;
  readonly entries: () => OutboxEntry[];
  /** Returns what was stored, attempted, settled or removed since the last call. */
  readonly changedEntries: () => ChangedEntries;
  readonly retry: (outboxId: string) => void;
  /** Returns the error message if the entry cannot be discarded, else undefined. */
  readonly discard: (outboxId: string) => string | undefined;
  /** Returns a record as a form shows it: the last read one, read anew if the network allows, with pending changes over it. */
  readonly show: (resource: ResourceName, recordId: string) => RecordRow | undefined;
  /** Returns the mutation that replaces the entry; undefined if it can no longer be changed. */
  readonly reopen: (outboxId: string) => Mutation | undefined;
}

export type CommandName = keyof DeviceCommands;

export const commandMessage = z.object({ number: z.number(), name: z.string(), args: z.array(z.unknown()) });

export const replyMessage = z.object({
  number: z.number(),
  answer: z.unknown().optional(),
  error: z.string().optional(),
});
