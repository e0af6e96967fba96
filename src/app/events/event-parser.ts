import { parseJson } from '#app/lib/local-storage.ts';
import { type BranchEvent, branchEvents } from '#contract/events.ts';

/** What one block of a stream says: an event, or how long to spread the next connection, in milliseconds. */
interface ParsedBlock {
  readonly event?: BranchEvent | undefined;
  readonly retry?: number | undefined;
}

function parseEvent(name: string, data: unknown): BranchEvent | undefined {
  switch (name) {
    case 'changed': {
      const parsed = branchEvents.changed.safeParse(data).data;
      return parsed && { name, ...parsed };
    }
    case 'everything': {
      const parsed = branchEvents.everything.safeParse(data).data;
      return parsed && { name, ...parsed };
    }
    case 'unchanged': {
      const parsed = branchEvents.unchanged.safeParse(data).data;
      return parsed && { name, ...parsed };
    }
    default:
      return undefined;
  }
}

function parseBlock(block: string): ParsedBlock {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (name) fields.set(name, value);
  }
  const retry = Number(fields.get('retry') ?? Number.NaN);
  return {
    event: parseEvent(fields.get('event') ?? '', parseJson(fields.get('data'))),
    retry: Number.isFinite(retry) ? retry : undefined,
  };
}

/** Parses a stream of server-sent events from pieces of any length. Unknown events and comments say nothing. */
export class EventParser {
  #rest = '';

  /** Returns what the blocks that this piece completes say. */
  push(text: string): ParsedBlock[] {
    const blocks = (this.#rest + text).replaceAll('\r\n', '\n').split('\n\n');
    this.#rest = blocks.pop() ?? '';
    return blocks.map(parseBlock);
  }
}
