import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { BackupService } from '#server/backups/backup-service.ts';
import { messages } from '#server/http/messages.ts';
import { hashingCounts } from '#server/store/accounts/passwords.ts';
import { HttpError } from '#server/store/http-error.ts';
import { CONTENT_TYPE, gauge, type MetricFamily, writeExposition } from './exposition.ts';

/** Holds the counts of a pool of connections. */
export interface PoolCounts {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Names what is measured besides requests. */
export interface MetricSources {
  readonly requests: () => MetricFamily[];
  readonly pool: () => PoolCounts | undefined;
  /** Number of open event streams. */
  readonly streams: () => number;
  readonly backups: Pick<BackupService, 'state'> | undefined;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in a time that does not depend on the texts. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

/**
 * Adds `GET /metrics` for Prometheus (decision 59), with the bearer token METRICS_TOKEN. Without that setting the path is unknown. It tells
 * about this process alone, and asks no database, so that it answers while the database is gone.
 */
export function metricsRoute(app: FastifyInstance, token: string | undefined, sources: MetricSources): void {
  if (token === undefined) return;
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
      ...sources.requests(),
      stateFamily(
        'branch_desk_pool_connections',
        'Connections to the database by state, and requests that wait for one.',
        poolStates(sources.pool()),
      ),
      stateFamily('branch_desk_password_hashes', 'Password hashes by state.', hashingCounts()),
      gauge('branch_desk_event_streams', 'Open streams of changes.', sources.streams()),
      ...(await backupFamilies(sources.backups)),
      gauge('process_start_time_seconds', 'Start of the process since 1970.', startedAt),
      gauge('process_resident_memory_bytes', 'Resident memory.', process.memoryUsage.rss()),
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

function poolStates(pool: PoolCounts | undefined): Readonly<Record<string, number>> {
  return pool ? { used: pool.total - pool.idle, idle: pool.idle, waiting: pool.waiting } : {};
}

/** Returns a gauge with one sample for each state. */
function stateFamily(name: string, help: string, counts: Readonly<Record<string, number>>): MetricFamily {
  const samples = Object.entries(counts).map(([state, value]) => ({ suffix: '', labels: { state }, value }));
  return { name, help, type: 'gauge', samples };
}

async function backupFamilies(backups: MetricSources['backups']): Promise<MetricFamily[]> {
  if (!backups) return [];
  const { newest, ageSeconds, warning } = await backups.state();
  return [
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
