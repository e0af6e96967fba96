import type { FastifyInstance } from 'fastify';
import { listRecords } from '../store/record-list.ts';
import { repositoryOf } from '../store/repositories.ts';
import { createdSentence, deletedSentence, requireRecord } from '../store/repository.ts';
import { type TableFacts, tables } from '../store/tables.ts';
import { askedOf, type Desk, type IdParams } from './desk.ts';

function resourceRoutes(app: FastifyInstance, desk: Desk, facts: TableFacts): void {
  const { create, update, remove } = repositoryOf(facts);
  const list = facts.resource.path;
  const one = `${list}:id/`;

  app.get(list, (request) => listRecords(desk.read(request), facts, askedOf(request)));

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
export function allResourceRoutes(app: FastifyInstance, desk: Desk): void {
  for (const facts of tables) resourceRoutes(app, desk, facts);
}
