import { temporaryId } from '#app/outbox/model/ids.ts';
import { CLOSES_PATH, type CloseAnswer, closeAnswer, OWN_DRAWER_PATH, ownDrawer } from '#contract/closes.ts';
import { IMPORTS_PATH, importRow } from '#contract/imports.ts';
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

/** Enrols a student for a price of which half is paid, and plans the rest; both may wait on the device, one for the other. */
export const planRest: ChaosOperation = async (simulation, device) => {
  const { factory, newId } = simulation;
  const student = pickRecord(simulation, device, 'student');
  if (!student) return false;
  const [id, of] = [newId(), randomIdOf(simulation, device, student)];
  const prices = { price: '400.00', paid_amount: '200.00' };
  const body = factory.enrolment('adult-course', of, prices);
  await saveOn(simulation, device, { id, resource: 'adult-course', kind: 'create', body });
  const plan = factory.plan(temporaryId(id), of);
  await saveOn(simulation, device, { id: newId(), resource: 'plan', kind: 'create', body: plan });
  return true;
};

/** Imports students and what they owe, asks for the lost answer again, and undoes it: nothing of it is left, and nothing else is gone. */
export const importAndUndo: ChaosOperation = async ({ managerApi: api, factory: { chance }, newId }) => {
  const before = await ownersOf(api);
  const students = await api.all(resourceOf('student').path);
  const word = newId().replaceAll(/[^a-f]/g, '');
  const rows = Array.from({ length: chance.whole(1, 5) }, (_, row) => `Import ${word}${'x'.repeat(row)}`);
  const form = new FormData();
  form.set('options', JSON.stringify({ target: 'student', columns: { name: 0 }, duplicates: 'add' }));
  form.set('file', new File([`Name\n${rows.join('\n')}\n`], 'students.csv'));
  const key = newId();
  const made = importRow.parse(await api.upload(IMPORTS_PATH, form, key));
  const again = importRow.parse(await api.upload(IMPORTS_PATH, form, key));
  if (again.id !== made.id) throw new Error(`One file became the imports ${made.id} and ${again.id}`);
  const names = (await api.all(resourceOf('student').path)).map(({ name }) => String(name));
  for (const name of rows)
    if (names.filter((one) => one === name).length !== 1) throw new Error(`${name} was imported otherwise`);
  await api.remove(`${IMPORTS_PATH}${made.id}/`);
  expectSame('the undo of an import', before, await ownersOf(api));
  const left = await api.all(resourceOf('student').path);
  const idsOf = (all: readonly Row[]) => all.map(({ id }) => Number(id)).sort((one, other) => one - other);
  expectSame('the undo of an import', idsOf(students), idsOf(left));
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
