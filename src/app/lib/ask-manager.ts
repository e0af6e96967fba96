import type { Fact } from './record-facts.ts';
import { createStore } from './store.ts';

export type ApprovedOutcome = { readonly done: true } | { readonly problem: string };

export interface ApprovalRequest {
  readonly sentence: string;
  /** For the manager: "Change Enrolment". */
  readonly title: string;
  readonly facts: readonly Fact[];
  /** Approved byte by byte. */
  readonly write: {
    readonly method: 'POST' | 'PATCH' | 'DELETE';
    readonly path: string;
    readonly key: string;
    readonly body?: string | undefined;
    readonly ifMatch?: string | undefined;
  };
  readonly send: (approval: string) => Promise<ApprovedOutcome>;
  readonly onClosed: (done: boolean) => void;
}

export const approvalRequest = createStore<ApprovalRequest | undefined>(undefined);

/** True once the write is done, false if the dialog was closed without it. */
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
