import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  announcement,
  CHECKED_ENTRIES_PATH,
  checked,
  checkedBody,
  DEVICE_ENTRIES_PATH,
  evictedEntries,
  storeEntries,
} from '#contract/device-entries.ts';
import { pageOf } from '#contract/paging.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { operation } from '#server/http/route-schemas.ts';
import { announce, checkEntries, readDeviceEntries } from './device-entries.ts';

/** Seconds; browsers keep no cookie for longer than 400 days. */
const MAX_AGE = 400 * 86_400;
const COOKIE = /(?:^|;\s*)device=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:;|$)/;

const deviceOf = ({ headers }: FastifyRequest): string =>
  COOKIE.exec(headers.cookie ?? '')?.[1] ?? randomUUID();

/** Sent each time, so that it lasts while the device is used. It gives no rights: every request has its token. */
function setDevice(device: string, { protocol }: FastifyRequest, reply: FastifyReply): void {
  const secure = protocol === 'https' ? '; Secure' : '';
  void reply.header(
    'Set-Cookie',
    `device=${device}; Path=/api${DEVICE_ENTRIES_PATH}; Max-Age=${MAX_AGE}; HttpOnly; SameSite=Strict${secure}`,
  );
}

export function deviceRoutes(app: FastifyInstance, context: RequestContext): void {
  app.post(
    DEVICE_ENTRIES_PATH,
    operation(
      'records.write',
      'Announce what waits on this device; answers what it has lost since',
      { 200: evictedEntries },
      { body: announcement },
    ),
    (request, reply) =>
      context.write(request, reply, async (scope) => {
        const { device, lost } = await announce(scope, deviceOf(request), request.body);
        setDevice(device, request, reply);
        return { status: 200, body: { lost } };
      }),
  );

  app.get(
    DEVICE_ENTRIES_PATH,
    operation('entries.hand-over', 'What waits on devices and what was lost there, as they announced it', {
      200: pageOf(storeEntries),
    }),
    (request) => readDeviceEntries(context.read(request)),
  );

  app.post(
    CHECKED_ENTRIES_PATH,
    operation('records.write', 'Remember that a loss was checked', { 200: checked }, { body: checkedBody }),
    context.answer(200, (scope, request) => checkEntries(scope, request.body)),
  );
}
