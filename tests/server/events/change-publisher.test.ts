import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChangePublisher } from '#server/events/change-publisher.ts';

let batches: (readonly string[])[];
let failures: number;
let publisher: ChangePublisher;
beforeEach(() => {
  batches = [];
  failures = 0;
  publisher = new ChangePublisher(async (changes) => {
    if (failures-- > 0) throw new Error('the database is away');
    batches.push(changes);
  });
});
afterEach(() => publisher.close());

describe('publishing', () => {
  it('is done at once for the first write, and together for those of the next moment', async () => {
    publisher.add(['1']);
    expect(batches).toEqual([['1']]);
    publisher.add(['2', '3']);
    publisher.add(['4']);
    expect(batches).toEqual([['1']]);
    await vi.waitFor(() => expect(batches).toEqual([['1'], ['2', '3', '4']]));
  });

  it('is repeated until it succeeds, with all changes in their order', async () => {
    failures = 1;
    publisher.add(['1']);
    publisher.add(['2']);
    await vi.waitFor(() => expect(batches.flat()).toEqual(['1', '2']), { timeout: 5_000 });
  });

  it('of more changes than a statement takes is done in several', async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => String(index));
    publisher.add(many);
    await publisher.close();
    expect(batches.flat()).toEqual(many);
    expect(batches.length).toBeGreaterThan(1);
  });

  it('keeps the newest of many changes while it fails', async () => {
    failures = 1;
    for (let first = 0; first < 12_000; first += 1_000)
      publisher.add(Array.from({ length: 1_000 }, (_, index) => String(first + index)));
    await vi.waitFor(() => expect(batches.flat().at(-1)).toBe('11999'), { timeout: 20_000 });
    expect(batches.flat().length).toBeLessThanOrEqual(10_500);
  });

  it('of the last writes is done when the server stops', async () => {
    publisher.add(['1']);
    publisher.add(['2']);
    await publisher.close();
    expect(batches).toEqual([['1'], ['2']]);
  });

  it('does not hold up the stop of a server whose database does not answer', async () => {
    const hanging = new ChangePublisher(() => new Promise(() => undefined));
    hanging.add(['1']);
    const start = performance.now();
    await hanging.close();
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
