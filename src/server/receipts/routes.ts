import type { FastifyInstance } from 'fastify';
import { pageOf } from '#contract/paging.ts';
import {
  CANCELLED_PATH,
  cancelledPayment,
  PRINTS_PATH,
  printBody,
  printRow,
  RECEIPTS_PATH,
  receipt,
  receiptSubjects,
} from '#contract/receipts.ts';
import { writeAnswer } from '#contract/writes/answer.ts';
import { parseRecordId } from '#server/db/columns.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { operation, pagesOf, queryOf } from '#server/http/route-schemas.ts';
import { notFound } from '#server/platform/http-error.ts';
import { cancelledList, readPrint, readReceipt, recordPrint } from './receipts.ts';

interface ReceiptQuery {
  readonly Querystring: { readonly resource?: unknown; readonly id?: unknown };
}

export function receiptRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get<ReceiptQuery>(
    RECEIPTS_PATH,
    operation(
      'records.read',
      'The receipt of a payment or collection, also of one that was cancelled',
      { 200: receipt },
      {
        querystring: queryOf({
          resource: 'The path of its list without slashes, or collection',
          id: 'The id of the record',
        }),
      },
    ),
    async (request) => {
      const { resource, id } = request.query;
      const subject = receiptSubjects.find((one) => one === resource);
      const parsed = typeof id === 'string' ? parseRecordId(id) : undefined;
      if (!subject || parsed === undefined) throw notFound();
      return readReceipt(context.read(request), subject, parsed);
    },
  );

  app.post(
    PRINTS_PATH,
    operation(
      'records.write',
      'Remember that a receipt was printed',
      { 201: writeAnswer },
      { body: printBody },
    ),
    context.answer(201, (scope, request) => recordPrint(scope, request.body)),
  );

  app.get<IdParams>(
    `${PRINTS_PATH}:id/`,
    operation('records.read', 'One print of a receipt', { 200: printRow }),
    (request) => readPrint(context.read(request), request.params.id),
  );

  app.get(
    CANCELLED_PATH,
    operation(
      'money.remove-any',
      'Payments that were deleted after their receipt was printed, newest first, for managers',
      { 200: pageOf(cancelledPayment) },
      { querystring: pagesOf({ resource: 'Of one resource', student: 'Of one student' }) },
    ),
    (request, reply) => context.list(request, reply, cancelledList),
  );
}
