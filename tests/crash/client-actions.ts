import type { BranchFactory } from '#server/demo/branch-factory.ts';
import type { LoggedOperation, RecordTarget } from './operation-log.ts';
import type { Sender } from './sender.ts';

export type WeightedOperation = readonly [share: number, doIt: () => Promise<unknown>];

/** Records whose last write is unacknowledged are not touched again, so that only two end states are possible. */
export interface ClientActions {
  readonly factory: BranchFactory;
  /** Returns a random id without removing it; undefined if the list is empty. */
  readonly pick: (list: readonly string[]) => string | undefined;
  readonly create: (target: RecordTarget, path: string, body: object, into: string[]) => Promise<void>;
  readonly update: (
    target: RecordTarget,
    path: string,
    list: string[],
    body: LoggedOperation['body'],
  ) => Promise<void>;
  readonly remove: (target: RecordTarget, path: string, list: string[]) => Promise<void>;
}

export function createClientActions(sender: Sender, factory: BranchFactory): ClientActions {
  const { chance } = factory;
  const randomIndex = (list: readonly string[]) => chance.whole(0, list.length - 1);
  /** Removes a random id, so that no other write uses it until it is added again. */
  const takeRandom = (list: string[]) => list.splice(randomIndex(list), 1)[0];
  return {
    factory,
    pick: (list) => list[randomIndex(list)],
    async create(target, path, body, into) {
      const { outcome, answer } = await sender.send(target, 'POST', path, { ...body });
      if (outcome === 'acknowledged') into.push(String(answer?.id));
    },
    async update(target, path, list, body) {
      const id = takeRandom(list);
      if (id === undefined) return;
      const { outcome } = await sender.send(target, 'PATCH', `${path}${id}/`, body);
      if (outcome !== 'unknown') list.push(id);
    },
    async remove(target, path, list) {
      const id = takeRandom(list);
      if (id !== undefined) await sender.send(target, 'DELETE', `${path}${id}/`);
    },
  };
}
