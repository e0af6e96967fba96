import { randomUUID } from 'node:crypto';
import { SETTINGS_PATH } from '#contract/branch-settings.ts';
import { CLOSES_PATH } from '#contract/closes.ts';
import { FAMILIES_PATH } from '#contract/families.ts';
import { type Method, paths } from '#contract/http.ts';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { bodyOf, collectionOf, installment, payableKinds, printAndCancel, students } from '../api/bodies.ts';
import type { Answer, ApiClient, TestServer } from '../api/test-server.ts';

/** The smallest PNG: one transparent pixel. */
export const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** A write with its idempotency key and the answer. */
export interface KeyedWrite {
  readonly method: Method;
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
  readonly answer: Answer;
}

/** Writes a fixed history: an ended month, one reopened and ended again, a running one, and gaps between them. */
export async function runScriptedHistory(
  server: TestServer,
  client: ApiClient,
  seed: number,
): Promise<KeyedWrite[]> {
  const writes: KeyedWrite[] = [];
  const factory = branchFactory(seed);
  const send = async (method: Method, path: string, body?: unknown) => {
    const key = randomUUID();
    const answer = await client.send(method, path, body, { 'idempotency-key': key });
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    writes.push({ method, path, body, key, answer });
    return String(answer.body.id);
  };
  const oneOfEach = async () => {
    for (const name of allResourceNames) {
      const { path } = resourceOf(name);
      const id = await send('POST', path, await bodyOf[name](client, factory));
      if (payableKinds.includes(name)) {
        const { body } = await client.get(`${path}${id}/`);
        if (body.remaining_amount !== '0.00') await send('POST', path, installment(id, '0.05'));
      }
    }
  };
  const collect = async () => {
    const payer = await client.create(students, factory.student());
    await send('POST', paths.collections, {
      ...(await collectionOf(client, factory)),
      payer: payer.id,
    });
    const [one, other] = [
      await client.create(students, factory.student()),
      await client.create(students, factory.student()),
    ];
    await printAndCancel(client, factory);
    await send('POST', FAMILIES_PATH, { student: one.id, other: other.id, together: true });
  };
  const closeDrawer = async () => {
    const id = await send('POST', CLOSES_PATH, { pieces: { '200.00': 3 }, other: '1.5', kept: '20' });
    await send('POST', `${CLOSES_PATH}${id}/finish/`, { reason: 'a note is missing' });
  };
  const aDayLater = () => {
    server.clock.now = new Date(server.clock.now.getTime() + 86_400_000);
  };

  await send('PATCH', SETTINGS_PATH, { phone: '0225551234', logo: PICTURE, receipt_footer: 'شكرًا' });
  await oneOfEach();
  for (const name of ['March', 'April — رمضان']) {
    await send('POST', paths.months, { name });
    for (let day = 0; day < 2; day++) {
      await oneOfEach();
      await collect();
      await closeDrawer();
      aDayLater();
    }
    await send('POST', paths.toggleMonth);
    await oneOfEach();
  }
  await send('POST', paths.toggleMonth, { reason: 'one receipt was forgotten' });
  const student = resourceOf('student').path;
  const mona = await send('POST', student, factory.student({ name: 'Mona "Ü\u2028\\' }));
  await send('PATCH', `${student}${mona}/`, { name: 'منى', address: 'two\nlines\tand a tab' });
  const gone = await send('POST', student, factory.student());
  await send('DELETE', `${student}${gone}/`);
  await send('POST', paths.toggleMonth);
  await send('POST', paths.months, { name: 'May' });
  await oneOfEach();
  return writes;
}
