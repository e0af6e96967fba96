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

export interface RequestContext {
  /** Events of accounts, recorded after the commit (decision 59). */
  readonly securityLog: SecurityLog;
  readonly read: (request: FastifyRequest) => BranchScope;
  /** Ends after 5 s (decision 50). */
  readonly search: <T>(request: FastifyRequest, work: (scope: BranchScope) => Promise<T>) => Promise<T>;
  /** All statements see the database as it was at the first of them. */
  readonly readTogether: <T>(request: FastifyRequest, work: (scope: BranchScope) => Promise<T>) => Promise<T>;
  readonly list: (request: FastifyRequest, reply: FastifyReply, list: ListReader) => Promise<FastifyReply>;
  readonly exportList: (
    request: FastifyRequest,
    reply: FastifyReply,
    list: ExportedList,
  ) => Promise<FastifyReply>;
  /** Runs once per idempotency key, in one transaction. Hidden parts of the answer are left out. */
  readonly write: (
    request: FastifyRequest,
    reply: FastifyReply,
    work: (scope: BranchScope) => Promise<StoredAnswer>,
    options?: WriteOptions,
  ) => Promise<FastifyReply>;
  readonly answer: <Request extends FastifyRequest>(
    status: number,
    work: (scope: BranchScope, request: Request) => Promise<unknown>,
    options?: WriteOptions,
  ) => (request: Request, reply: FastifyReply) => Promise<FastifyReply>;
  /** Committed before the write in a transaction of its own; it stays if the write fails. */
  readonly apart: <T>(request: FastifyRequest, work: (scope: BranchScope) => Promise<T>) => Promise<T>;
}

export function createRequestContext(
  scopes: BranchScopeFactory,
  securityLog: SecurityLog,
  limits: ReaderLimits = readerLimits,
): RequestContext {
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
    securityLog,
    read: (request) => scopes.read(userOf(request)),
    search: (request, work) => scopes.search(userOf(request), work),
    readTogether: (request, work) => scopes.readTogether(userOf(request), work),
    list: (request, reply, list) => sendList(sender, request, reply, list),
    exportList: (request, reply, list) => {
      const isForPerson = userOf(request).spreadsheetToken === undefined;
      return sendExport(isForPerson ? exporter : toSpreadsheets, request, reply, list);
    },
    write: (request, reply, work, options) => write(scopes, request, reply, work, options),
    answer: (status, work, options) => (request, reply) =>
      write(scopes, request, reply, async (scope) => ({ status, body: await work(scope, request) }), options),
    apart: (request, work) => scopes.write({ ...userOf(request), ...originOf(request) }, work),
  };
}

export interface IdParams {
  readonly Params: { readonly id: string };
}
