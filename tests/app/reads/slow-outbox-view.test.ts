import { expect, it, vi } from 'vitest';
import { createQueryClient } from '#app/cache/query-client.ts';
import { subscribeToOutbox } from '#app/outbox/store/outbox-subscription.ts';
import { outboxView } from '#app/outbox/store/outbox-view.ts';
import { listQuery } from '#app/reads/resource-queries.ts';
import { overlayPage } from '#app/reads/with-pending.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { advanceUntil, device, flush, withDevice } from '../outbox/device.ts';
import { newCourse, newInstallment } from '../outbox/mutations.ts';
import { ServerWithMonths } from './server-with-months.ts';

const courses = resourceOf('adult-course');
const created_at = '2026-11-05T08:00:00Z';
withDevice();

/** Makes each read of the outbox seem to take a second, so that the view pauses after it. */
function slowReads(): void {
  let now = 0;
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1_000;
    return now;
  });
  device.onClose(() => spy.mockRestore());
}

it('49 a list read while the view of the outbox is behind shows a sent payment once', async () => {
  const branch = new ServerWithMonths(device.server);
  vi.stubGlobal('fetch', branch.fetch);
  device.server.students.set('s1', { id: 's1', name: 'Mona', created_at });
  const course = newCourse('s1', '900.00', '0.00').body;
  device.server.courses.set('c1', { ...course, id: 'c1', created_at, month: 'm1' });
  branch.monthOf.set('c1', 'm1');
  const tab = device.tab();
  const client = createQueryClient();
  slowReads();
  device.onClose(subscribeToOutbox(tab.owner, tab.db));
  await tab.enqueue(newInstallment('c1', '100.00'));
  await flush();
  await tab.send();
  await flush();
  expect(
    outboxView().rows.map(({ state }) => state),
    'the view is behind',
  ).toEqual(['queued']);

  const list = await advanceUntil(client.fetchQuery(listQuery(courses, { page: 1 })));

  const [enrolment] = overlayPage(courses, list, outboxView().rows, { page: 1 }).rows.filter(
    ({ record }) => record.id === 'c1',
  );
  expect(enrolment?.record.remaining_amount).toBe('800.00');
  client.clear();
});
