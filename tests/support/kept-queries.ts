import type { Page } from '@playwright/test';
import { z } from 'zod';
import { storedOnDevice } from './stored-on-device.ts';

const keptQuery = z.looseObject({ hash: z.string() });

/** What the database of cached answers holds on the device of a page of the app. */
export async function keptQueries(page: Page): Promise<z.output<typeof keptQuery>[]> {
  return z.array(keptQuery).parse(await storedOnDevice(page, 'branch-desk-cache', 'queries'));
}
