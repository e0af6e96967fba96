import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { bodyShape, patchBody, type Resource, rowShape } from '#contract/define-resource.ts';
import { deleted } from '#contract/http.ts';
import { givenId } from '#contract/ids.ts';
import { filtersOf } from '#contract/list-filters.ts';
import { pageOf } from '#contract/paging.ts';
import { photoAnswer, photoPath } from '#contract/photos.ts';
import { deleteBody } from '#contract/receipts.ts';
import { permissionFor } from '#contract/record-permissions.ts';
import { resources } from '#contract/resources/registry.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { type TableMapping, tables } from '#server/db/tables.ts';
import { readPhoto } from '#server/expenses/photos.ts';
import { ifMatchOf } from '#server/http/etag.ts';
import type { Visible } from '#server/http/idempotency.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { changeBody, operation, pagesOf } from '#server/http/route-schemas.ts';
import type { StoredAnswer } from '#server/idempotency/idempotency.ts';
import { messages } from '#server/messages/http.en.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { parseBody } from '#server/records/body.ts';
import { recordList } from '#server/records/record-list.ts';
import { visibleAnswer } from '#server/records/record-permissions.ts';
import { createdMessage, deletedMessage, requireTagged } from '#server/records/repository.ts';
import { hidesSomething } from '#server/records/seen-records.ts';
import { repositoryOf } from './repositories.ts';

type Work = (scope: BranchScope) => Promise<StoredAnswer>;

/** A refusal of an approved write could name sums that the user's own role hides, so it gives no reason then. */
function withoutHiddenReasons(mapping: TableMapping, work: Work): Work {
  return async (scope) => {
    try {
      return await work(scope);
    } catch (error) {
      const isReason =
        error instanceof HttpError &&
        (error.status === 400 || error.status === 409) &&
        !('current' in error.body);
      if (!isReason || !scope.approver || !hidesSomething(scope, mapping)) throw error;
      throw new HttpError(error.status, { detail: messages.refusedUnseen });
    }
  };
}

function createdBody(resource: Resource): z.ZodType {
  if (!resource.installment) return bodyShape(resource).extend({ id: givenId });
  return z.union([
    bodyShape(resource).extend({ id: givenId }),
    bodyShape(resource.installment).extend({ id: givenId, is_installment: z.literal(true) }),
  ]);
}

function resourceRoutes(app: FastifyInstance, context: RequestContext, mapping: TableMapping): void {
  const { create, update, remove } = repositoryOf(mapping);
  const { resource } = mapping;
  const list = resource.path;
  const recordPath = `${list}:id/`;

  const records = recordList(mapping);
  const visible: Visible = (scope, body) => visibleAnswer(scope, mapping, body);
  const options = { visible, locksMonth: mapping.monthRule !== undefined };
  const write = (request: FastifyRequest, reply: FastifyReply, work: Work) =>
    context.write(request, reply, withoutHiddenReasons(mapping, work), options);

  const row = rowShape(resource);
  const thing = resource.singular.toLowerCase();
  const read = permissionFor(resource, 'read');

  app.get(
    list,
    operation(
      read,
      `${resource.plural}, newest first`,
      { 200: pageOf(row) },
      { querystring: pagesOf(filtersOf(resource)) },
    ),
    (request, reply) => context.list(request, reply, records),
  );

  app.get<IdParams>(recordPath, operation(read, `One ${thing}`, { 200: row }), async (request, reply) => {
    const { record, tag } = await requireTagged(context.read(request), mapping, request.params.id);
    reply.header('etag', tag);
    return record;
  });

  app.post(
    list,
    {
      config: { needs: permissionFor(resource, 'create') },
      schema: { summary: `Create a ${thing}`, body: createdBody(resource), response: { 201: row } },
    },
    (request, reply) => {
      const work = async (scope: BranchScope) => {
        const record = await create(scope, mapping, request.body);
        return { status: 201, body: { ...record, ...createdMessage(mapping, record) } };
      };
      return write(request, reply, work);
    },
  );

  app.patch<IdParams>(
    recordPath,
    {
      config: { needs: permissionFor(resource, 'change'), versioned: true },
      schema: {
        summary: `Change a ${thing}; absent fields stay`,
        body: changeBody(patchBody(resource)),
        response: { 200: row },
      },
    },
    (request, reply) => {
      const work = async (scope: BranchScope) => ({
        status: 200,
        body: (await update(scope, mapping, request.params.id, request.body, ifMatchOf(request))).after,
      });
      return write(request, reply, work);
    },
  );

  app.delete<IdParams>(
    recordPath,
    {
      config: { needs: permissionFor(resource, 'remove'), versioned: true },
      schema: {
        summary: `Delete a ${thing}`,
        ...(resource.installment && { body: deleteBody.optional() }),
        response: { 200: deleted },
      },
    },
    (request, reply) => {
      const work = async (scope: BranchScope) => {
        const reason = resource.installment && parseBody(deleteBody, request.body).reason;
        const record = await remove(
          scope,
          mapping,
          request.params.id,
          ifMatchOf(request),
          reason ?? undefined,
        );
        return { status: 200, body: { detail: deletedMessage(mapping, record) } };
      };
      return write(request, reply, work);
    },
  );
}

/** Specification, section 7. */
export function allResourceRoutes(app: FastifyInstance, context: RequestContext): void {
  for (const mapping of tables) resourceRoutes(app, context, mapping);
  app.get<{ Params: { readonly digest: string } }>(
    photoPath(':digest'),
    operation(permissionFor(resources.expense, 'read'), 'The photo of a bill', { 200: photoAnswer }),
    (request) => readPhoto(context.read(request), request.params.digest),
  );
}
