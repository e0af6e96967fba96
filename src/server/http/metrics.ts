import { createHash, timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { IDEMPOTENCY_KEY, paths } from '#contract/http.ts';
import { hashingCounts } from '#server/accounts/passwords.ts';
import type { BackupService } from '#server/backups/backup-service.ts';
import { poolCounts } from '#server/db/connect.ts';
import { databaseTimes } from '#server/db/database-times.ts';
import { messages } from '#server/messages/http.en.ts';
import {
  CONTENT_TYPE,
  Counter,
  gauge,
  Histogram,
  labelled,
  type MetricFamily,
  SECONDS,
  writeExposition,
} from '#server/platform/exposition.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { packageVersion } from '#server/platform/package-version.ts';

const KEY_HEADER = IDEMPOTENCY_KEY.toLowerCase();
const MIN_SERVER_ERROR = 500;

declare module 'fastify' {
  interface FastifyRequest {
    /** True if a stored answer was repeated; null where the request had no key, or was refused. */
    replayed: boolean | null;
  }
}

/** The pattern of the route, so that ids and names make no labels. */
function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? 'unknown';
}

function replayOf({ replayed }: FastifyRequest, { statusCode }: FastifyReply): string {
  if (replayed) return 'replayed';
  return statusCode < 400 ? 'first' : 'refused';
}

/** Call it directly, not through `register`, before the routes. */
export function requestMetrics(app: FastifyInstance): () => MetricFamily[] {
  const requests = new Counter('branch_desk_http_requests_total', 'Requests by route and status.');
  const failed = new Counter(
    'branch_desk_failed_requests_total',
    'Requests that the server could not answer, by status: 500, an error; 503, for now.',
    [{ status: '500' }, { status: '503' }],
  );
  const seconds = new Histogram(
    'branch_desk_http_request_duration_seconds',
    'Time from a request to the end of its answer, by route; streams are left out.',
    SECONDS,
  );
  const keyed = new Counter(
    'branch_desk_keyed_writes_total',
    'Writes with an idempotency key by answer: first, replayed (a repeat of the outbox) or refused.',
    [{ answer: 'first' }, { answer: 'replayed' }, { answer: 'refused' }],
  );
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request);
    const { method } = request;
    const status = String(reply.statusCode);
    requests.add({ method, route, status });
    if (reply.statusCode >= MIN_SERVER_ERROR) failed.add({ status });
    if (!route.endsWith(paths.events)) seconds.observe({ method, route }, reply.elapsedTime / 1000);
    if (method !== 'GET' && request.headers[KEY_HEADER] !== undefined) {
      keyed.add({ answer: replayOf(request, reply) });
    }
  });
  return () => [requests.family(), failed.family(), seconds.family(), keyed.family()];
}

interface MetricSources {
  readonly requests: () => MetricFamily[];
  readonly pools: Readonly<Record<'requests' | 'lists', Parameters<typeof poolCounts>[0]>>;
  readonly streams: () => number;
  readonly readsChanges: () => boolean | undefined;
  readonly oldestEntryAge: () => number | undefined;
  readonly folders: Readonly<Record<string, string>>;
  readonly backups: Pick<BackupService, 'state'> | undefined;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Takes equally long for any texts. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

/** Decision 59. Of this process alone. It waits for the database two seconds at most. */
export function metricsRoute(app: FastifyInstance, token: string, sources: MetricSources): void {
  const startedAt = Date.now() / 1000 - process.uptime();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  app.addHook('onClose', async () => void delay.disable());

  app.get('/metrics', { logLevel: 'warn', exposeHeadRoute: false }, async (request, reply) => {
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (given === undefined || !isSame(given, token)) {
      reply.header('www-authenticate', 'Bearer');
      throw new HttpError(401, { detail: messages.metricsTokenWrong });
    }
    const families = [
      gauge('branch_desk_build_info', 'Always 1: the version that runs.', 1, {
        version: packageVersion(),
        node: process.versions.node,
      }),
      ...sources.requests(),
      poolFamily(sources.pools),
      ...databaseTimes(),
      labelled('branch_desk_password_hashes', 'Password hashes by state.', 'state', { ...hashingCounts() }),
      gauge('branch_desk_event_streams', 'Open streams of changes.', sources.streams()),
      gauge(
        'branch_desk_reads_changes',
        '1 while the versions of branches with open streams are read; 0 until the database is reached again.',
        numberOf(sources.readsChanges()),
      ),
      gauge(
        'branch_desk_oldest_device_entry_age_seconds',
        'Age of the oldest entry that a device announced and that has not arrived; 0 without one.',
        sources.oldestEntryAge(),
      ),
      ...(await diskFamilies(sources.folders)),
      ...(await backupFamilies(sources.backups)),
      gauge('process_start_time_seconds', 'Start of the process since 1970.', startedAt),
      gauge('process_resident_memory_bytes', 'Resident memory.', process.memoryUsage.rss()),
      gauge('nodejs_heap_size_used_bytes', 'Used heap of JavaScript.', process.memoryUsage().heapUsed),
      gauge(
        'nodejs_eventloop_delay_p99_seconds',
        'Delay of the event loop since the last reading, 99th percentile.',
        Number.isNaN(delay.mean) ? 0 : delay.percentile(99) / 1e9,
      ),
    ];
    delay.reset();
    return reply.header('cache-control', 'no-store').type(CONTENT_TYPE).send(writeExposition(families));
  });
}

const numberOf = (fact: boolean | undefined) => (fact === undefined ? undefined : Number(fact));

function poolFamily(pools: MetricSources['pools']): MetricFamily {
  const samples = Object.entries(pools).flatMap(([pool, db]) => {
    const counts = poolCounts(db);
    const states = counts && { used: counts.total - counts.idle, idle: counts.idle, waiting: counts.waiting };
    return Object.entries(states ?? {}).map(([state, value]) => ({
      suffix: '',
      labels: { pool, state },
      value,
    }));
  });
  return {
    name: 'branch_desk_pool_connections',
    help: 'Connections to the database by pool and state, and requests that wait for one.',
    type: 'gauge',
    samples,
  };
}

async function roomOf(folder: string): Promise<{ readonly free: number; readonly size: number } | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? undefined : roomOf(parent);
  }
}

async function diskFamilies(folders: MetricSources['folders']): Promise<MetricFamily[]> {
  const rooms = await Promise.all(
    Object.entries(folders).map(async ([name, folder]) => ({ name, room: await roomOf(folder) })),
  );
  const bytes = (of: 'free' | 'size') =>
    Object.fromEntries(rooms.flatMap(({ name, room }) => (room ? [[name, room[of]]] : [])));
  return [
    labelled(
      'branch_desk_disk_free_bytes',
      'Room for the server on the disk of a folder.',
      'folder',
      bytes('free'),
    ),
    labelled('branch_desk_disk_size_bytes', 'Size of the disk of a folder.', 'folder', bytes('size')),
  ];
}

async function backupFamilies(backups: MetricSources['backups']): Promise<MetricFamily[]> {
  if (!backups) return [];
  const { newest, ageSeconds, warning, copies } = await backups.state();
  const ofCopies = copies && [
    gauge(
      'branch_desk_backup_copy_age_seconds',
      'Age of the newest backup of which a copy elsewhere was fetched back.',
      copies.ageSeconds,
    ),
    gauge(
      'branch_desk_backup_copy_warning',
      '1 if copies elsewhere need a person: late or failed.',
      Number(copies.warning !== null),
    ),
  ];
  return [
    ...(ofCopies ?? []),
    gauge('branch_desk_backup_age_seconds', 'Age of the newest backup.', ageSeconds),
    gauge('branch_desk_backup_size_bytes', 'Size of the newest backup.', newest?.size),
    gauge(
      'branch_desk_backup_proven',
      '1 if the newest backup is proven.',
      newest && Number(newest.proof?.state === 'proven'),
    ),
    gauge(
      'branch_desk_backup_warning',
      '1 if the newest backup needs a person: late, failed or unproven.',
      Number(warning !== null),
    ),
  ];
}
