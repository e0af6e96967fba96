import { createStore } from './store.ts';

/** Tells how a write with an approval ended: it is done, or the sentence why it is not. */
export type ApprovedOutcome = { readonly done: true } | { readonly problem: string };

/** Describes one write that needs a manager's approval (decision 46). */
export interface ApprovalRequest {
  /** What is closed to the user, in a sentence. */
  readonly sentence: string;
  /** The write that is approved: method, path on the API and idempotency key. */
  readonly write: {
    readonly method: 'POST' | 'PATCH' | 'DELETE';
    readonly path: string;
    readonly key: string;
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
