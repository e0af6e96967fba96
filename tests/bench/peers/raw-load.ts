import { connect, type Socket } from 'node:net';

/** Describes one request of a load. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends requests to one server; the load costs little, so that what is measured is the server. */
export interface RawLoad {
  /** Sends this many requests over all connections and returns the seconds it took. @throws {Error} at a status of 300 and above */
  readonly run: (requests: number, next: (run: number) => LoadRequest) => Promise<number>;
  /** Sends one request and returns the text of its answer. @throws {Error} as above */
  readonly text: (asked: LoadRequest) => Promise<string>;
  readonly end: () => void;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** Returns the text of a chunked body. */
function unchunked(body: Buffer): string {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.toString('latin1', at, line), 16);
    if (!(size > 0)) return Buffer.concat(parts).toString('utf8');
    parts.push(body.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}

/** Holds a keep-alive connection that has one request under way. */
class Lane {
  readonly #port: number;
  #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #settle: { resolve: (answer: string) => void; reject: (error: Error) => void } | undefined;

  constructor(port: number) {
    this.#port = port;
    this.#socket = this.#connect();
  }

  #connect(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (chunk) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
      this.#tryEnd();
    });
    socket.on('error', (error) => this.#settle?.reject(error));
    socket.on('close', () => this.#settle?.reject(new Error('The server closed the connection.')));
    return socket;
  }

  #tryEnd(): void {
    const head = this.#received.indexOf(HEAD_END);
    if (head < 0) return;
    const headers = this.#received.toString('latin1', 0, head);
    const start = head + HEAD_END.length;
    const length = /\r\ncontent-length: (\d+)/i.exec(headers)?.[1];
    const body = this.#received.subarray(start);
    const isWhole =
      length === undefined
        ? body.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
        : body.length >= Number(length);
    if (!isWhole) return;
    this.#received = Buffer.alloc(0);
    const settle = this.#settle;
    this.#settle = undefined;
    const text = () => (length === undefined ? unchunked(body) : body.toString('utf8'));
    if (Number(headers.slice(9, 12)) >= 300) settle?.reject(new Error(`${headers.slice(9, 12)}: ${text()}`));
    else settle?.resolve(this.wantsText ? text() : '');
  }

  /** Whether the body of the answer under way is returned. */
  wantsText = false;

  send({ method, path, headers, body = '' }: LoadRequest): Promise<string> {
    const named = {
      host: '127.0.0.1',
      ...headers,
      ...(method === 'POST' && { 'content-length': Buffer.byteLength(body) }),
    };
    const lines = Object.entries(named).map(([name, value]) => `${name}: ${value}\r\n`);
    // A server closes connections that wait while the others are measured.
    if (this.#socket.destroyed || this.#socket.readableEnded) this.#socket = this.#connect();
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
    });
  }

  end(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }
}

/** Opens this number of keep-alive connections to a port of this machine. */
export function openRawLoad(port: number, connections: number): RawLoad {
  const lanes = Array.from({ length: connections }, () => new Lane(port));
  const [first = new Lane(port)] = lanes;
  return {
    async run(requests, next) {
      let sent = 0;
      const start = performance.now();
      await Promise.all(
        lanes.map(async (lane) => {
          while (sent < requests) await lane.send(next(sent++));
        }),
      );
      return (performance.now() - start) / 1000;
    },
    async text(asked) {
      first.wantsText = true;
      try {
        return await first.send(asked);
      } finally {
        first.wantsText = false;
      }
    },
    end: () => {
      for (const lane of lanes) lane.end();
    },
  };
}
