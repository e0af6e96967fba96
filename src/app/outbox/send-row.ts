import { z } from 'zod';
import { request } from '#app/data/api-client.ts';
import { ApiFailure } from '#app/data/api-failure.ts';
import { type RecordRow, recordShape } from '#app/data/record-row.ts';
import { type Owner, ownerKey } from '#app/data/session.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { deleted } from '#contract/http.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { surelyNotDone } from './error-class.ts';
import type { OutboxRow } from './outbox-row.ts';

/** What a try has brought, for `settle` to write down. */
export type Verdict =
  | { readonly kind: 'done'; readonly result?: RecordRow; readonly detail?: string }
  | {
      readonly kind: 'again';
      /** The host may have carried it out. */
      readonly uncertain: boolean;
      readonly status?: number;
      readonly message: string;
      readonly retryAfterSeconds?: number;
    }
  | { readonly kind: 'sign-in' }
  | {
      readonly kind: 'rejected';
      readonly status?: number;
      readonly message: string;
      readonly fields: readonly FieldProblem[];
    };

const sentence = z.object({ detail: z.string().optional().catch(undefined) }).catch({});

function verdictOf(error: unknown, row: OutboxRow): Verdict {
  if (!(error instanceof ApiFailure)) {
    return { kind: 'again', uncertain: true, message: 'The answer could not be read. It is sent again.' };
  }
  const { status, message, fields, retryAfterSeconds } = error;
  if (error.kind === 'sign-in') return { kind: 'sign-in' };
  if (error.kind === 'transient') {
    return { kind: 'again', uncertain: !surelyNotDone(status), status, message, retryAfterSeconds };
  }
  // It was deleted by an earlier try whose answer was lost.
  if (row.operation.kind === 'delete' && status === 404 && row.attempts > 1) return { kind: 'done' };
  return { kind: 'rejected', status, message, fields };
}

/**
 * Gives a claimed row to the network once, in its owner's name only, and says what came of it. Never throws.
 * A success that does not read as the contract's is no success.
 */
export async function sendRow(row: OutboxRow, owner: Owner): Promise<Verdict> {
  const { resource, kind } = row.operation;
  if (!row.sent || !isResourceName(resource)) {
    return { kind: 'rejected', message: 'This version of the app cannot send this entry.', fields: [] };
  }
  const { method, path, body } = row.sent;
  const call = { method, path, rawBody: body, idempotencyKey: row.id, expectOwner: ownerKey(owner) };
  try {
    if (kind === 'delete') {
      return { kind: 'done', detail: (await request({ ...call, answer: deleted }))?.detail };
    }
    const answer = z.unknown().transform((raw, context) => {
      const record = recordShape(resourceOf(resource)).safeParse(raw);
      const { detail } = sentence.parse(raw);
      if (record.success) return { result: record.data, detail };
      // Of an installment the specification promises no more than the sentence (section 7).
      if (detail !== undefined && row.body.is_installment === true && kind === 'create') return { detail };
      context.addIssue({ code: 'custom', message: 'Not a record' });
      return z.NEVER;
    });
    return { kind: 'done', ...(await request({ ...call, answer })) };
  } catch (error) {
    return verdictOf(error, row);
  }
}
