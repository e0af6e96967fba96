import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenLocally } from '../../support/local-port.ts';
import { afterwards } from '../temporary.ts';

/** What the store does wrong. */
type Fault = 'answers 503' | 'loses a byte' | 'changes a byte' | 'hangs' | 'cuts answers off';

interface S3Store {
  /** For BACKUP_COPY. */
  readonly address: string;
  readonly objects: Map<string, Buffer>;
  /** Method and path of each request whose signature was right. */
  readonly requests: string[];
  fault: { readonly on: 'GET' | 'PUT'; readonly does: Fault } | undefined;
}

const keyId = 'BRANCHDESKKEY';
export const secret = 'secret/of+the+store';

const PAGE = 2;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Computes the signature of AWS version 4 from what arrived, as a store does. */
function isSigned({ method, headers }: IncomingMessage, url: URL, region: string): boolean {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    );
  const [, id, day = '', ofRegion = '', signed = '', signature] = given ?? [];
  if (id !== keyId || ofRegion !== region || !signed.split(';').includes('host')) return false;
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const lines = signed.split(';').map((name) => `${name}:${headers[name]}\n`);
  const canonical = [
    method,
    url.pathname,
    query.join('&'),
    lines.join(''),
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, day));
  return hmac(key, text).toString('hex') === signature;
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${secret}</Message></Error>`);
}

/** An S3-compatible store of one bucket, in memory. It lists two names a page. */
export async function startS3Store({ region = 'us-east-1' } = {}): Promise<S3Store> {
  const objects = new Map<string, Buffer>();

  function list(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('start-after') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const contents = keys.slice(0, PAGE).map((key) => `<Contents><Key>${key}</Key></Contents>`);
    response.end(
      `<ListBucketResult><IsTruncated>${keys.length > PAGE}</IsTruncated>${contents.join('')}</ListBucketResult>`,
    );
  }

  function get(key: string, does: Fault | undefined, response: ServerResponse): void {
    const stored = objects.get(key);
    if (!stored) {
      refuse(response, 404, 'NoSuchKey');
      return;
    }
    const bytes = does === 'loses a byte' ? stored.subarray(0, -1) : Buffer.from(stored);
    if (does === 'changes a byte') bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
    response.setHeader('content-length', bytes.length);
    if (does === 'cuts answers off') {
      response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    } else response.end(bytes);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    const { method = '' } = request;
    if (!isSigned(request, url, region)) return refuse(response, 403, 'SignatureDoesNotMatch');
    store.requests.push(`${method} ${url.pathname}`);
    const does = store.fault?.on === method ? store.fault.does : undefined;
    if (does === 'hangs') return;
    if (does === 'answers 503') return refuse(response, 503, 'SlowDown');
    const [, bucket, ...key] = url.pathname.split('/');
    if (bucket !== 'desk-backups') return refuse(response, 404, 'NoSuchBucket');
    if (method === 'GET') return key.length === 0 ? list(url, response) : get(key.join('/'), does, response);
    if (request.headers['content-length'] === undefined) return refuse(response, 411, 'MissingContentLength');
    objects.set(key.join('/'), await buffer(request));
    response.end();
  }

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const port = await listenLocally(server);
  afterwards(() => {
    server.closeAllConnections();
    server.close();
  });
  const store: S3Store = {
    address: `s3+http://${keyId}@127.0.0.1:${port}/desk-backups/al-nour`,
    objects,
    requests: [],
    fault: undefined,
  };
  return store;
}
