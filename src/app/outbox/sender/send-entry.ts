import { z } from 'zod';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { certainlyNotApplied } from '#app/api/error-class.ts';
import { type Owner, ownerKey } from '#app/api/session.ts';
import { type RecordRow, recordSchema } from '#app/lib/record-row.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { deleted } from '#contract/http.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import type { OutboxEntry } from '../model/entry.ts';

/** What a try has brought, for `settle` to write down. */
export type SendResult =
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

function verdictOf(error: unknown, row: OutboxEntry): SendResult {
  if (!(error instanceof ApiError)) {
    return { kind: 'again', uncertain: true, message: 'The answer could not be read. It is sent again.' };
  }
  const { status, message, fields, retryAfterSeconds } = error;
  if (error.kind === 'sign-in') return { kind: 'sign-in' };
  if (error.kind === 'transient') {
    return { kind: 'again', uncertain: !certainlyNotApplied(status), status, message, retryAfterSeconds };
  }
  // It was deleted by an earlier try whose answer was lost.
  if (row.operation.kind === 'delete' && status === 404 && row.attempts > 1) return { kind: 'done' };
  return { kind: 'rejected', status, message, fields };
}

/**
 * Gives a claimed row to the network once, in its owner's name only, and says what came of it. Never throws.
 * A success that does not read as the contract's is no success.
 */
export async function sendEntry(row: OutboxEntry, owner: Owner): Promise<SendResult> {
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
      const record = recordSchema(resourceOf(resource)).safeParse(raw);
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
