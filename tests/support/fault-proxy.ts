import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './running-server.ts';

/** What may happen to a request on its way. */
export type Fault =
  | { readonly kind: 'pass' }
  /** The connection breaks before the server hears of it. */
  | { readonly kind: 'drop' }
  /** The server answers, and the answer is lost on its way back. */
  | { readonly kind: 'swallow' }
  /** Both arrive, late. */
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** Something on the way answers instead of the server. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
    }
  /** The server's answer breaks off half way. */
  | { readonly kind: 'truncate' }
  /** The server hears it twice, as when a network repeats it; the first answer goes back. */
  | { readonly kind: 'duplicate' }
  /** Something else happens before the server hears of it, and then it goes on its way. */
  | { readonly kind: 'first'; readonly happens: () => Promise<void> }
  /** Something else happens after the server has answered, and then the answer goes on its way. */
  | { readonly kind: 'meanwhile'; readonly happens: () => Promise<void> }
  /** Something happens while the server is at it; no answer comes, whatever it has done. */
  | { readonly kind: 'during'; readonly happens: () => Promise<void> };

/** A request that came by, and what became of it. */
export interface Passage {
  readonly method: string;
  readonly path: string;
  /** With its question mark; empty where there is none. */
  readonly query: string;
  readonly key: string | undefined;
  readonly body: string;
  readonly fault: Fault['kind'];
  /** The server's own answer; undefined where it never heard the request or never answered. */
  status?: number;
}

/** Which requests: everything left out matches all. The path is without its query. */
export interface Match {
  readonly method?: string;
  readonly path?: string | RegExp;
}

export interface FaultProxy {
  /** The address that the browser is given. */
  readonly origin: string;
  /** Everything that came by under /api, oldest first. */
  readonly passages: Passage[];
  /** The next matching requests meet these faults, one each, and later ones pass again. */
  readonly next: (match: Match, ...faults: Fault[]) => void;
  /** Every matching request meets this fault, until the answered function is called. */
  readonly always: (match: Match, fault: Fault) => () => void;
  /** How many faults of `next` nothing has met yet. */
  readonly left: () => number;
  /** Gives up the faults of `next` that nothing has met. */
  readonly forget: () => void;
  /** From now on the app's own files come from this origin: another build of it is deployed. */
  readonly deploy: (origin: string) => void;
  readonly close: () => Promise<void>;
}

/** The page of a captive portal: status 200, and not what was asked for. */
export const captivePortal: Fault = {
  kind: 'answer',
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Welcome to the guest network</title><p>Accept the terms to go on.</p>',
};

/** Decides about a request that no plan and no rule is about. */
export type Weather = (request: Pick<Passage, 'method' | 'path' | 'key'>) => Fault;

/** The only faults of a plan are those under /api; the app's own files always pass. */
export async function startFaultProxy(
  target: string,
  weather: Weather = () => ({ kind: 'pass' }),
): Promise<FaultProxy> {
  const port = await freePort();
  const passages: Passage[] = [];
  const planned: { match: Match; faults: Fault[] }[] = [];
  let files = target;
  const standing = new Set<{ match: Match; fault: Fault }>();

  const faultFor = (method: string, path: string, key: string | undefined): Fault => {
    const plan = planned.find(({ match, faults }) => faults.length > 0 && fits(match, method, path));
    const rule = [...standing].find(({ match }) => fits(match, method, path));
    return plan?.faults.shift() ?? rule?.fault ?? weather({ method, path, key });
  };

  const server = createServer((incoming, outgoing) => {
    const serve = async () => {
      const body = Buffer.concat(await incoming.toArray());
      const { method = 'GET', url = '/' } = incoming;
      const path = url.split('?')[0] ?? url;
      const isApi = path.startsWith('/api/');
      const key = incoming.headers['idempotency-key']?.toString();
      const fault = isApi ? faultFor(method, path, key) : ({ kind: 'pass' } as const);
      const passage: Passage = {
        method,
        path,
        query: url.slice(path.length),
        key,
        body: body.toString(),
        fault: fault.kind,
      };
      if (isApi) passages.push(passage);
      await act(fault, { target: isApi ? target : files, incoming, outgoing, body, passage });
    };
    serve().catch(() => outgoing.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

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
    left: () => planned.reduce((count, { faults }) => count + faults.length, 0),
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
  readonly passage: Passage;
}

async function act(fault: Fault, way: Way): Promise<void> {
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
      const [first] = await Promise.all([ask(way), ask(way)]);
      handBack(outgoing, first);
      return;
    }
    case 'truncate': {
      const { status, headers, body } = await ask(way);
      outgoing.writeHead(status, { ...headers, 'content-length': String(body.length + 1) });
      outgoing.write(body.subarray(0, Math.ceil(body.length / 2)), () => outgoing.destroy());
      return;
    }
    case 'pass':
      handBack(outgoing, await ask(way));
  }
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

async function ask({ target, incoming, body, passage }: Way): Promise<Answer> {
  const { connection: _, 'transfer-encoding': __, ...headers } = incoming.headers;
  const outward = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers });
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
