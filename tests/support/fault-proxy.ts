import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { paths } from '#contract/http.ts';
import { listenLocally } from './local-port.ts';

/** A network fault that a request can meet. */
export type ProxyFault =
  | { readonly kind: 'pass' }
  /** Closes the connection before the server receives the request. */
  | { readonly kind: 'drop' }
  | { readonly kind: 'swallow' }
  | { readonly kind: 'delay'; readonly milliseconds: number }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
    }
  /** Closes the connection in the middle of the answer. */
  | { readonly kind: 'truncate' }
  /** Sends the request twice, as a retrying network does, and returns the answer of the one that the server performed. */
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'first'; readonly happens: () => Promise<void> }
  | { readonly kind: 'meanwhile'; readonly happens: () => Promise<void> }
  /** Runs a function while the server handles the request, and drops the answer. */
  | { readonly kind: 'during'; readonly happens: () => Promise<void> }
  /** Keeps the request back until it is delivered, which is too late for its answer: a status stands for no answer. */
  | { readonly kind: 'late'; readonly status: number; readonly keep: (deliver: () => Promise<void>) => void };

export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  /** The query with its question mark, or ''. */
  readonly query: string;
  readonly key: string | undefined;
  readonly body: string;
  readonly fault: ProxyFault['kind'];
  /** Status of the server's own answer; undefined without a request or an answer. */
  status?: number;
}

/** Selects requests. An absent field matches all; the path has no query. */
export interface Match {
  readonly method?: string;
  readonly path?: string | RegExp;
}

export interface FaultProxy {
  /** Origin to open in the browser. */
  readonly origin: string;
  /** All requests under /api, oldest first. */
  readonly passages: ProxiedRequest[];
  readonly next: (match: Match, ...faults: ProxyFault[]) => void;
  /** Applies a fault to every matching request until the returned function is called. */
  readonly always: (match: Match, fault: ProxyFault) => () => void;
  /** Returns the number of faults of `next` that are still unused. */
  readonly remainingFaults: () => number;
  readonly forget: () => void;
  readonly deploy: (origin: string) => void;
  /** Cuts the line, also for the app's files, until the returned function is called. */
  readonly cut: () => () => void;
  readonly cutStreams: () => void;
  readonly close: () => Promise<void>;
}

export const captivePortal: ProxyFault = {
  kind: 'answer',
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Welcome to the guest network</title><p>Accept the terms to go on.</p>',
};

/** Decides about requests that match neither `next` nor `always`. */
export type FaultDecision = (request: Pick<ProxiedRequest, 'method' | 'path' | 'key'>) => ProxyFault;

/** Applies faults under /api only; the app's files pass unless the line is cut. */
export async function startFaultProxy(
  target: string,
  decide: FaultDecision = () => ({ kind: 'pass' }),
): Promise<FaultProxy> {
  const passages: ProxiedRequest[] = [];
  const planned: { match: Match; faults: ProxyFault[] }[] = [];
  let files = target;
  let isCut = false;
  const streams = new Set<ServerResponse>();
  const standing = new Set<{ match: Match; fault: ProxyFault }>();

  const faultFor = (method: string, path: string, key: string | undefined): ProxyFault => {
    const plan = planned.find(({ match, faults }) => faults.length > 0 && fits(match, method, path));
    const rule = [...standing].find(({ match }) => fits(match, method, path));
    return plan?.faults.shift() ?? rule?.fault ?? decide({ method, path, key });
  };

  const server = createServer((incoming, outgoing) => {
    if (isCut) {
      outgoing.destroy();
      return;
    }
    const serve = async () => {
      const body = Buffer.concat(await incoming.toArray());
      const { method = 'GET', url = '/' } = incoming;
      const path = url.split('?')[0] ?? url;
      const isApi = path.startsWith('/api/');
      const key = incoming.headers['idempotency-key']?.toString();
      const fault = isApi ? faultFor(method, path, key) : ({ kind: 'pass' } as const);
      const passage: ProxiedRequest = {
        method,
        path,
        query: url.slice(path.length),
        key,
        body: body.toString(),
        fault: fault.kind,
      };
      if (isApi) passages.push(passage);
      if (path === STREAM_PATH) streams.add(outgoing);
      outgoing.on('close', () => streams.delete(outgoing));
      await act(fault, { target: isApi ? target : files, incoming, outgoing, body, passage });
    };
    serve().catch(() => outgoing.destroy());
  });
  // Otherwise a request that comes when a connection has just been closed for idleness would fail by chance.
  server.keepAliveTimeout = 0;
  const port = await listenLocally(server);

  return {
    origin: `http://127.0.0.1:${port}`,
    passages,
    next: (match, ...faults) => {
      planned.push({ match, faults });
    },
    always: (match, fault) => {
      const rule = { match, fault };
      standing.add(rule);
      return () => standing.delete(rule);
    },
    forget: () => {
      planned.length = 0;
    },
    deploy: (origin) => {
      files = origin;
    },
    remainingFaults: () => planned.reduce((count, { faults }) => count + faults.length, 0),
    cut: () => {
      isCut = true;
      server.closeAllConnections();
      return () => {
        isCut = false;
      };
    },
    cutStreams: () => {
      for (const stream of streams) stream.destroy();
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function fits({ method, path }: Match, itsMethod: string, itsPath: string): boolean {
  if (method && method !== itsMethod) return false;
  if (path instanceof RegExp) return path.test(itsPath);
  return path === undefined || path === itsPath;
}

interface Way {
  readonly target: string;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly body: Buffer;
  readonly passage: ProxiedRequest;
}

async function act(fault: ProxyFault, way: Way): Promise<void> {
  const { outgoing } = way;
  switch (fault.kind) {
    case 'drop':
      outgoing.destroy();
      return;
    case 'answer':
      outgoing
        .writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers })
        .end(fault.body);
      return;
    case 'swallow':
      await ask(way);
      outgoing.destroy();
      return;
    case 'first':
      await fault.happens();
      handBack(outgoing, await ask(way));
      return;
    case 'meanwhile': {
      const answer = await ask(way);
      await fault.happens();
      handBack(outgoing, answer);
      return;
    }
    case 'during':
      await Promise.all([ask(way).catch(() => undefined), fault.happens()]);
      outgoing.destroy();
      return;
    case 'delay':
      await sleep(fault.milliseconds);
      handBack(outgoing, await ask(way));
      return;
    case 'duplicate': {
      const [first, second] = await Promise.all([ask(way), ask(way)]);
      // The server lets one wait, or refuses it as a repeat of one in progress.
      handBack(outgoing, first.headers['retry-after'] === undefined ? first : second);
      return;
    }
    case 'truncate': {
      const { status, headers, body } = await ask(way);
      outgoing.writeHead(status, { ...headers, 'content-length': String(body.length + 1) });
      outgoing.write(body.subarray(0, Math.ceil(body.length / 2)), () => outgoing.destroy());
      return;
    }
    case 'late':
      fault.keep(async () => {
        await ask(way).catch(() => undefined);
      });
      outgoing.writeHead(fault.status).end();
      return;
    case 'pass':
      if (way.passage.path === STREAM_PATH) await passStream(way);
      else handBack(outgoing, await ask(way));
  }
}

const STREAM_PATH = `/api${paths.events}`;

/** Passes a stream on as it comes; it ends on both sides when one of them ends it. */
async function passStream({ target, incoming, outgoing, passage }: Way): Promise<void> {
  const { connection: _, ...headers } = incoming.headers;
  const outward = request(new URL(incoming.url ?? '/', target), { headers, agent: false }).end();
  outgoing.on('close', () => outward.destroy());
  const [answer] = (await once(outward, 'response')) as [IncomingMessage];
  passage.status = answer.statusCode;
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.on('error', () => outgoing.destroy()).pipe(outgoing);
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

async function ask({ target, incoming, body, passage }: Way): Promise<Answer> {
  const { connection: _, 'transfer-encoding': __, ...headers } = incoming.headers;
  // A connection of its own: a kept one may break before it is used again.
  const outward = request(new URL(incoming.url ?? '/', target), {
    method: incoming.method,
    headers,
    agent: false,
  });
  outward.end(body);
  const [answer] = (await once(outward, 'response')) as [IncomingMessage];
  passage.status = answer.statusCode;
  return {
    status: answer.statusCode ?? 502,
    headers: answer.headers,
    body: Buffer.concat(await answer.toArray()),
  };
}

function handBack(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  const { connection: _, 'transfer-encoding': __, ...rest } = headers;
  outgoing.writeHead(status, rest).end(body);
}
