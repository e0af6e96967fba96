import type { FastifyInstance } from 'fastify';
import { FAMILIES_PATH, family, familyPair, familyPairBody } from '#contract/families.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { queryOf } from '#server/http/route-schemas.ts';
import { pairStudents, readFamily } from './families.ts';

interface FamilyQuery {
  readonly Querystring: { readonly student?: unknown };
}

/** Adds the routes of families (decision 53). */
export function familyRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get<FamilyQuery>(
    FAMILIES_PATH,
    {
      config: { needs: 'records.read' },
      schema: {
        summary: 'The family of a student with every open debt, oldest first',
        querystring: queryOf({ student: 'The id of one of its students' }),
        response: { 200: family },
      },
    },
    (request) => readFamily(context.read(request), request.query.student),
  );

  app.post(
    FAMILIES_PATH,
    {
      config: { needs: 'records.write' },
      schema: {
        summary: 'Put two students together as one family, or take them apart',
        body: familyPairBody,
        response: { 200: familyPair },
      },
    },
    (request, reply) =>
      context.write(request, reply, async (scope) => ({
        status: 200,
        body: await pairStudents(scope, request.body),
      })),
  );
}
