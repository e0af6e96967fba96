import { z } from 'zod';
import { parseJson, readLocal, writeLocal } from '#app/lib/local-storage.ts';
import { currentOwner, type Owner, ownerKey } from './session.ts';

const callName = z.object({
  /** Without names: "Students merged". */
  kind: z.string(),
  /** The same with names; sign-out removes it. */
  sentence: z.string().optional(),
});
/**
 * Describes a call that is not queued, in case a restore of the server undoes it. It holds no secret and nothing that
 * its user may not see.
 */
type CallName = z.output<typeof callName>;

const acknowledgedCall = callName.extend({
  key: z.string(),
  owner: z.string(),
  /** Wall clock, milliseconds. */
  at: z.number(),
});
export type AcknowledgedCall = z.output<typeof acknowledgedCall>;

const STORAGE_KEY = 'branch-desk.acknowledged-calls';
/** Milliseconds: as long as acknowledged entries are kept. */
const KEPT_FOR = 7 * 24 * 3_600_000;
const MOST_CALLS = 200;

const stored = z.array(acknowledgedCall).catch([]);
const read = () => stored.parse(parseJson(readLocal(STORAGE_KEY)));
const write = (calls: readonly AcknowledgedCall[]) =>
  writeLocal(STORAGE_KEY, JSON.stringify(calls.slice(-MOST_CALLS)));

export function rememberCall(key: string, name: CallName): void {
  const owner = currentOwner();
  if (!owner) return;
  const at = Date.now();
  const others = read().filter((call) => call.key !== key && Math.abs(at - call.at) < KEPT_FOR);
  write([...others, { ...name, key, owner: ownerKey(owner), at }]);
}

export const acknowledgedCalls = (owner: Owner): readonly AcknowledgedCall[] =>
  read().filter((call) => call.owner === ownerKey(owner));

export function forgetCalls(calls: readonly AcknowledgedCall[]): void {
  const keys = new Set(calls.map(({ key }) => key));
  if (keys.size > 0) write(read().filter(({ key }) => !keys.has(key)));
}

/** No names of signed-out users stay on a shared device. */
export function forgetCallNames(kept: ReadonlySet<string>): void {
  const calls = read();
  const isNamed = ({ owner, sentence }: AcknowledgedCall) => sentence !== undefined && !kept.has(owner);
  if (calls.some(isNamed))
    write(calls.map((call) => (isNamed(call) ? { ...call, sentence: undefined } : call)));
}
