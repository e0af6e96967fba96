import { beforeEach, expect, it, vi } from 'vitest';
import { importAgain } from '#app/lib/import-again.ts';

let file: string;
let files = 0;

/** As Firefox words it. */
const failure = (address: string) => new TypeError(`error loading dynamically imported module: ${address}`);

let isServerThere: boolean;
/** Addresses that the browser asked for, and remembers as failed. */
let failed: Set<string>;

beforeEach(() => {
  files += 1;
  file = `https://desk.test/assets/part-${files}.js`;
  isServerThere = true;
  failed = new Set([file]);
  vi.stubGlobal('fetch', async () => {
    if (!isServerThere) throw new TypeError('NetworkError');
    return new Response('');
  });
});

/** Firefox: an address that failed once fails for as long as the page lives. */
const load = vi.fn(async (address: string): Promise<object> => {
  if (!isServerThere) failed.add(address);
  if (failed.has(address)) throw failure(address);
  return { loadedFrom: address };
});

it('45 a file that Firefox remembers as failed loads from another address', async () => {
  expect(await importAgain(failure(file), load)).toEqual({
    loadedFrom: expect.stringMatching(/part-\d+\.js\?retry=/),
  });
});

it('45 every place that needs the file gets the same copy of its module', async () => {
  const first = await importAgain(failure(file), load);
  expect(await importAgain(failure(file), load)).toBe(first);
});

it('45 a browser that asks again gets the file from its own address', async () => {
  failed.clear();
  expect(await importAgain(failure(file), load)).toEqual({ loadedFrom: file });
});

it('45 without a connection no other address is tried, so that none is remembered as failed', async () => {
  isServerThere = false;
  load.mockClear();
  await expect(importAgain(failure(file), load)).rejects.toThrow('error loading');
  expect(load).not.toHaveBeenCalled();
});

it('45 after another address has failed as well, the next attempt takes a new one', async () => {
  const cutMeanwhile = vi.fn(async (address: string) => {
    isServerThere = !address.includes('retry');
    return load(address);
  });
  await expect(importAgain(failure(file), cutMeanwhile)).rejects.toThrow('error loading');
  isServerThere = true;
  expect(await importAgain(failure(file), load)).toHaveProperty('loadedFrom');
});

it('an error of the module itself is not a failed load', async () => {
  const error = new TypeError('x is not a function');
  await expect(importAgain(error, load)).rejects.toBe(error);
});
