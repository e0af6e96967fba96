import { z } from 'zod';
import { ApiError, certainlyNotApplied } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { ownerKey } from '#app/api/session.ts';
import { mayNow } from '#app/cache/boot-cache.ts';
import { recordSchema } from '#app/lib/record-row.ts';
import { changedMeanwhile as changedMeanwhileAnswer } from '#contract/change.ts';
import { readId } from '#contract/fields.ts';
import { deleted } from '#contract/http.ts';
import { permissionFor } from '#contract/record-permissions.ts';
import { refusalsIn } from '#contract/refusals.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { answeredRecords } from '#contract/writes/answer.ts';
import { writeOf } from '#contract/writes/registry.ts';
import type { ChangedMeanwhile, OutboxEntry } from '../model/entry.ts';
import { messages } from '../texts.en.ts';
import { checkFirst, type EntryRequest } from './build-request.ts';
import type { SendContext, SendResult } from './settle.ts';

const hiddenRecord = z.looseObject({ id: readId });

const hidesRecord = ({ operation: { resource } }: OutboxEntry) =>
  isResourceName(resource) && !mayNow(permissionFor(resourceOf(resource), 'read'));

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
  const isDelete = entry.operation.kind === 'delete' && isResourceName(entry.operation.resource);
  if (isDelete && status === 404 && entry.attempts > 1) return { kind: 'succeeded' };
  const changedMeanwhile = changedMeanwhileIn(error.answer, entry.operation.resource);
  const refusals = refusalsIn(error.answer);
  return {
    kind: 'rejected',
    status,
    message,
    fields,
    refusals,
    ...(changedMeanwhile && { changedMeanwhile }),
  };
}

function changedMeanwhileIn(answer: unknown, name: string): ChangedMeanwhile | undefined {
  const { conflicts, current } = changedMeanwhileAnswer.safeParse(answer).data ?? {};
  const record = isResourceName(name) ? recordSchema(resourceOf(name)).safeParse(current) : undefined;
  return record?.success ? { current: record.data, ...(conflicts && { conflicts }) } : undefined;
}

/**
 * Sends a claimed entry once, only in its owner's name. Never throws. A success without the contract's shape counts as
 * none.
 */
export async function sendEntry(entry: OutboxEntry, context: SendContext): Promise<SendResult> {
  const { resource } = entry.operation;
  if (entry.sent && writeOf(resource)) return sendRequestOf(entry, entry.sent, answerOfDeclared, context);
  if (!entry.sent || !isResourceName(resource)) {
    return { kind: 'rejected', message: messages.cannotSend, fields: [] };
  }
  const answer = recordSchema(resourceOf(resource)).transform((result) => ({ result }));
  if (!context.writes.checksFirst(entry.sent)) return sendRequestOf(entry, entry.sent, answer, context);
  const checked = await checkFirst(entry, entry.sent, resourceOf(resource), context);
  if (checked.kind === 'unreached') {
    const failed = resultOfError(checked.error, entry);
    // Only the read was sent.
    return failed.kind === 'retry' ? { ...failed, mayHaveCommitted: false } : failed;
  }
  if (checked.kind !== 'complete') return checked;
  return sendRequestOf(entry, checked.sent, answer, context);
}

type Answered = Pick<Extract<SendResult, { kind: 'succeeded' }>, 'result' | 'records'>;

const answerOfDeclared: z.ZodType<Answered> = answeredRecords.transform((records) => ({
  result: records[0]?.record,
  records,
}));

async function sendRequestOf(
  entry: OutboxEntry,
  { method, path, body, ifMatch }: EntryRequest,
  answered: z.ZodType<Answered>,
  { owner }: SendContext,
): Promise<SendResult> {
  const { kind } = entry.operation;
  const names = {
    idempotencyKey: entry.id,
    approval: entry.approval,
    enteredBy: entry.enteredBy?.id,
  };
  const call = { method, path, rawBody: body, ifMatch, ...names, expectOwner: ownerKey(owner) };
  try {
    if (kind === 'delete' && isResourceName(entry.operation.resource)) {
      return { kind: 'succeeded', detail: (await request({ ...call, answer: deleted }))?.detail };
    }
    const answer = z.unknown().transform((raw, context) => {
      const records = answered.safeParse(raw);
      const { detail } = messageSchema.parse(raw);
      if (records.success) return { ...records.data, detail };
      // For an installment the specification promises only the message (section 7).
      if (detail !== undefined && entry.body.is_installment === true && kind === 'create') return { detail };
      // A manager has approved it, and the role of the user hides the record.
      if (hidesRecord(entry) && hiddenRecord.safeParse(raw).success) return { detail };
      context.addIssue({ code: 'custom', message: 'Not a record' });
      return z.NEVER;
    });
    return { kind: 'succeeded', ...(await request({ ...call, answer })) };
  } catch (error) {
    return resultOfError(error, entry);
  }
}
