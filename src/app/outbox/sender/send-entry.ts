import { z } from 'zod';
import { ApiError, certainlyNotApplied } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { ownerKey } from '#app/api/session.ts';
import type { WritePolicy } from '#app/api/strategies.ts';
import { mayNow } from '#app/cache/boot-cache.ts';
import { dayAt } from '#app/lib/branch-day.ts';
import { isClockWrong } from '#app/lib/clock.ts';
import { recordSchema } from '#app/lib/record-row.ts';
import { BASE, changedMeanwhile as changedMeanwhileAnswer, versionTag } from '#contract/change.ts';
import type { Day } from '#contract/days.ts';
import { type Draft, formOf } from '#contract/define-resource.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { readId } from '#contract/fields.ts';
import { deleted } from '#contract/http.ts';
import { type Problem, problemsIn } from '#contract/problems.ts';
import { permissionFor } from '#contract/record-permissions.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { answeredRecords } from '#contract/writes/answer.ts';
import { listPathOf, type WriteDefinition } from '#contract/writes/define-write.ts';
import { writeOf } from '#contract/writes/registry.ts';
import type { ChangedMeanwhile, EntryRequest, OutboxEntry } from '../model/entry.ts';
import { changeToMerge } from '../store/entry-change.ts';
import { messages } from '../texts.en.ts';
import { checkFirst, wholeObject } from './merge-on-device.ts';
import type { SendContext, SendResult } from './settle.ts';

type Unplaced = Omit<OutboxEntry, 'seq'>;

/** A record with a day of its own, which its body does not name. */
function lacksDay({ operation: { resource }, body }: Unplaced): boolean {
  const { dayOf } = writeOf(resource) ?? {};
  if (dayOf) return !dayOf(body);
  const isDated = isResourceName(resource) && 'custom_date' in formOf(resourceOf(resource), body).fields;
  return isDated && !body.custom_date;
}

function declaredRequest(
  { request }: WriteDefinition,
  entry: Unplaced,
  given: { readonly id: string | undefined; readonly day: Day | undefined },
): EntryRequest {
  const { path, body } = request(entry, given);
  return {
    method: 'POST',
    path,
    body: JSON.stringify(body),
    ...(given.day && { customDate: given.day }),
  };
}

/** Only for a record that is sent on a later day than it was made (decision 30). */
function dayCreated(entry: Unplaced, now: number): Day | undefined {
  if (entry.operation.kind !== 'create' || !lacksDay(entry)) return undefined;
  const created = dayAt(entry.createdAt);
  return created < dayAt(now) ? created : undefined;
}

/** Of a change, the last known record with the touched fields. */
function sentObject({ operation, base, before, body }: Unplaced): Draft {
  if (!base || !before || !isResourceName(operation.resource)) return body;
  return { ...wholeObject(resourceOf(operation.resource), before), ...body };
}

/**
 * True if only the user knows the day of an entry: it would be stamped, but the clock was wrong when it was made, is
 * wrong now, or had run back before a known moment (fault 62).
 */
export function needsDay(entry: Unplaced, now: number): boolean {
  const created = dayCreated(entry, now);
  if (created === undefined) return false;
  if (entry.clockWrong || isClockWrong()) return true;
  return entry.knownAt !== undefined && created < dayAt(entry.knownAt);
}

/**
 * The request is stored with the entry, so that every retry sends the same bytes. PATCH carries the whole object with
 * its id (specification, section 7): the last known record with the touched fields, and their base if the server
 * compares (decision 41). Otherwise the body is added when the device has merged it. A create carries the id of its
 * record where the server takes it (decision 171). DELETE names the version that was
 * shown, and the reason that a printed payment needs (decision 55).
 * @param now wall clock, milliseconds
 * @throws {TypeError} for a resource that this build does not know
 */
export function buildRequest(
  entry: Unplaced,
  now: number,
  { serverCompares, sendsIds }: WritePolicy,
): EntryRequest {
  const { resource: name, kind, recordId } = entry.operation;
  const customDate = dayCreated(entry, now);
  const write = writeOf(name);
  if (write) return declaredRequest(write, entry, { id: sendsIds ? recordId : undefined, day: customDate });
  const named = sendsIds ? { id: recordId } : {};
  const path = listPathOf(name);
  const recordPath = `${path}${encodeURIComponent(recordId)}/`;
  if (kind === 'delete') {
    const version = entry.before?.version;
    const known = serverCompares && typeof version === 'number';
    const { reason } = entry.body;
    return {
      method: 'DELETE',
      path: recordPath,
      ...(typeof reason === 'string' && { body: JSON.stringify({ reason }) }),
      ...(known && { ifMatch: versionTag(version) }),
    };
  }
  if (kind === 'update') {
    const { base } = entry;
    if (base && !serverCompares) return { method: 'PATCH', path: recordPath };
    const object = { ...sentObject(entry), id: recordId, ...(base && { [BASE]: changeToMerge(entry).base }) };
    return { method: 'PATCH', path: recordPath, body: JSON.stringify(object) };
  }
  const body = JSON.stringify({ ...entry.body, ...named, ...(customDate && { custom_date: customDate }) });
  return { method: 'POST', path, body, ...(customDate && { customDate }) };
}

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
  const { status, message, retryAfterSeconds } = error;
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
  return {
    kind: 'rejected',
    status,
    message,
    problems: problemsOf(error),
    ...(changedMeanwhile && { changedMeanwhile }),
  };
}

/**
 * With their facts, where the server sent some; then also those of the whole write. Facts stand at the value itself, the
 * shapes of section 7 may name its object: `refund.amount` and `refund`.
 */
function problemsOf({ fields, answer }: ApiError): readonly Problem[] {
  const withFacts = problemsIn(answer);
  const isSame = (whole: FieldProblem, one: FieldProblem) =>
    one.message === whole.message && `${one.field}.`.startsWith(`${whole.field}.`);
  return [...fields.filter((field) => !withFacts.some((one) => isSame(field, one))), ...withFacts];
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
    return { kind: 'rejected', message: messages.cannotSend, problems: [] };
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
