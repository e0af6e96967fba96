import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { messages } from '#server/messages/http.en.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { type LeaveQueue, QueueFullError, type QueueLimits, TaskQueue } from '#server/platform/task-queue.ts';
import { userOf } from './authenticate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly ownLimits?: true;
  }
}

/** Running and waiting requests of one user in each process (decision 50). */
export const requestLimits: QueueLimits = { running: 4, waiting: 20 };

const RETRY_AFTER_SECONDS = 2;
const MAX_WAIT_MS = 15_000;

class WaitedTooLong extends Error {}

/** A spreadsheet does not hold up the person who made its token. */
function userKey(request: FastifyRequest): string {
  const { branchId, userId, spreadsheetToken = '' } = userOf(request);
  return `${branchId}/${userId}/${spreadsheetToken}`;
}

export const branchKey = (request: FastifyRequest) => String(userOf(request).branchId);

export class RequestQueues {
  readonly #limits: QueueLimits;
  readonly #refusal: () => string;
  readonly #keyOf: (request: FastifyRequest) => string;
  readonly #queues = new Map<string, TaskQueue>();

  constructor(limits: QueueLimits, refusal: () => string = () => messages.tooManyRequests, keyOf = userKey) {
    this.#limits = limits;
    this.#refusal = refusal;
    this.#keyOf = keyOf;
  }

  /** A request whose client is gone leaves the queue. */
  async enter(request: FastifyRequest, reply: FastifyReply): Promise<LeaveQueue> {
    const key = this.#keyOf(request);
    const queue = this.#queues.get(key) ?? new TaskQueue(this.#limits);
    this.#queues.set(key, queue);
    const forget = () => {
      if (queue.idle) this.#queues.delete(key);
    };
    const waiting = new AbortController();
    const giveUp = () => waiting.abort(new WaitedTooLong());
    const timer = setTimeout(giveUp, MAX_WAIT_MS);
    reply.raw.once('close', giveUp);
    try {
      const leave = await queue.enter(waiting.signal);
      return () => {
        leave();
        forget();
      };
    } catch (error) {
      forget();
      if (!(error instanceof QueueFullError || error instanceof WaitedTooLong)) throw error;
      throw new HttpError(429, { detail: this.#refusal() }, RETRY_AFTER_SECONDS);
    } finally {
      clearTimeout(timer);
      reply.raw.off('close', giveUp);
    }
  }
}

/** Decision 50. A place is kept until the work has ended, even if the client is gone. Call it before the routes. */
export function limitRequests(app: FastifyInstance, limits: QueueLimits): void {
  const queues = new RequestQueues(limits);
  const limited = new WeakSet<RouteHandlerMethod>();
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    // HEAD routes are made from GET routes, with the handler that is limited already.
    if (route.config?.ownLimits || limited.has(handler)) return;
    route.handler = async function (request, reply) {
      const leave = await queues.enter(request, reply);
      try {
        return await handler.call(this, request, reply);
      } finally {
        leave();
      }
    };
    limited.add(route.handler);
  });
}
