import type { FastifyInstance } from 'fastify';
import {
  leavableResources,
  returnBody,
  returnPath,
  transferBody,
  transferPath,
  undoBody,
  undoReturnPath,
  undoWithdrawalPath,
  withdrawal,
  withdrawalPath,
  withdrawBody,
  withdrawPath,
} from '#contract/withdrawals.ts';
import { writeAnswer } from '#contract/writes/answer.ts';
import { tableOf } from '#server/db/tables.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { operation } from '#server/http/route-schemas.ts';
import { returnBooks, undoReturn } from './returns.ts';
import { readWithdrawal, transfer, undoWithdrawal, withdraw } from './withdrawals.ts';

const options = { locksMonth: true };

/** Decision 131. */
export function goingBackRoutes(app: FastifyInstance, context: RequestContext): void {
  for (const name of leavableResources) {
    const mapping = tableOf(name);
    const { path, nouns } = mapping.resource;

    app.get<IdParams>(
      withdrawalPath(path, ':id'),
      operation('records.read', `How a student left one of the ${nouns.other}`, { 200: withdrawal }),
      (request) => readWithdrawal(context.read(request), mapping, request.params.id),
    );

    app.post<IdParams>(
      withdrawPath(path, ':id'),
      operation(
        'records.write',
        `A student leaves one of the ${nouns.other}, with what is kept, paid back and forgiven`,
        { 200: writeAnswer },
        { body: withdrawBody },
      ),
      context.answer(200, (scope, { params, body }) => withdraw(scope, mapping, params.id, body), options),
    );

    app.post<IdParams>(
      undoWithdrawalPath(path, ':id'),
      operation(
        'records.write',
        'Undo that a student left, while nothing followed',
        { 200: writeAnswer },
        { body: undoBody },
      ),
      context.answer(
        200,
        (scope, { params, body }) => undoWithdrawal(scope, mapping, params.id, body),
        options,
      ),
    );

    app.post<IdParams>(
      transferPath(path, ':id'),
      operation(
        'records.write',
        'A student leaves an enrolment for another one, to which the money moves',
        { 200: writeAnswer },
        { body: transferBody },
      ),
      context.answer(200, (scope, { params, body }) => transfer(scope, mapping, params.id, body), options),
    );
  }

  app.post<IdParams>(
    returnPath(':id'),
    operation(
      'records.write',
      'Copies of a book come back, with what is paid back for them',
      { 200: writeAnswer },
      { body: returnBody },
    ),
    context.answer(200, (scope, { params, body }) => returnBooks(scope, params.id, body), options),
  );

  app.post<IdParams>(
    undoReturnPath(':id'),
    operation(
      'records.write',
      'Undo the last return of a payout, while nothing followed',
      { 200: writeAnswer },
      { body: undoBody },
    ),
    context.answer(200, (scope, { params, body }) => undoReturn(scope, params.id, body), options),
  );
}
