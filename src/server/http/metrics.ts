import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { IDEMPOTENCY_KEY, paths } from '#contract/http.ts';
import { hashingCounts } from '#server/accounts/passwords.ts';
import type { BackupService } from '#server/backups/backup-service.ts';
import type { poolCounts } from '#server/db/connect.ts';
import { messages } from '#server/messages/http.en.ts';
import { HttpError } from '#server/platform/http-error.ts';

type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly suffix: string;
  readonly labels: Labels;
  readonly value: number;
}

interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const escapeHelp = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const escapeLabel = (text: string) => escapeHelp(text).replaceAll('"', '\\"');

function formatValue(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return Number.isFinite(value) ? String(value) : value > 0 ? '+Inf' : '-Inf';
}

function formatSample(name: string, { suffix, labels, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join()}}` : ''} ${formatValue(value)}`;
}

/**
 * Prometheus' text format (decision 59). Written here and not by prom-client: three kinds of metrics in one stable
 * format are less code than that package's global registry, and nothing is collected without a reader.
 */
export function writeExposition(families: readonly MetricFamily[]): string {
  return families
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${escapeHelp(help)}`,
      `# TYPE ${name} ${type}`,
      ...samples.map((sample) => formatSample(name, sample)),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

function gauge(name: string, help: string, value: number | undefined, labels: Labels = {}): MetricFamily {
  return {
    name,
    help,
    type: 'gauge',
    samples: value === undefined ? [] : [{ suffix: '', labels, value }],
  };
}

class Counter {
  readonly #counts = new Map<string, { readonly labels: Labels; value: number }>();
  readonly #name: string;
  readonly #help: string;

  constructor(name: string, help: string) {
    this.#name = name;
    this.#help = help;
  }

  add(labels: Labels): void {
    const key = JSON.stringify(labels);
    const known = this.#counts.get(key);
    if (known) known.value += 1;
    else this.#counts.set(key, { labels, value: 1 });
  }

  family(): MetricFamily {
    const samples = [...this.#counts.values()].map((one) => ({ suffix: '', ...one }));
    return { name: this.#name, help: this.#help, type: 'counter', samples };
  }
}

/** As Prometheus expects them: cumulative, with `+Inf`, sum and count. */
export class Histogram {
  readonly #series = new Map<string, { readonly labels: Labels; readonly counts: number[]; sum: number }>();
  readonly #name: string;
  readonly #help: string;
  readonly #bounds: readonly number[];

  /** @param bounds upper bounds, ascending */
  constructor(name: string, help: string, bounds: readonly number[]) {
    this.#name = name;
    this.#help = help;
    this.#bounds = bounds;
  }

  observe(labels: Labels, value: number): void {
    const key = JSON.stringify(labels);
    const series = this.#series.get(key) ?? { labels, counts: [...this.#bounds, 0].map(() => 0), sum: 0 };
    this.#series.set(key, series);
    const bucket = this.#bounds.findIndex((bound) => value <= bound);
    const index = bucket < 0 ? this.#bounds.length : bucket;
    series.counts[index] = (series.counts[index] ?? 0) + 1;
    series.sum += value;
  }

  family(): MetricFamily {
    const samples = [...this.#series.values()].flatMap(({ labels, counts, sum }) => {
      let total = 0;
      const buckets = [...this.#bounds, Number.POSITIVE_INFINITY].map((bound, index) => {
        total += counts[index] ?? 0;
        return { suffix: '_bucket', labels: { ...labels, le: formatValue(bound) }, value: total };
      });
      return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: total }];
    });
    return { name: this.#name, help: this.#help, type: 'histogram', samples };
  }
}

const KEY_HEADER = IDEMPOTENCY_KEY.toLowerCase();

/** Upper bounds in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

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

/**
 * Counts requests by route and status, their latency, and the outcome of writes with an idempotency key. Call it
 * directly, not through `register`, before the routes.
 * @returns a function that reads the counts
 */
export function requestMetrics(app: FastifyInstance): () => MetricFamily[] {
  const requests = new Counter('branch_desk_http_requests_total', 'Requests by route and status.');
  const seconds = new Histogram(
    'branch_desk_http_request_duration_seconds',
    'Time from a request to the end of its answer, by route; streams are left out.',
    SECONDS,
  );
  const keyed = new Counter(
    'branch_desk_keyed_writes_total',
    'Writes with an idempotency key by answer: first, replayed (a repeat of the outbox) or refused.',
  );
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request);
    const { method } = request;
    requests.add({ method, route, status: String(reply.statusCode) });
    if (!route.endsWith(paths.events)) seconds.observe({ method, route }, reply.elapsedTime / 1000);
    if (method !== 'GET' && request.headers[KEY_HEADER] !== undefined) {
      keyed.add({ answer: replayOf(request, reply) });
    }
  });
  return () => [requests.family(), seconds.family(), keyed.family()];
}

interface MetricSources {
  readonly requests: () => MetricFamily[];
  readonly pool: () => ReturnType<typeof poolCounts>;
  readonly streams: () => number;
  readonly backups: Pick<BackupService, 'state'> | undefined;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Takes equally long for any texts. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

/**
 * `GET /metrics` for Prometheus (decision 59), with the bearer token METRICS_TOKEN; unknown without that setting. It
 * reports on this process alone and asks no database, so that it answers while the database is gone.
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

function poolStates(pool: ReturnType<typeof poolCounts>): Readonly<Record<string, number>> {
  return pool ? { used: pool.total - pool.idle, idle: pool.idle, waiting: pool.waiting } : {};
}

function stateFamily(name: string, help: string, counts: Readonly<Record<string, number>>): MetricFamily {
  const samples = Object.entries(counts).map(([state, value]) => ({ suffix: '', labels: { state }, value }));
  return { name, help, type: 'gauge', samples };
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
