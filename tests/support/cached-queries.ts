import type { Page } from '@playwright/test';
import { z } from 'zod';
import { storedOnDevice } from './stored-on-device.ts';

const keptQuery = z.looseObject({ hash: z.string() });

/** Returns the cached queries in IndexedDB on the page's device. */
export async function cachedQueries(page: Page): Promise<z.output<typeof keptQuery>[]> {
  return z.array(keptQuery).parse(await storedOnDevice(page, 'branch-desk-cache', 'queries'));
}
