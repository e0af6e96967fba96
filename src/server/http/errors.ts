import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { codeOf } from '#server/startup-error.ts';
import { httpErrorOf, isDatabaseUnavailable } from '#server/store/database-errors.ts';
import { HttpError } from '#server/store/http-error.ts';

const RETRY_AFTER_SECONDS = 2;
const MIN_CLIENT_ERROR = 400;
const MIN_SERVER_ERROR = 500;

/** Maps Fastify's error codes to messages that do not reveal how the server is built. */
const fastifyMessages: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the body as application/json.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'This is too large to be saved.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as announced.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not JSON.',
};

function toHttpError(error: unknown, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  const databaseError = httpErrorOf(error);
  if (databaseError) return databaseError;
  if (isDatabaseUnavailable(error)) {
    const detail = 'The server cannot reach its database at the moment. Try again shortly.';
    return new HttpError(503, { detail }, RETRY_AFTER_SECONDS);
  }
  const status = statusOf(error);
  if (status >= MIN_CLIENT_ERROR && status < MIN_SERVER_ERROR) {
    return new HttpError(status, {
      detail: fastifyMessages[codeOf(error) ?? ''] ?? 'This request cannot be understood.',
    });
  }
  return new HttpError(500, {
    detail: `Something went wrong on the server. Report it with the number ${request.id}.`,
  });
}

function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return MIN_SERVER_ERROR;
  return typeof error.statusCode === 'number' ? error.statusCode : MIN_SERVER_ERROR;
}

/**
 * Answers every error in a contract shape (decision 1), without internals of the server. Call it directly, not through `register`,
 * before the routes.
 */
export function errorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const httpError = toHttpError(error, request);
    if (httpError.status >= MIN_SERVER_ERROR) request.log.error({ err: error }, 'request failed');
    return send(reply, httpError);
  });
  app.setNotFoundHandler((_request, reply) => send(reply, new HttpError(404, { detail: 'Not found.' })));
}

function send(reply: FastifyReply, { status, body, retryAfterSeconds }: HttpError): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return reply.code(status).send(body);
}

/** Answers a URL that the router cannot process: 404 if it is too long, 400 if malformed. */
export function replyUnroutable(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const isTooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
  const detail = isTooLong ? 'Not found.' : 'This request cannot be understood.';
  void reply.code(isTooLong ? 404 : 400).send({ detail });
}

/** Answers malformed HTTP with a 400 on the socket and closes it. */
export function replyMalformedHttp(_error: Error, socket: Socket): void {
  if (!socket.writable) return;
  const body = JSON.stringify({ detail: 'This request cannot be understood.' });
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
