import type { FastifyInstance } from 'fastify';
import {
  BACKUPS_PATH,
  type BackupList,
  type BackupPreview,
  backupList,
  backupPreview,
  backupStarted,
  restoreBody,
} from '#contract/backups.ts';
import { formatDecimal } from '#contract/money.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { operation } from '#server/http/route-schemas.ts';
import { readBranchDetails } from '#server/months/months.ts';
import { badField, conflict, HttpError, notFound } from '#server/platform/http-error.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { parseBody } from '#server/records/body.ts';
import type { BranchContents } from './backup-format.ts';
import type { BackupService } from './backup-service.ts';
import { messages } from './texts.en.ts';

interface NameParams {
  readonly Params: { readonly name: string };
}

const ONE = `${BACKUPS_PATH}:name/`;

function toWire({ records, users, months, newest_payment }: BranchContents): BackupPreview['current'] {
  return {
    records,
    users,
    months,
    newest_payment: newest_payment && {
      ...newest_payment,
      amount: formatDecimal(BigInt(newest_payment.amount)),
    },
  };
}

/**
 * Decisions 46 and 58. A preview shows the manager's own branch alone; a restore is for databases of one branch,
 * because it takes back all branches' records.
 */
export function backupRoutes(app: FastifyInstance, context: RequestContext, backups: BackupService): void {
  app.get(
    BACKUPS_PATH,
    operation('backups.manage', 'The automatic backups, for managers', { 200: backupList }),
    async (request): Promise<BackupList> => {
      const { name, generation } = await readBranchDetails(context.read(request));
      return {
        ...(await backups.list()),
        restorable: (await backups.countBranches()) === 1,
        confirmation: name,
        generation,
      };
    },
  );

  app.post(
    BACKUPS_PATH,
    operation('backups.manage', 'Begin a backup, for managers', { 202: backupStarted }),
    (request, reply) =>
      context.write(request, reply, async () => {
        if (!backups.makeNow()) throw conflict(messages.backupBusy);
        return { status: 202, body: { detail: messages.backupStarted } };
      }),
  );

  app.get<NameParams>(
    ONE,
    operation('backups.manage', 'What a backup holds of the branch, for managers', { 200: backupPreview }),
    async (request): Promise<BackupPreview> => {
      const { branchId } = context.read(request);
      const found = await describe(backups, request.params.name);
      const isOwn = ({ id }: BranchContents) => id === String(branchId);
      const [held, current] = [found.branches?.find(isOwn), (await backups.describeNow()).find(isOwn)];
      if (!current) throw notFound();
      return { ...found.backup, held: held ? toWire(held) : null, current: toWire(current) };
    },
  );

  // Not run once per idempotency key: a restore replaces the keys too. The generation prevents a second one (decision 180).
  app.post<NameParams>(
    `${ONE}restore/`,
    operation(
      'backups.manage',
      'Begin to restore a backup, for managers',
      { 202: backupStarted },
      { body: restoreBody },
    ),
    async (request, reply) => {
      const { id: branchId, name, generation } = await readBranchDetails(context.read(request));
      const body = parseBody(restoreBody, request.body);
      const { branches, isHere } = await describe(backups, request.params.name);
      if ((await backups.countBranches()) !== 1) throw conflict(messages.severalBranches);
      if (branches && !branches.some(({ id }) => id === branchId)) throw conflict(messages.backupOfOthers);
      if (body.confirmation.trim() !== name) {
        throw badField('confirmation', messages.confirmationDiffers({ confirmation: name }));
      }
      if (body.generation !== generation) throw conflict(messages.restoredMeanwhile);
      if (!isHere) throw conflict(messages.backupElsewhere);
      if (!backups.restore(request.params.name)) throw conflict(messages.backupBusy);
      return reply.code(202).send({ detail: messages.restoreStarted });
    },
  );
}

async function describe(backups: BackupService, name: string) {
  const found = await backups.describe(name).catch((error: unknown) => {
    if (error instanceof StartupError) {
      throw new HttpError(409, { detail: messages.backupUnreadable({ reason: error.message }) });
    }
    throw error;
  });
  if (!found) throw notFound(messages.backupUnknown);
  return found;
}
