import { connect } from 'node:net';
import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { errorHandlers } from '#server/http/errors.ts';
import { jsonBodies } from '#server/http/readable-requests.ts';
import { acceptForms, readUpload } from '#server/http/upload.ts';
import { loggingOptions } from '#server/platform/logging.ts';

const line = z.looseObject({
  level: z.string(),
  time: z.iso.datetime(),
  msg: z.string(),
  reqId: z.string().optional(),
});

/** Returns a server, and what it has logged so far: as text and by lines. */
function loggedApp() {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const { logger, ...rest } = loggingOptions('info');
  const lines = () =>
    text
      .trim()
      .split('\n')
      .map((one) => line.parse(JSON.parse(one)));
  return { app: Fastify({ ...rest, logger: { ...logger, stream } }), written: () => text, lines };
}

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
  const { app, written, lines } = loggedApp();
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

  expect(lines().map(({ level, msg }) => `${level} ${msg}`)).toEqual([
    'info incoming request',
    'info made',
    'error failed',
    'info request completed',
  ]);
  expect(new Set(lines().map(({ reqId }) => reqId)).size).toBe(1);
  expect(lines()[2]).toMatchObject({ err: { code: '23505', message: 'duplicate key' } });
  expect(lines()[3]).toMatchObject({ res: { method: 'POST', path: '/api/students/', statusCode: 200 } });
  expect(written()).not.toMatch(/sesame|10\.9\.8\.7/);
});

it.each([
  'application/json',
  'multipart/form-data; boundary=x',
])('a body of %s that a lost line cuts off is no error of the server', async (type) => {
  const { app, written, lines } = loggedApp();
  errorHandlers(app);
  jsonBodies(app);
  acceptForms(app);
  app.post('/api/students/', async (request) => readUpload(request));
  const { port, hostname } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/students/ HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\n{"name":`,
  );
  await vi.waitFor(() => expect(written()).toContain('incoming request'));
  socket.destroy();
  await vi.waitFor(() => expect(written()).toContain('the client went away'));
  await app.close();
  expect(lines().filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
});
