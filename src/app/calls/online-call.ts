import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { StoredCall } from './unanswered-calls.ts';

/** Names for the sentences about a call; a log-out removes them from the device. */
export type About = Readonly<Record<string, string | undefined>>;

/** Tells what became of a call. `untold`: this server cannot say. */
export type CallOutcome =
  | { readonly state: 'done' | 'running' | 'unknown' | 'untold' }
  | { readonly state: 'refused'; readonly reason: string };

/** Declares a write that needs a connection and is never queued (decisions 23 and 141). */
export interface OnlineCall<S extends z.ZodType = z.ZodType> {
  /** Identifies the call on devices; never renamed while one may be unanswered. */
  readonly name: string;
  /** Schema of its answer. */
  readonly answer: S;
  /** The screen where it is done. */
  readonly screen: string;
  /** `key`: its body holds a password or a file and is never stored on the device. */
  readonly keeps: 'request' | 'key';
  /** Its result answers every later press of the same button, whatever the form holds by then. */
  readonly answersAnyPress?: true;
  /** Its answer only says that it has begun: it is ended by `endCall`. */
  readonly goesOn?: true;
  /** Longest wait for the answer, in milliseconds. */
  readonly timeoutMs?: number;
  /** Names the call in a few words: "End of November". */
  title(about: About): string;
  /** Says that it is done; without an answer where the device has none. */
  done(about: About, answer: z.output<S> | undefined): string;
  /** Reads its outcome from the state of the server: where its key is lost with it, or the server tells no outcomes. */
  read?(client: QueryClient, call: StoredCall): Promise<CallOutcome>;
}

/** Declares a call; its answer types what `done` gets. */
export const defineCall = <S extends z.ZodType>(call: OnlineCall<S>): OnlineCall<S> => call;
