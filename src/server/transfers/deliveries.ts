import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { studentTransferPath, type transferOnTheWay, type transferred } from '#contract/student-transfers.ts';
import type { AuthenticatedUser, Origin } from '#server/db/branch-scope.ts';
import type { BranchScopeFactory } from '#server/db/branch-scope-factory.ts';
import { readCalendar } from '#server/db/calendars.ts';
import type { Database } from '#server/db/database.ts';
import { hashOfBody, runOnce, type StoredAnswer, waitForKey } from '#server/idempotency/idempotency.ts';
import { inLanguage } from '#server/messages/language.ts';
import { messages } from '#server/messages/store.en.ts';
import {
  type Arrival,
  arrival,
  claimDelivery,
  confirmArrival,
  type Outgoing,
  readSent,
  receiveStudent,
  type SentTransfer,
  storedTransfer,
} from './transfers.ts';
import { readDueTransfers } from './transfers-of-all-branches.ts';

type Report = (error: unknown) => void;

/** Once for each delivery, whoever finishes it: a second server waits, and gets the answer of the first. */
async function receive(scopes: BranchScopeFactory, sent: SentTransfer, outgoing: Outgoing): Promise<Arrival> {
  const { user, device, agent, delivery, new_id } = outgoing;
  const there: AuthenticatedUser & Origin = {
    branchId: sent.otherBranchId,
    userId: BigInt(user),
    ...(device !== undefined && { device }),
    ...(agent !== undefined && { agent }),
  };
  const calendar = await readCalendar(scopes.read(there));
  const write = {
    key: delivery,
    method: 'POST',
    path: studentTransferPath(new_id),
    bodyHash: hashOfBody(outgoing),
  };
  return scopes.write({ ...there, calendar }, async (scope) => {
    await waitForKey(scope, delivery);
    const { body } = await runOnce(
      scope,
      write,
      async () => ({ status: 200, body: await receiveStudent(scope, sent, outgoing) }),
      () => undefined,
    );
    return arrival.parse(body);
  });
}

/**
 * The steps after the first one.
 * @param report takes the error of the last step: the student has arrived, and it is repeated
 */
async function deliver(
  scopes: BranchScopeFactory,
  sent: SentTransfer,
  outgoing: Outgoing,
  report: Report,
): Promise<Arrival> {
  return inLanguage(outgoing.language, async () => {
    const arrived = await receive(scopes, sent, outgoing);
    const { device, agent } = outgoing;
    const sender = { branchId: sent.from.branchId, userId: sent.by, device, agent };
    await scopes.write(sender, (scope) => confirmArrival(scope, sent.id, outgoing, arrived)).catch(report);
    return arrived;
  });
}

/**
 * Finishes a transfer that was begun, and makes its answer. If the other branch cannot be written now, the answer says that the
 * student is on the way, and `deliverDue` finishes it.
 * @param stored what `sendStudent` returned
 */
export async function finishTransfer(
  scopes: BranchScopeFactory,
  user: AuthenticatedUser,
  stored: unknown,
  report: Report,
): Promise<StoredAnswer> {
  const { transfer, name, branch, ...stands } = storedTransfer.parse(stored);
  const find = async (): Promise<Arrival | undefined> => {
    const sent = await readSent(scopes.read(user), transfer);
    if (!sent.outgoing) return sent.arrival;
    return deliver(scopes, sent, sent.outgoing, report).catch((error: unknown) => {
      report(error);
      return undefined;
    });
  };
  const known = arrival.safeParse(stands);
  const arrived = known.success ? known.data : await find();
  if (!arrived) {
    const body: z.input<typeof transferOnTheWay> = {
      detail: messages.studentOnTheWay({ name, branch }),
      branch,
    };
    return { status: 202, body };
  }
  const detail = messages.studentTransferred({ name, branch, code: arrived.code });
  const body: z.input<typeof transferred> = { detail, branch, ...arrived };
  return { status: 200, body };
}

/** Finishes transfers whose server ended, or whose other branch could not be written. Every server on the database may run it. */
export async function deliverDue(
  db: Kysely<Database>,
  scopes: BranchScopeFactory,
  report: Report,
): Promise<void> {
  for (const { branch_id, id, transferred_by, deliver_at } of await readDueTransfers(db)) {
    const sender = { branchId: branch_id, userId: transferred_by };
    try {
      if (!(await scopes.write(sender, (scope) => claimDelivery(scope, id, deliver_at)))) continue;
      const sent = await readSent(scopes.read(sender), id);
      if (sent.outgoing) await deliver(scopes, sent, sent.outgoing, report);
    } catch (error) {
      report(error);
    }
  }
}
