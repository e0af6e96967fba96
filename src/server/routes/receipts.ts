import type { FastifyInstance } from 'fastify';
import { CANCELLED_PATH, PRINTS_PATH, RECEIPTS_PATH, receiptSubjects } from '#contract/receipts.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { parseId } from '#server/store/columns.ts';
import { notFound } from '#server/store/http-error.ts';
import { cancelledList, readPrint, readReceipt, recordPrint } from '#server/store/receipts/receipts.ts';

/** Types the query of a receipt. */
interface ReceiptQuery {
  readonly Querystring: { readonly resource?: unknown; readonly id?: unknown };
}

/** Adds the routes of receipts, their prints and cancelled payments (decisions 52 and 55). */
export function receiptRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get<ReceiptQuery>(RECEIPTS_PATH, async (request) => {
    const { resource, id } = request.query;
    const what = receiptSubjects.find((one) => one === resource);
    const parsed = typeof id === 'string' ? parseId(id) : undefined;
    if (!what || parsed === undefined) throw notFound();
    return readReceipt(context.read(request), what, parsed);
  });

  app.post(PRINTS_PATH, (request, reply) =>
    context.write(request, reply, async (scope) => ({
      status: 201,
      body: await recordPrint(scope, request.body),
    })),
  );

  app.get<IdParams>(`${PRINTS_PATH}:id/`, (request) => readPrint(context.read(request), request.params.id));

  app.get(CANCELLED_PATH, (request, reply) => context.list(request, reply, cancelledList));
}
