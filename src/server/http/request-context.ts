import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BranchScope } from '#server/db/branch-scope.ts';
import type { BranchScopeFactory } from '#server/db/branch-scope-factory.ts';
import type { ExportedList } from '#server/exports/exports.ts';
import type { StoredAnswer } from '#server/idempotency/idempotency.ts';
import { messages } from '#server/messages/http.en.ts';
import type { ListReader } from '#server/records/list-reader.ts';
import { userOf } from './authenticate.ts';
import { type WriteOptions, write } from './idempotency.ts';
import { originOf } from './origin.ts';
import { branchKey, RequestQueues } from './request-limit.ts';
import type { SecurityLog } from './security-log.ts';
import { exportLimits, exportReaderLimits, sendExport, spreadsheetLimits } from './send-export.ts';
import { branchLimits, type ReaderLimits, readerLimits, sendList, wholeListLimits } from './send-list.ts';

type Work<T> = (scope: BranchScope) => Promise<T>;

export function createRequestContext(
  scopes: BranchScopeFactory,
  securityLog: SecurityLog,
  limits: ReaderLimits = readerLimits,
) {
  const ofBranch = new RequestQueues(branchLimits, undefined, branchKey);
  const sender = { scopes, queues: [new RequestQueues(wholeListLimits), ofBranch], limits };
  const exporter = {
    scopes,
    queues: [new RequestQueues(exportLimits, () => messages.exportRunning), ofBranch],
    limits: limits === readerLimits ? exportReaderLimits : limits,
    securityLog,
  };
  const toSpreadsheets = {
    ...{ scopes, limits, securityLog },
    queues: [new RequestQueues(spreadsheetLimits, undefined, branchKey), ofBranch],
  };
  return {
    /** Events of accounts, recorded after the commit (decision 59). */
    securityLog,
    read: (request: FastifyRequest) => scopes.read(userOf(request)),
    /** Ends after 5 s (decision 50). */
    search: <T>(request: FastifyRequest, work: Work<T>) => scopes.search(userOf(request), work),
    readTogether: <T>(request: FastifyRequest, work: Work<T>) => scopes.readTogether(userOf(request), work),
    list: (request: FastifyRequest, reply: FastifyReply, list: ListReader) =>
      sendList(sender, request, reply, list),
    exportList: (request: FastifyRequest, reply: FastifyReply, list: ExportedList) => {
      const isForPerson = userOf(request).spreadsheetToken === undefined;
      return sendExport(isForPerson ? exporter : toSpreadsheets, request, reply, list);
    },
    /** Runs once per idempotency key, in one transaction. Hidden parts of the answer are left out. */
    write: (request: FastifyRequest, reply: FastifyReply, work: Work<StoredAnswer>, options?: WriteOptions) =>
      write(scopes, request, reply, work, options),
    answer:
      <Request extends FastifyRequest>(
        status: number,
        work: (scope: BranchScope, request: Request) => Promise<unknown>,
        options?: WriteOptions,
      ) =>
      (request: Request, reply: FastifyReply) =>
        write(
          scopes,
          request,
          reply,
          async (scope) => ({ status, body: await work(scope, request) }),
          options,
        ),
    /** Committed before the write in a transaction of its own; it stays if the write fails. */
    apart: <T>(request: FastifyRequest, work: Work<T>) =>
      scopes.write({ ...userOf(request), ...originOf(request) }, work),
  };
}

export type RequestContext = ReturnType<typeof createRequestContext>;

export interface IdParams {
  readonly Params: { readonly id: string };
}
