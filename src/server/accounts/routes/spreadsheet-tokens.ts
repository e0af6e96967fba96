import type { FastifyInstance } from 'fastify';
import { deleted } from '#contract/http.ts';
import { pageOf } from '#contract/paging.ts';
import {
  madeSpreadsheetToken,
  makeTokenBody,
  SPREADSHEET_TOKENS_PATH,
  spreadsheetToken,
} from '#contract/spreadsheet-tokens.ts';
import { listTokens, makeToken, revokeToken } from '#server/accounts/spreadsheet-tokens.ts';
import { messages } from '#server/accounts/texts.en.ts';
import { userOf } from '#server/http/authenticate.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { operation } from '#server/http/route-schemas.ts';
import { parseBody } from '#server/records/body.ts';
import type { ProvePerson } from './prove-person.ts';

/** Decision 157. */
export function spreadsheetTokenRoutes(
  app: FastifyInstance,
  context: RequestContext,
  provePerson: ProvePerson,
): void {
  app.get(
    SPREADSHEET_TOKENS_PATH,
    operation('settings.manage', 'The tokens of the branch for spreadsheets', {
      200: pageOf(spreadsheetToken),
    }),
    (request) => listTokens(context.read(request)),
  );

  // Not run once per idempotency key: that would store the answer, and with it the secret.
  app.post(
    SPREADSHEET_TOKENS_PATH,
    operation(
      'settings.manage',
      'Make a token with which a spreadsheet reads exports and the report, with the present password and factor; the answer alone has its secret',
      { 201: madeSpreadsheetToken },
      { body: makeTokenBody },
    ),
    async (request, reply) => {
      const { name, days, ...proof } = parseBody(makeTokenBody, request.body);
      await provePerson(request, proof, 'spreadsheet token');
      const made = await context.apart(request, (scope) => makeToken(scope, { name, days }));
      const facts = { user: userOf(request), spreadsheet_token: made.id };
      context.securityLog.record('spreadsheet-token-made', facts, request);
      return reply.code(201).send(made);
    },
  );

  app.delete<IdParams>(
    `${SPREADSHEET_TOKENS_PATH}:id/`,
    operation('settings.manage', 'Revoke a token for spreadsheets', { 200: deleted }),
    async (request, reply) => {
      const { id } = request.params;
      await context.write(request, reply, async (scope) => {
        const { name } = await revokeToken(scope, id);
        return { status: 200, body: { detail: messages.tokenRevoked({ name }) } };
      });
      const facts = { user: userOf(request), spreadsheet_token: id };
      if (!request.replayed) context.securityLog.record('spreadsheet-token-revoked', facts, request);
      return reply;
    },
  );
}
