import type { Fact } from './record-facts.ts';
import { createStore } from './store.ts';

/** Tells how a write with an approval ended: it is done, or the sentence why it is not. */
export type ApprovedOutcome = { readonly done: true } | { readonly problem: string };

/** Describes one write that needs a manager's approval (decisions 46 and 143). */
export interface ApprovalRequest {
  /** What is closed to the user, in a sentence. */
  readonly sentence: string;
  /** Names the write for who approves it: "Change Enrolment", and its facts. */
  readonly title: string;
  readonly facts: readonly Fact[];
  /** The write that is approved, byte by byte. */
  readonly write: {
    readonly method: 'POST' | 'PATCH' | 'DELETE';
    /** On the API. */
    readonly path: string;
    /** Idempotency key. */
    readonly key: string;
    readonly body?: string | undefined;
    readonly ifMatch?: string | undefined;
  };
  /** Sends the write with the token of the approval. */
  readonly send: (approval: string) => Promise<ApprovedOutcome>;
  /** Called when the dialog closes, with whether the write is done. */
  readonly onClosed: (done: boolean) => void;
}

/** Holds the request that the dialog shows. */
export const approvalRequest = createStore<ApprovalRequest | undefined>(undefined);

/** Asks a manager at this device to approve a write. Resolves once it is done, or the dialog was closed without it. */
export function askManager(request: Omit<ApprovalRequest, 'onClosed'>): Promise<boolean> {
  approvalRequest.get()?.onClosed(false);
  return new Promise((resolve) => {
    const onClosed = (done: boolean) => {
      approvalRequest.set(undefined);
      resolve(done);
    };
    approvalRequest.set({ ...request, onClosed });
  });
}
