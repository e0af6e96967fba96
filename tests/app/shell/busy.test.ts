import { expect, test, vi } from 'vitest';
import { isAnyTabBusy, isBusy, markBusy, whenIdle } from '#app/shell/busy.ts';

test('this tab is busy until every reason is gone', async () => {
  const idle = vi.fn();
  const formDone = markBusy('a form has changes');
  const sent = markBusy('rows are sending');
  void whenIdle().then(idle);

  formDone();
  formDone();
  await Promise.resolve();
  expect(isBusy()).toBe(true);
  expect(await isAnyTabBusy()).toBe(true);
  expect(idle).not.toHaveBeenCalled();

  sent();
  await vi.waitFor(() => expect(idle).toHaveBeenCalledOnce());
  expect(isBusy()).toBe(false);
});

test('another tab that is busy is seen through its lock', async () => {
  const query = vi.fn(async () => ({
    held: [{ name: 'branch-desk.busy', mode: 'shared' as const }],
    pending: [],
  }));
  vi.stubGlobal('navigator', { ...navigator, locks: { query, request: vi.fn() } });
  try {
    expect(isBusy()).toBe(false);
    expect(await isAnyTabBusy()).toBe(true);
  } finally {
    vi.unstubAllGlobals();
  }
});
