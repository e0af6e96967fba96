import type { FastifyInstance } from 'fastify';
import { dueRenewals, RENEWALS_PATH, renewalsAnswer, renewalsBody } from '#contract/renewals.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { operation } from '#server/http/route-schemas.ts';
import { createRenewals, readDueRenewals } from './renewals.ts';

export function renewalRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get(
    RENEWALS_PATH,
    operation(
      'records.read',
      'How many enrolments of each kind end soon or ended lately, and nothing follows',
      {
        200: dueRenewals,
      },
    ),
    (request) => readDueRenewals(context.read(request)),
  );

  app.post(
    RENEWALS_PATH,
    operation(
      'records.write',
      'Renew many enrolments; each row is written or refused by itself',
      { 200: renewalsAnswer },
      { body: renewalsBody },
    ),
    context.answer(200, (scope, request) => createRenewals(scope, request.body), { locksMonth: true }),
  );
}
