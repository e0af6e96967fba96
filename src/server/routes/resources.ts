import type { FastifyInstance } from 'fastify';
import { type IdParams, listRequestOf, type RequestContext } from '#server/http/request-context.ts';
import { listRecords } from '#server/store/lists/record-list.ts';
import { createdSentence, deletedSentence, requireRecord } from '#server/store/records/repository.ts';
import { repositoryOf } from '../store/repositories.ts';
import { type TableMapping, tables } from '../store/tables.ts';

function resourceRoutes(app: FastifyInstance, desk: RequestContext, facts: TableMapping): void {
  const { create, update, remove } = repositoryOf(facts);
  const list = facts.resource.path;
  const one = `${list}:id/`;

  app.get(list, (request) => listRecords(desk.read(request), facts, listRequestOf(request)));

  app.get<IdParams>(one, (request) => requireRecord(desk.read(request), facts, request.params.id));

  app.post(list, (request, reply) =>
    desk.write(request, reply, async (scope) => {
      const record = await create(scope, facts, request.body);
      return { status: 201, body: { ...record, ...createdSentence(facts, record) } };
    }),
  );

  app.patch<IdParams>(one, (request, reply) =>
    desk.write(request, reply, async (scope) => ({
      status: 200,
      body: (await update(scope, facts, request.params.id, request.body)).after,
    })),
  );

  app.delete<IdParams>(one, (request, reply) =>
    desk.write(request, reply, async (scope) => {
      const record = await remove(scope, facts, request.params.id);
      return { status: 200, body: { detail: deletedSentence(facts, record) } };
    }),
  );
}

/** The five calls of every resource of the registry (specification, section 7). */
export function allResourceRoutes(app: FastifyInstance, desk: RequestContext): void {
  for (const facts of tables) resourceRoutes(app, desk, facts);
}
