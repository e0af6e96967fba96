import { CLOSES_PATH, type CloseAnswer, closeAnswer, OWN_DRAWER_PATH, ownDrawer } from '#contract/closes.ts';
import { formatDecimal } from '#contract/money.ts';
import { RECEIPT_PRINT } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { mergePath, undoMergePath } from '#contract/student-merges.ts';
import type { Api } from '../support/api.ts';
import type { Row } from './operation-log.ts';
import { type ChaosOperation, payableKinds, pickRecord } from './record-operations.ts';
import { randomIdOf, saveOn } from './simulation.ts';

/** Prints the receipt of a payment, which may still wait on this device itself. */
export const printReceipt: ChaosOperation = async (simulation, device) => {
  const resource = simulation.factory.chance.pick(payableKinds);
  const payment = pickRecord(simulation, device, resource);
  if (!payment) return false;
  await saveOn(simulation, device, {
    id: simulation.newId(),
    resource: RECEIPT_PRINT,
    kind: 'create',
    body: {
      resource,
      record: randomIdOf(simulation, device, payment),
      printed_at: '2026-11-05T10:00:00.000Z',
    },
  });
  return true;
};

/** Counts the drawer of a user, or finishes the last count with its reason; a lost answer is asked again with the same key. */
export const closeDrawer: ChaosOperation = async ({ deskApis, factory: { chance }, newId }) => {
  const api = chance.pick(deskApis);
  const own = ownDrawer.parse(await api.get(OWN_DRAWER_PATH));
  const finish = ({ id }: Pick<CloseAnswer, 'id'>) =>
    api.post(`${CLOSES_PATH}${id}/finish/`, { reason: 'Counted twice' }, newId());
  if (own.unfinished) {
    await finish(own.unfinished);
    return true;
  }
  const counted = BigInt(chance.whole(1, 90_000));
  const kept = formatDecimal(chance.happens(50) ? counted / 2n : 0n);
  const [body, key] = [{ other: formatDecimal(counted), kept, after: own.last }, newId()];
  const close = closeAnswer.parse(await api.post(CLOSES_PATH, body, key));
  const again = closeAnswer.parse(await api.post(CLOSES_PATH, body, key));
  if (again.id !== close.id) throw new Error(`One count became the closes ${close.id} and ${again.id}`);
  if (close.finished_at === null && chance.happens(70)) await finish(close);
  return true;
};

type Owner = readonly [name: string, student: string, paid: string];

/** Returns whose each payment is, by what it is. */
async function ownersOf(api: Api): Promise<Owner[]> {
  const lists = await Promise.all(
    payableKinds.map(async (kind) => [kind, await api.all(resourceOf(kind).path)] as const),
  );
  const owner = (kind: string, { id, student, paid_amount }: Row): Owner => [
    `${kind} ${String(id)}`,
    String(student),
    String(paid_amount),
  ];
  return lists.flatMap(([kind, rows]) => rows.map((row) => owner(kind, row))).sort();
}

/** Merges two students and undoes it, as a manager does who took the wrong one: nothing moves to anybody else, and all comes back. */
export const mergeStudents: ChaosOperation = async (simulation, device) => {
  const { managerApi: api, mergedStudents, newId } = simulation;
  const [stays, other] = [1, 2].map(() => pickRecord(simulation, device, 'student')?.serverId);
  const ids = (await api.all(resourceOf('student').path)).map(({ id }) => id);
  if (!stays || !other || stays === other || !ids.includes(stays) || !ids.includes(other)) return false;
  const before = await ownersOf(api);
  await api.post(mergePath(stays), { other }, newId());
  mergedStudents.push(other);
  const moved = before.map(([name, student, paid]) => [name, student === other ? stays : student, paid]);
  expectSame('a merge', moved, await ownersOf(api));
  await api.post(undoMergePath(stays), { other }, newId());
  expectSame('the undo of a merge', before, await ownersOf(api));
  return true;
};

function expectSame(what: string, expected: object, found: object): void {
  const [one, two] = [JSON.stringify(expected), JSON.stringify(found)];
  if (one !== two) throw new Error(`After ${what} payments are ${two}, and ${one} is right`);
}
