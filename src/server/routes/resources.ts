import type { FastifyInstance } from 'fastify';
import { type IdParams, listRequestOf, type RequestContext } from '#server/http/request-context.ts';
import { listRecords } from '#server/store/lists/record-list.ts';
import { createdSentence, deletedSentence, requireRecord } from '#server/store/records/repository.ts';
import { repositoryOf } from '../store/repositories.ts';
import { type TableMapping, tables } from '../store/tables.ts';

function resourceRoutes(app: FastifyInstance, desk: RequestContext, mapping: TableMapping): void {
  const { create, update, remove } = repositoryOf(mapping);
  const list = mapping.resource.path;
  const one = `${list}:id/`;

  app.get(list, (request) => listRecords(desk.read(request), mapping, listRequestOf(request)));

  app.get<IdParams>(one, (request) => requireRecord(desk.read(request), mapping, request.params.id));

  app.post(list, (request, reply) =>
    desk.write(request, reply, async (scope) => {
      const record = await create(scope, mapping, request.body);
      return { status: 201, body: { ...record, ...createdSentence(mapping, record) } };
    }),
  );

  app.patch<IdParams>(one, (request, reply) =>
    desk.write(request, reply, async (scope) => ({
      status: 200,
      body: (await update(scope, mapping, request.params.id, request.body)).after,
    })),
  );

  app.delete<IdParams>(one, (request, reply) =>
    desk.write(request, reply, async (scope) => {
      const record = await remove(scope, mapping, request.params.id);
      return { status: 200, body: { detail: deletedSentence(mapping, record) } };
    }),
  );
}

/** The five calls of every resource of the registry (specification, section 7). */
export function allResourceRoutes(app: FastifyInstance, desk: RequestContext): void {
  for (const mapping of tables) resourceRoutes(app, desk, mapping);
}
