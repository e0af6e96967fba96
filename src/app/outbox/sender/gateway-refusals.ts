import { answersOfServer } from '#app/api/connection.ts';
import { isRefusedByGateway, type StoredEntry } from '../model/entry.ts';
import type { SendResult } from './send-result.ts';

/** Entry id → answers of the server that this tab had seen at its last refusal by a gateway. */
const answersAtRefusal = new Map<string, number>();

/** Returns whether the server answered another request since a gateway last refused this entry. */
function serverAnsweredSince({ id }: StoredEntry): boolean {
  const now = answersOfServer();
  const before = answersAtRefusal.get(id);
  answersAtRefusal.set(id, now);
  return before === undefined || now > before;
}

/**
 * Counts equal refusals of a gateway while other requests succeed; after ten the user must decide (fault 67).
 * Any other answer starts anew.
 */
export function countGatewayRefusal(
  entry: StoredEntry,
  { gateway, status }: Extract<SendResult, { kind: 'retry' }>,
): Pick<StoredEntry, 'gatewayRefusals' | 'asksPerson'> {
  const { asksPerson, gatewayRefusals: last } = entry;
  if (!gateway || status === undefined) return { gatewayRefusals: undefined, asksPerson };
  const previous = last?.status === status ? last.count : 0;
  const gatewayRefusals = { status, count: previous + (serverAnsweredSince(entry) ? 1 : 0) };
  return { gatewayRefusals, asksPerson: asksPerson || isRefusedByGateway({ gatewayRefusals }) };
}
