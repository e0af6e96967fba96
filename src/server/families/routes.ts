import type { FastifyInstance } from 'fastify';
import { FAMILIES_PATH, family, familyPairBody } from '#contract/families.ts';
import { writeAnswer } from '#contract/writes/answer.ts';
import { readFamily } from '#server/debts/debts-of-family.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { operation, queryOf } from '#server/http/route-schemas.ts';
import { pairStudents } from './families.ts';

interface FamilyQuery {
  readonly Querystring: { readonly student?: unknown };
}

export function familyRoutes(app: FastifyInstance, context: RequestContext): void {
  app.get<FamilyQuery>(
    FAMILIES_PATH,
    operation(
      'records.read',
      'The family of a student with every open debt, oldest first',
      { 200: family },
      { querystring: queryOf({ student: 'The id of one of its students' }) },
    ),
    (request) => readFamily(context.read(request), request.query.student),
  );

  app.post(
    FAMILIES_PATH,
    operation(
      'records.write',
      'Put two students together as one family, or take them apart',
      { 200: writeAnswer },
      { body: familyPairBody },
    ),
    context.answer(200, (scope, request) => pairStudents(scope, request.body)),
  );
}
