import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import { messages } from '#server/backups/texts.en.ts';
import type { StoreSettings } from '#server/platform/copy-settings.ts';
import { reasonOf } from '#server/platform/startup-error.ts';

type Bytes = ReadableStream<Uint8Array>;

/** A place for encrypted copies on another machine (decision 156). Each call throws if it did not succeed as a whole. */
export interface CopyStore {
  /** @param size bytes of `body` */
  readonly send: (name: string, body: Bytes, size: number, signal?: AbortSignal) => Promise<void>;
  readonly fetch: (name: string, signal?: AbortSignal) => Promise<AsyncIterable<Uint8Array>>;
  /** Names in any order, also of files that are no copies. */
  readonly list: (signal?: AbortSignal) => Promise<string[]>;
}

interface Sent {
  readonly method: 'GET' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Bytes;
  readonly signal?: AbortSignal | undefined;
}

/** The code of S3's error document, such as `AccessDenied`. Nothing else of an answer is told: it may hold the request. */
const errorCode = /<Code>([A-Za-z]{1,60})<\/Code>/;
const MAX_ERROR_CHARACTERS = 16_384;

async function readStart(answer: IncomingMessage): Promise<string> {
  let start = '';
  for await (const chunk of answer) {
    start += String(chunk);
    if (start.length > MAX_ERROR_CHARACTERS) break;
  }
  return start;
}

/** Not by fetch, which keeps all of a sent stream in memory; a signature is for one host, and this follows no redirect. */
async function exchange(
  url: URL,
  { method, headers, body, signal }: Sent & { readonly headers: Readonly<Record<string, string>> },
): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  const asked = request(url, { method, headers, agent: false, ...(signal && { signal }) });
  const answered = once(asked, 'response');
  // A failure after the answer is told by the body of the answer.
  asked.on('error', () => undefined);
  const sent = body && pipeline(Readable.fromWeb(body), asked);
  sent?.catch(() => undefined);
  if (!body) asked.end();
  const answer: IncomingMessage = (await answered)[0];
  // A refusal may come before all was sent.
  if (answer.statusCode === 200) await sent;
  return answer;
}

/**
 * A bucket of any store that speaks S3, by path (`HOST/BUCKET/KEY`). A copy is one PUT of known length, so it may have
 * 5 GB. Its payload is not signed: what was changed on its way does not decrypt.
 */
export function s3Store({ origin, bucket, prefix, region, keyId, secret }: StoreSettings): CopyStore {
  async function ask(url: URL, sent: Sent): Promise<IncomingMessage> {
    const signer = new AwsV4Signer({
      method: sent.method,
      url: url.href,
      headers: { ...sent.headers },
      service: 's3',
      accessKeyId: keyId,
      secretAccessKey: secret,
      ...(region !== undefined && { region }),
    });
    const headers = Object.fromEntries((await signer.sign()).headers);
    let answer: IncomingMessage;
    try {
      answer = await exchange(url, { ...sent, headers });
    } catch (error) {
      sent.signal?.throwIfAborted();
      throw new Error(messages.copyStoreUnreached({ host: url.host, reason: reasonOf(error) }));
    }
    if (answer.statusCode === 200) return answer;
    const code = errorCode.exec(await readStart(answer).catch(() => ''))?.[1];
    answer.destroy();
    throw new Error(
      messages.copyStoreRefused({
        host: url.host,
        status: [answer.statusCode, code].filter(Boolean).join(' '),
      }),
    );
  }

  const urlOf = (name: string) => new URL(`${origin}/${bucket}/${prefix}${name}`);

  return {
    async send(name, body, size, signal) {
      const headers = { 'content-length': String(size), 'content-type': 'application/octet-stream' };
      const answer = await ask(urlOf(name), { method: 'PUT', headers, body, signal });
      answer.destroy();
    },

    fetch: (name, signal) => ask(urlOf(name), { method: 'GET', signal }),

    async list(signal) {
      const names: string[] = [];
      for (let after: string | undefined; ; ) {
        const url = new URL(`${origin}/${bucket}`);
        url.searchParams.set('list-type', '2');
        url.searchParams.set('prefix', `${prefix}branch-desk-`);
        if (after !== undefined) url.searchParams.set('start-after', after);
        const page = await text(await ask(url, { method: 'GET', signal }));
        const keys = [...page.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
        names.push(...keys.map((key) => key.slice(prefix.length)));
        after = keys.at(-1);
        if (after === undefined || !/<IsTruncated>\s*true/.test(page)) return names;
      }
    },
  };
}
