import type { BranchFactory } from '#server/demo/branch-factory.ts';
import type { LoggedOperation, RecordTarget } from './operation-log.ts';
import type { Sender } from './sender.ts';

/** One deed of a client, and how often among the others it is done. */
export type WeightedOperation = readonly [share: number, doIt: () => Promise<unknown>];

/**
 * What a client does to records of its own. A record whose last write has no answer is left alone from then on, so that its end is known:
 * what that write made of it, or what it was before.
 */
export interface ClientActions {
  readonly factory: BranchFactory;
  /** One of these ids, while it stays among them; undefined where there is none. */
  readonly any: (list: readonly string[]) => string | undefined;
  readonly make: (about: RecordTarget, path: string, body: object, into: string[]) => Promise<void>;
  readonly change: (
    about: RecordTarget,
    path: string,
    list: string[],
    body: LoggedOperation['body'],
  ) => Promise<void>;
  readonly remove: (about: RecordTarget, path: string, list: string[]) => Promise<void>;
}

export function createClientActions(sender: Sender, factory: BranchFactory): ClientActions {
  const { chance } = factory;
  const at = (list: readonly string[]) => chance.whole(0, list.length - 1);
  /** Nothing else is done to it until it is put back. */
  const take = (list: string[]) => list.splice(at(list), 1)[0];
  return {
    factory,
    any: (list) => list[at(list)],
    async make(about, path, body, into) {
      const { fate, answer } = await sender.send(about, 'POST', path, { ...body });
      if (fate === 'acknowledged') into.push(String(answer?.id));
    },
    async change(about, path, list, body) {
      const id = take(list);
      if (id === undefined) return;
      const { fate } = await sender.send(about, 'PATCH', `${path}${id}/`, body);
      if (fate !== 'unknown') list.push(id);
    },
    async remove(about, path, list) {
      const id = take(list);
      if (id !== undefined) await sender.send(about, 'DELETE', `${path}${id}/`);
    },
  };
}
