import { createServer, type ServerResponse } from 'node:http';
import { type EventClient, openEvents } from './event-client.ts';
import { listenLocally } from './local-port.ts';

/** A response of a real HTTP server that stays open, and the client that reads it. */
export interface OpenResponse {
  readonly response: ServerResponse;
  readonly reader: EventClient;
  readonly close: () => void;
}

export async function openResponse(): Promise<OpenResponse> {
  const http = createServer();
  const opened = new Promise<ServerResponse>((resolve) => {
    http.on('request', (_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      resolve(outgoing);
    });
  });
  const reader = await openEvents(`http://127.0.0.1:${await listenLocally(http)}`, undefined);
  const close = () => {
    reader.close();
    http.close();
    http.closeAllConnections();
  };
  return { response: await opened, reader, close };
}

/** Returns the claim of a user whose token expires then, in milliseconds since 1970. */
export const claimUntil = (expiresAt: number) => ({
  branchId: 1n,
  userId: 1n,
  personId: 1n,
  session: '00000000-0000-4000-8000-000000000000',
  generation: 0,
  role: 'manager' as const,
  expiresAt,
});
