import { z } from 'zod';
import { isTransient } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { reportUnreachable } from '#app/api/connection.ts';
import { paths } from '#contract/http.ts';

/** Time in which a server that lives answers, in milliseconds: the pill is true within ten seconds of its death. */
const CHECK_TIMEOUT = 4_000;

const healthy = z.object({ status: z.string() });

/** Asks the server for a sign of life and reports the connection state that its answer proves. Never throws. */
export async function checkServer(): Promise<boolean> {
  const signal = AbortSignal.timeout(CHECK_TIMEOUT);
  try {
    await request({ method: 'GET', path: paths.health, answer: healthy, open: true, signal });
    return true;
  } catch (error) {
    if (signal.aborted) reportUnreachable();
    return !signal.aborted && !isTransient(error);
  }
}
