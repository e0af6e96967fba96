import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const persist = vi.fn(async () => true);
let persisted: boolean;
let module: typeof import('#app/outbox/store/persistent-storage.ts');

const FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0';
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15';

async function begin(userAgent: string, storage: object | undefined): Promise<void> {
  vi.stubGlobal('navigator', { userAgent, storage });
  vi.resetModules();
  module = await import('#app/outbox/store/persistent-storage.ts');
}

beforeEach(() => {
  persisted = false;
  persist.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

const storage = { persist, persisted: async () => persisted };

it('a browser that decides by itself is asked at the first saved entry, once', async () => {
  await begin(SAFARI, storage);
  await module.requestPersistentStorage();
  await module.requestPersistentStorage();
  expect(persist).toHaveBeenCalledOnce();
  expect(module.storageQuestion.get()).toBe(false);
});

it('before Firefox asks its user, the app says why', async () => {
  await begin(FIREFOX, storage);
  await module.requestPersistentStorage();
  expect(persist).not.toHaveBeenCalled();
  expect(module.storageQuestion.get()).toBe(true);
  await module.persistStorage();
  expect(persist).toHaveBeenCalledOnce();
  expect(module.storageQuestion.get()).toBe(false);
});

it('Firefox that keeps the storage already asks nothing', async () => {
  persisted = true;
  await begin(FIREFOX, storage);
  await module.requestPersistentStorage();
  expect(module.storageQuestion.get()).toBe(false);
});

it('a browser without persistent storage goes on as before', async () => {
  await begin(SAFARI, undefined);
  await module.requestPersistentStorage();
  expect(module.storageQuestion.get()).toBe(false);
});
