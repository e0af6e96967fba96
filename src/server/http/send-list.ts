import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asSearchTooLong, type BranchScopeFactory } from '#server/db/branch-scope-factory.ts';
import { timeLimits } from '#server/db/transaction.ts';
import {
  isWhole,
  type ListReader,
  type PageRequest,
  sumsText,
  type WholeList,
} from '#server/records/list-reader.ts';
import { userOf } from './authenticate.ts';
import { isUnchanged, JSON_TYPE } from './etag.ts';
import type { RequestQueues } from './request-limit.ts';

export function listRequestOf(request: FastifyRequest): PageRequest {
  const [path = ''] = request.url.split('?', 1);
  const query = typeof request.query === 'object' && request.query !== null ? { ...request.query } : {};
  return { path, query };
}

export interface ReaderLimits {
  readonly idleMs: number;
  readonly totalMs: number;
}

export const readerLimits: ReaderLimits = { idleMs: 15_000, totalMs: 120_000 };

/** Per user; they share few connections with those of others. */
export const wholeListLimits = { running: 2, waiting: 20 };

/** Whole lists and exports of one branch. One of the four connections for them is left to others (decision 150). */
export const branchLimits = { running: 3, waiting: 40 };

/** Bytes that are kept ready for the reader, beside the buffers of compression and connection. */
const READY_BYTES = 64 * 1024;

export interface ListSender {
  readonly scopes: BranchScopeFactory;
  readonly queues: readonly RequestQueues[];
  readonly limits: ReaderLimits;
}

/** A whole list is a stream that is never held in memory (decision 50). */
export async function sendList(
  sender: ListSender,
  request: FastifyRequest,
  reply: FastifyReply,
  list: ListReader,
): Promise<FastifyReply> {
  const asked = listRequestOf(request);
  if (isWhole(asked)) return sendWhole(sender, request, reply, list, asked);
  const user = userOf(request);
  const page = isSearch(asked)
    ? await sender.scopes.search(user, (limited) => list.page(limited, asked))
    : await list.page(sender.scopes.read(user), asked);
  return reply.type(JSON_TYPE).send(page);
}

const isSearch = ({ query }: PageRequest) => typeof query.search === 'string' && query.search.trim() !== '';

async function enterAll(
  queues: readonly RequestQueues[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<() => void> {
  const entered: (() => void)[] = [];
  const leave = () => {
    for (const one of entered) one();
  };
  try {
    for (const queue of queues) entered.push(await queue.enter(request, reply));
    return leave;
  } catch (error) {
    leave();
    throw error;
  }
}

export async function openWholeList(
  { scopes, queues }: ListSender,
  request: FastifyRequest,
  reply: FastifyReply,
  list: Pick<ListReader, 'whole'>,
  asked: PageRequest,
) {
  const user = userOf(request);
  const leave = await enterAll(queues, request, reply);
  let close = async () => leave();
  try {
    const limit = isSearch(asked) ? timeLimits.search : timeLimits.wholeList;
    const snapshot = await scopes.openSnapshot(user, limit);
    close = onlyOnce(() => snapshot.close().finally(leave));
    const whole = await list
      .whole(snapshot.scope, asked)
      .catch((error) => (isSearch(asked) ? asSearchTooLong(error) : Promise.reject(error)));
    return { whole, scope: snapshot.scope, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function sendWhole(
  sender: ListSender,
  request: FastifyRequest,
  reply: FastifyReply,
  list: ListReader,
  asked: PageRequest,
): Promise<FastifyReply> {
  const { whole, close } = await openWholeList(sender, request, reply, list, asked);
  try {
    reply.header('etag', whole.tag).type(JSON_TYPE);
    if (request.method === 'HEAD' || isUnchanged(request, whole.tag)) {
      await close();
      return reply.send('');
    }
    return reply.send(streamOf(textOf(whole, close), close, sender.limits));
  } catch (error) {
    await close();
    throw error;
  }
}

function onlyOnce(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

/** Has the shape of a page. Closes the snapshot as soon as the last row is read. */
async function* textOf(list: WholeList, close: () => Promise<void>): AsyncGenerator<string> {
  yield `{"count":${list.count},"next":null,"previous":null,"results":[`;
  let separator = '';
  for await (const { rows, last } of list.batches) {
    if (last) await close();
    if (rows.length > 0) yield separator + rows.join(',');
    separator = ',';
  }
  yield `]${sumsText(list)}}`;
}

/** Reads on only when its reader takes something. A slow reader is cut off: without its end it is no whole file. */
export function streamOf(
  pieces: AsyncIterable<string | Uint8Array>,
  close: () => Promise<void>,
  { idleMs, totalMs }: ReaderLimits,
): Readable {
  let idle: NodeJS.Timeout | undefined;
  const cut = () => stream.destroy(new Error('The reader of a whole list is too slow'));
  const total = setTimeout(cut, totalMs);
  async function* watched() {
    for await (const chunk of pieces) {
      idle = setTimeout(cut, idleMs);
      yield chunk;
      clearTimeout(idle);
    }
  }
  const stream = Readable.from(watched(), { objectMode: false, highWaterMark: READY_BYTES });
  stream.once('close', () => {
    clearTimeout(idle);
    clearTimeout(total);
    void close();
  });
  return stream;
}
