import { FakeServer } from '../outbox/fake-server.ts';

/** What the server does with the next stream: it opens it, keeps everything back as a proxy does, or answers something else. */
type StreamMode =
  | 'open'
  | 'buffered'
  | { readonly status: number; readonly headers?: Record<string, string> };

export interface OpenStream {
  readonly since: string | null;
  readonly token: string | undefined;
  readonly openedAt: number;
  readonly send: (text: string) => void;
  /** Ends it, as a server that stops does; with an error, as one that dies. */
  readonly end: (error?: Error) => void;
  readonly isAborted: () => boolean;
}

export class FakeStreamServer {
  readonly api = new FakeServer();
  readonly streams: OpenStream[] = [];
  readonly polls: { readonly path: string; readonly etag: string | null }[] = [];
  /** When a stream was asked for, also while the server is away; milliseconds. */
  readonly attempts: number[] = [];
  mode: StreamMode = 'open';
  version = '1';
  /** The server takes requests and answers nothing, as behind a cable that was pulled. */
  silent = false;

  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const path = String(input).replace(/^\/api/, '');
    if (path.startsWith('/branch/events/')) this.attempts.push(Date.now());
    if (this.api.offline) throw new TypeError('Failed to fetch');
    if (this.silent) return never(init.signal);
    const headers = new Headers(init.headers);
    if (path.startsWith('/branch/events/')) return this.#stream(path, headers, init.signal);
    if (path === '/health') return Response.json({ status: 'ok' });
    if (path !== '/branch/changes/') return this.api.fetch(input, init);
    const etag = `"${this.version}"`;
    this.polls.push({ path, etag: headers.get('If-None-Match') });
    if (headers.get('If-None-Match') === etag)
      return new Response(null, { status: 304, headers: { ETag: etag } });
    return Response.json({ version: this.version }, { headers: { ETag: etag } });
  };

  async #stream(path: string, headers: Headers, signal?: AbortSignal | null): Promise<Response> {
    const { mode } = this;
    if (typeof mode === 'object') return Response.json({ detail: 'No.' }, mode);
    const state: { controller?: ReadableStreamDefaultController<Uint8Array> } = {};
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        state.controller = controller;
      },
    });
    signal?.addEventListener('abort', () => {
      try {
        state.controller?.error(new DOMException('Aborted', 'AbortError'));
      } catch {
        // It has ended.
      }
    });
    const stream: OpenStream = {
      since: new URLSearchParams(path.split('?')[1]).get('since'),
      token: headers.get('Authorization')?.slice('Bearer '.length),
      openedAt: Date.now(),
      send: (text) => state.controller?.enqueue(new TextEncoder().encode(text)),
      end: (error) => (error ? state.controller?.error(error) : state.controller?.close()),
      isAborted: () => signal?.aborted ?? false,
    };
    this.streams.push(stream);
    if (mode === 'open') stream.send(this.event(stream.since === this.version ? 'unchanged' : 'everything'));
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } });
  }

  /** Returns the text of an event with the current version. */
  event(name: string, data: Record<string, unknown> = {}): string {
    return `id: ${this.version}\nevent: ${name}\ndata: ${JSON.stringify({ version: this.version, ...data })}\n\n`;
  }

  write(...resources: string[]): void {
    const since = this.version;
    this.version = String(Number(since) + 1);
    for (const stream of this.streams.filter((one) => !one.isAborted())) {
      stream.send(this.event('changed', { since, resources }));
    }
  }
}

function never(signal?: AbortSignal | null): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}
