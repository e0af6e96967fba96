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

it('logs one line of JSON an event with the id of its request, and neither secrets nor anything about people', async () => {
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
