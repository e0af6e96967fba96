import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Method } from '#contract/http.ts';
import { addressOf } from '../../support/test-database.ts';
import { run } from '../programs.ts';

/** The wait that the limit of a user's requests asks for; that of sign-in attempts asks for up to a minute. */
const SOON_SECONDS = 2;

interface Asked {
  readonly method: Method;
  /** Path from the server's root. */
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload?: string;
}

interface Said {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

export type Transport = (request: Asked) => Promise<Said>;

export function inProcess(app: FastifyInstance): Transport {
  return async (request) => {
    const { statusCode, body, headers } = await app.inject(request);
    return { status: statusCode, text: body, headers };
  };
}

export function overNetwork(origins: readonly string[]): Transport {
  let turn = 0;
  return async ({ method, url, headers, payload }) => {
    const origin = origins[turn++ % origins.length];
    let answer = await fetch(`${origin}${url}`, { method, headers, body: payload });
    // Like the app, it asks again soon if it shall: these tests send more at once than one user may.
    while (answer.status === 429 && Number(answer.headers.get('retry-after')) <= SOON_SECONDS) {
      await sleep(10);
      answer = await fetch(`${origin}${url}`, { method, headers, body: payload });
    }
    const text = await answer.text();
    return { status: answer.status, text, headers: Object.fromEntries(answer.headers) };
  };
}

/** Starts built server processes on one database, and sends requests to them in turn. */
export async function serverProcesses(count: number, settings: pg.PoolConfig, secret: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'branch-desk-'));
  const env = {
    DATABASE_URL: addressOf(settings),
    TOKEN_SECRET: secret,
    DATA_DIR: folder,
    SETUP_BRANCH: 'Head office',
    SETUP_PASSWORD: 'not for anyone',
  };
  const programs = Array.from({ length: count }, () => run('main', env));
  const end = async () => {
    for (const { child } of programs) child.kill('SIGTERM');
    await Promise.all(programs.map(({ ended }) => ended));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const origins = await Promise.all(programs.map(({ address }) => address()));
    return { way: overNetwork(origins), end, origins };
  } catch (error) {
    await end();
    throw error;
  }
}
