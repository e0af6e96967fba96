import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** Time after which a wait counts as a hang, in milliseconds: a loaded machine is slow, not wrong. */
const HANGS_AFTER = 45_000;

const data = z.looseObject({ version: z.string() });

export type ArrivedEvent = { readonly event: string } & z.output<typeof data>;

/** An open stream of a branch's changes, read with Node's own client. */
export interface EventClient {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Events so far, oldest first. */
  readonly events: readonly ArrivedEvent[];
  readonly text: () => string;
  readonly ended: () => boolean;
  /** Waits for an event, from the first on. @throws {Error} when it hangs */
  readonly until: (found: (event: ArrivedEvent) => boolean) => Promise<ArrivedEvent>;
  /** Waits until the stream has ended. @throws {Error} when it hangs */
  readonly untilEnd: () => Promise<void>;
  readonly response: IncomingMessage;
  readonly close: () => void;
}

/** Opens the stream of changes at this origin; resolves when the headers have arrived. */
export async function openEvents(
  origin: string,
  access: string | undefined,
  query = '',
  headers: Record<string, string> = {},
): Promise<EventClient> {
  const asked = request(`${origin}/api/branch/events/${query}`, {
    headers: { ...(access !== undefined && { authorization: `Bearer ${access}` }), ...headers },
    agent: false,
  });
  const response = await responseOf(asked);
  const events: ArrivedEvent[] = [];
  let text = '';
  let rest = '';
  let ended = false;
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    events.push(...blocks.flatMap(eventIn));
  });
  response
    .on('error', () => undefined)
    .on('close', () => {
      ended = true;
    });
  const wait = async <T>(find: () => T | undefined): Promise<T> => {
    const start = performance.now();
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (performance.now() - start > HANGS_AFTER) throw new Error(`Not in time; so far: ${text}`);
      await sleep(5);
    }
  };
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    text: () => text,
    ended: () => ended,
    until: (found) => wait(() => events.find(found)),
    untilEnd: async () => {
      await wait(() => ended || undefined);
    },
    response,
    close: () => asked.destroy(),
  };
}

function responseOf(asked: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.on('response', resolve).on('error', reject).end();
  });
}

function eventIn(block: string): ArrivedEvent[] {
  const event = /^event: (.*)$/m.exec(block)?.[1];
  const json = /^data: (.*)$/m.exec(block)?.[1];
  return event && json ? [{ event, ...data.parse(JSON.parse(json)) }] : [];
}
