import { z } from 'zod';
import type { Api } from '../../../support/api.ts';

const named = z.object({ student_data: z.object({ name: z.string() }).nullish() });

/** Returns the records of a list whose student has this name. */
export async function enrolledByName(api: Api, path: string, name: string) {
  return (await api.all(path)).filter((one) => named.parse(one).student_data?.name === name);
}
