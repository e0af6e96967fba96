import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { loggingOptions } from '#server/logging.ts';

const line = z.looseObject({
  level: z.string(),
  time: z.iso.datetime(),
  msg: z.string(),
  reqId: z.string().optional(),
});

it('every request gets its own id, whatever its headers say', async () => {
  const app = Fastify(loggingOptions('silent'));
  app.get('/api/health', (request) => ({ id: request.id }));
  const forged = 'forged"}\\n{"level":"error';
  const headers = { 'x-request-id': forged, 'request-id': forged, traceparent: forged };
  const ids = await Promise.all(
    [headers, headers, {}].map(
      async (sent) => (await app.inject({ url: '/api/health', headers: sent })).json().id,
    ),
  );
  await app.close();
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(z.uuid().safeParse(id).success).toBe(true);
});

it('the log has one JSON line per event with the request id, and neither secrets nor personal data', async () => {
  let written = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written += chunk;
      done();
    },
  });
  const { logger, ...rest } = loggingOptions('info');
  const app = Fastify({ ...rest, logger: { ...logger, stream } });
  app.post('/api/students/', (request) => {
    request.log.info({ password: 'sesame', body: { refresh: 'sesame', name: { token: 'sesame' } } }, 'made');
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(sesame)',
    });
    request.log.error(error, 'failed');
    return {};
  });
  await app.inject({
    method: 'POST',
    url: '/api/students/?search=sesame',
    headers: { authorization: 'Bearer sesame', cookie: 'sesame' },
    payload: { name: 'sesame' },
    remoteAddress: '10.9.8.7',
  });
  await app.close();

  const lines = written
    .trim()
    .split('\n')
    .map((text) => line.parse(JSON.parse(text)));
  expect(lines.map(({ level, msg }) => `${level} ${msg}`)).toEqual([
    'info incoming request',
    'info made',
    'error failed',
    'info request completed',
  ]);
  expect(new Set(lines.map(({ reqId }) => reqId)).size).toBe(1);
  expect(lines[2]).toMatchObject({ err: { code: '23505', message: 'duplicate key' } });
  expect(written).not.toMatch(/sesame|10\.9\.8\.7/);
});
