import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { StoredCall } from './unanswered-calls.ts';

/** Names for the sentences about a call; sign-out removes them from the device. */
export type About = Readonly<Record<string, string | undefined>>;

/** `untold`: this server cannot say. */
export type CallOutcome =
  | { readonly state: 'done' | 'running' | 'unknown' | 'untold' }
  | { readonly state: 'refused'; readonly reason: string };

export interface OnlineCall<S extends z.ZodType = z.ZodType> {
  /** Identifies the call on devices; never renamed while one may be unanswered. */
  readonly name: string;
  readonly answer: S;
  readonly screen: string;
  /** `key`: the body holds a password or a file and is never stored on the device. */
  readonly keeps: 'request' | 'key';
  /** The result answers every later press of the same button, even with other input. */
  readonly answersAnyPress?: true;
  /** The answer only says that the work has begun; `endCall` ends it. */
  readonly goesOn?: true;
  readonly timeoutMs?: number;
  title(about: About): string;
  /** Sentence for a finished call; without an answer where the device has none. */
  done(about: About, answer: z.output<S> | undefined): string;
  /** Reads the outcome from the state of the server, where the key is lost or the server tells no outcomes. */
  read?(client: QueryClient, call: StoredCall): Promise<CallOutcome>;
}

export const defineCall = <S extends z.ZodType>(call: OnlineCall<S>): OnlineCall<S> => call;
