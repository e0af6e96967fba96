import { z } from 'zod';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { certainlyNotApplied } from '#app/api/error-class.ts';
import { type Owner, ownerKey } from '#app/api/session.ts';
import { type RecordRow, recordSchema } from '#app/lib/record-row.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { deleted } from '#contract/http.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { messages } from '../messages.ts';
import type { OutboxEntry } from '../model/entry.ts';

/** Lists the results of one attempt to send an entry, which `settle` stores. */
export type SendResult =
  | { readonly kind: 'succeeded'; readonly result?: RecordRow; readonly detail?: string }
  | {
      readonly kind: 'retry';
      /** Whether the server may have applied the mutation. */
      readonly mayHaveCommitted: boolean;
      readonly status?: number;
      readonly message: string;
      readonly retryAfterSeconds?: number;
    }
  | { readonly kind: 'unauthenticated' }
  | {
      readonly kind: 'rejected';
      readonly status?: number;
      readonly message: string;
      readonly fields: readonly FieldProblem[];
    };

const messageSchema = z.object({ detail: z.string().optional().catch(undefined) }).catch({});

function resultOfError(error: unknown, entry: OutboxEntry): SendResult {
  if (!(error instanceof ApiError)) {
    return {
      kind: 'retry',
      mayHaveCommitted: true,
      message: messages.unreadableAnswer,
    };
  }
  const { status, message, fields, retryAfterSeconds } = error;
  if (error.kind === 'unauthenticated') return { kind: 'unauthenticated' };
  if (error.kind === 'transient') {
    return {
      kind: 'retry',
      mayHaveCommitted: !certainlyNotApplied(status),
      status,
      message,
      retryAfterSeconds,
    };
  }
  // An earlier attempt deleted it, and the response was lost.
  if (entry.operation.kind === 'delete' && status === 404 && entry.attempts > 1) return { kind: 'succeeded' };
  return { kind: 'rejected', status, message, fields };
}

/**
 * Sends a claimed entry once, only in its owner's name, and returns the result. Never throws. A success that
 * is not in the contract's shape is no success.
 */
export async function sendEntry(entry: OutboxEntry, owner: Owner): Promise<SendResult> {
  const { resource, kind } = entry.operation;
  if (!entry.sent || !isResourceName(resource)) {
    return { kind: 'rejected', message: messages.cannotSend, fields: [] };
  }
  const { method, path, body } = entry.sent;
  const call = { method, path, rawBody: body, idempotencyKey: entry.id, expectOwner: ownerKey(owner) };
  try {
    if (kind === 'delete') {
      return { kind: 'succeeded', detail: (await request({ ...call, answer: deleted }))?.detail };
    }
    const answer = z.unknown().transform((raw, context) => {
      const record = recordSchema(resourceOf(resource)).safeParse(raw);
      const { detail } = messageSchema.parse(raw);
      if (record.success) return { result: record.data, detail };
      // For an installment the specification promises only the message (section 7).
      if (detail !== undefined && entry.body.is_installment === true && kind === 'create') return { detail };
      context.addIssue({ code: 'custom', message: 'Not a record' });
      return z.NEVER;
    });
    return { kind: 'succeeded', ...(await request({ ...call, answer })) };
  } catch (error) {
    return resultOfError(error, entry);
  }
}
