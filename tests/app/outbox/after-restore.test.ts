import { describe, expect, it, vi } from 'vitest';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { retryNow, sendLostAgain } from '#app/outbox/recovery/actions.ts';
import { compareAfterRestore } from '#app/outbox/sender/after-restore.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import type { Draft } from '#contract/define-resource.ts';
import {
  allResourceNames,
  COLLECTION,
  FAMILY,
  RECEIPT_PRINT,
  type ResourceName,
} from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { gate } from '../../support/gate.ts';
import { advanceUntil, device, flush, stored, tab, withDevice } from './device.ts';
import { change, create, newCollection, newInstallment, newStudent, removal } from './mutations.ts';

const factory = branchFactory(61);
let generation = 0;
withDevice(async () => {
  generation += 1;
  device.server.generation = `first-${generation}`;
  await outboxDb().facts.clear();
});

const entries = () => stored(tab.owner);
const entryOf = async (id: string) => (await entries()).find((entry) => entry.id === id);
const offered = async () => (await entries()).filter(({ asksPerson }) => asksPerson).map(({ id }) => id);

async function sent(mutation: Mutation): Promise<OutboxEntry> {
  await tab.enqueue(mutation);
  await advanceUntil(tab.send());
  const entry = await entryOf(mutation.id);
  if (entry?.state !== 'done') throw new Error(`Not sent: ${entry?.state} ${entry?.lastError}`);
  return entry;
}

async function send(mutation: Mutation): Promise<RecordRow> {
  const { result, operation } = await sent(mutation);
  return result ?? { id: operation.recordId };
}

async function bodyOf(name: ResourceName): Promise<Draft> {
  const student = async () => (await send(newStudent('Mona'))).id;
  const made = async (resource: ResourceName) => (await send(create(resource, await bodyOf(resource)))).id;
  switch (name) {
    case 'student':
      return factory.student();
    case 'book':
      return factory.book();
    case 'book-order':
      return factory.bookOrder(await made('book'));
    case 'book-payout':
      return factory.bookPayout(await made('book'), await student());
    case 'employee':
      return factory.employee();
    case 'salary':
      return { employee: await made('employee') };
    case 'deduction':
      return factory.deduction(await made('employee'));
    case 'promise':
      return factory.promise(await student());
    case 'plan':
      return factory.plan(await made('bus'), await student());
    case 'refund': {
      const { id, student: of } = await send(create('bus', await bodyOf('bus')));
      return { student: of, resource: 'bus', related_record: id, amount: '10.00', reason: 'Paid twice' };
    }
    case 'cash-move':
      return { way: 'handed_over', amount: '50.00', person_name: 'Samir' };
    case 'stock-count':
      return { book: await made('book'), counted: '3', reason: 'Counted' };
    default:
      return factory.enrolment(name, await student(), { price: '900.00', paid_amount: '100.00' });
  }
}

const courseOf = async () => send(create('adult-course', await bodyOf('adult-course')));
async function sendLine(collection: Mutation): Promise<RecordRow> {
  const { records = [] } = await sent(collection);
  const line = records.find(({ resource }) => resource === 'adult-course');
  if (!line) throw new Error('No line');
  return line.record;
}

/** A kind of write: what it needs is sent before, then it is made. */
interface Kind {
  readonly name: string;
  readonly prepare: () => Promise<() => Mutation>;
}

const otherParts = ['2030-04-05', '2030-05-05'].map((due_day) => ({ due_day, amount: '100.00' }));

/** Returns another value for a field that may be changed. */
function editOf(name: ResourceName): Draft {
  if (name === 'plan') return { parts: otherParts };
  const text = Object.entries(resourceOf(name).fields).find(
    ([, { kind, immutable }]) => (kind === 'text' || kind === 'long-text') && !immutable,
  );
  return text ? { [text[0]]: 'Changed' } : { custom_date: '2026-11-01' };
}

const ofResource = (name: ResourceName): Kind[] => {
  const record = async () => send(create(name, await bodyOf(name)));
  return [
    {
      name: `${name} create`,
      prepare: async () => {
        const body = await bodyOf(name);
        return () => create(name, body);
      },
    },
    {
      name: `${name} change`,
      prepare: async () => {
        const before = await record();
        return () => change(name, before, editOf(name));
      },
    },
    {
      name: `${name} delete`,
      prepare: async () => {
        const before = await record();
        return () => removal(name, before);
      },
    },
  ];
};

/** Enrolments differ from an adult course, pay from a deduction, and others from a book in fields that the outbox does not read. */
const likeOthers: readonly ResourceName[] = [
  ...(['kids-course', 'home-schooling', 'summer-course', 'nursery', 'bus'] as const),
  ...(['advance', 'bonus', 'reminder', 'employee', 'expense'] as const),
];

const kinds: readonly Kind[] = [
  ...allResourceNames.filter((name) => !likeOthers.includes(name)).flatMap(ofResource),
  {
    name: 'installment',
    prepare: async () => {
      const { id } = await courseOf();
      return () => newInstallment(id, '50.00');
    },
  },
  {
    name: COLLECTION,
    prepare: async () => {
      const [one, two] = [await courseOf(), await courseOf()];
      return () => newCollection({ [one.id]: '50.00', [two.id]: '60.00' });
    },
  },
  ...[undefined, 'paid twice'].map((reason) => ({
    name:
      reason === undefined
        ? 'delete of one line of a collection'
        : 'cancellation of one line of a collection',
    prepare: async () => {
      const [one, two] = [await courseOf(), await courseOf()];
      const line = await sendLine(newCollection({ [one.id]: '50.00', [two.id]: '60.00' }));
      return () => removal('adult-course', line, reason);
    },
  })),
  {
    name: 'cancellation of a payment',
    prepare: async () => {
      const before = await send(newInstallment((await courseOf()).id, '50.00'));
      return () => removal('adult-course', before, 'paid twice');
    },
  },
  {
    name: RECEIPT_PRINT,
    prepare: async () => {
      const { id } = await courseOf();
      return () => create(RECEIPT_PRINT, { resource: 'adult-course', record: id });
    },
  },
  {
    name: FAMILY,
    prepare: async () => {
      const [one, two] = [await send(newStudent('Mona')), await send(newStudent('Omar'))];
      return () => create(FAMILY, { student: one.id, other: two.id, together: true });
    },
  },
];

async function restoreWith(restore: () => void): Promise<void> {
  restore();
  await send(newStudent('Ali'));
  await advanceUntil(tab.send());
}

/** Lists the rows of all tables without what each restore changes. */
const rows = () => {
  const { students, courses, others } = device.server;
  const tables = [
    students,
    courses,
    ...[...others].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, table]) => table),
  ];
  const plain = ({ id: _, version: __, ...row }: Record<string, unknown>) =>
    JSON.stringify(row, (name, value) =>
      /^(id|student|other|book|employee|enrolment|related_record|record|payments|records)$/.test(name)
        ? undefined
        : value,
    );
  return tables.flatMap((table) => [...table.values()].map(plain)).sort();
};

describe.each(kinds)('after a restore, $name', ({ prepare }) => {
  it('is not offered if the backup contains it, nor anything before it', async () => {
    const make = await prepare();
    await send(make());
    const before = rows();
    device.server.backUp()();
    await advanceUntil(tab.send());
    await send(newStudent('Ali'));
    await advanceUntil(tab.send());
    expect(await offered()).toEqual([]);
    expect(rows()).toHaveLength(before.length + 1);
  });

  it('is offered under its own key if it was acknowledged after the backup, and is there once it was sent again', async () => {
    const make = await prepare();
    const restore = device.server.backUp();
    const mutation = make();
    await send(mutation);
    const wanted = rows();
    await restoreWith(restore);
    expect(await offered()).toEqual([mutation.id]);
    await advanceUntil(sendLostAgain());
    await advanceUntil(tab.send());
    expect(await entryOf(mutation.id)).toMatchObject({ state: 'done', id: mutation.id });
    expect(rows().filter((row) => !row.includes('"Ali"'))).toEqual(wanted);
  });

  it('that was prepared and made after the backup is offered with all that it needs, and all of it is there again', async () => {
    const restore = device.server.backUp();
    const make = await prepare();
    await send(make());
    const wanted = rows();
    await restoreWith(restore);
    await advanceUntil(sendLostAgain());
    for (let run = 0; run < 4; run++) await advanceUntil(tab.send());
    expect(
      (await entries()).filter(({ state }) => state !== 'done').map(({ lastError }) => lastError),
    ).toEqual([]);
    expect(rows().filter((row) => !row.includes('"Ali"'))).toEqual(wanted);
  });
});

/** A comparison leaves entries without an answer alone, whatever they are: one of each operation stands for all. */
const ofEachOperation = kinds.filter(({ name }) =>
  /^(adult-course (create|change|delete)|collection)$/.test(name),
);

describe.each(ofEachOperation)('after a restore, $name', ({ prepare }) => {
  it.each([
    'before',
    'after',
  ])('whose answer was lost %s the backup goes by itself under its key, once', async (when) => {
    const make = await prepare();
    let restore = device.server.backUp();
    const mutation = make();
    device.server.next('drop-after', ({ method }) => method !== 'GET');
    await tab.enqueue(mutation);
    await advanceUntil(tab.send());
    expect((await entryOf(mutation.id))?.state).toBe('unknown');
    const wanted = rows();
    if (when === 'before') restore = device.server.backUp();
    restore();
    await advanceUntil(tab.send());
    await advanceUntil(tab.send());
    expect([await offered(), (await entryOf(mutation.id))?.state]).toEqual([[], 'done']);
    expect(rows()).toEqual(wanted);
  });
});

async function sendOffered(): Promise<void> {
  await advanceUntil(sendLostAgain());
  for (let run = 0; run < 4; run++) await advanceUntil(tab.send());
}

describe('after a restore', () => {
  it('80 a line of a lost collection that was cancelled is offered after it: the money does not come back', async () => {
    const [one, two] = [await courseOf(), await courseOf()];
    const restore = device.server.backUp();
    const collection = newCollection({ [one.id]: '50.00', [two.id]: '60.00' });
    const cancelled = removal('adult-course', await sendLine(collection), 'wrong child');
    await send(cancelled);
    await restoreWith(restore);
    expect(await offered()).toEqual([collection.id, cancelled.id]);
    await sendOffered();
    const paid = [...device.server.courses.values()].map(({ paid_amount }) => paid_amount);
    expect([paid, await offered()]).toEqual([['100.00', '100.00', '60.00'], []]);
  });

  it('80 a lost collection is sent again after its lost payer, which has the same id again', async () => {
    const [one, two] = [await courseOf(), await courseOf()];
    const restore = device.server.backUp();
    const payer = newStudent('Omar');
    const { id } = await send(payer);
    const collection = newCollection({ [one.id]: '50.00', [two.id]: '60.00' });
    await send({ ...collection, body: { ...collection.body, payer: id } });
    await restoreWith(restore);
    expect(await offered()).toEqual([payer.id, collection.id]);
    await sendOffered();
    const payers = device.server.seen
      .filter(({ method, path }) => method === 'POST' && path === '/collections/')
      .map(({ body }) => JSON.parse(body ?? '').payer);
    const made = [...device.server.students.values()].find(({ name }) => name === 'Omar');
    expect([...payers, made?.id, await offered()]).toEqual([id, id, id, []]);
  });

  it('80 a payment that was made, printed and cancelled since the backup is offered whole: its receipt keeps a trace', async () => {
    const { id } = await courseOf();
    const restore = device.server.backUp();
    const payment = newInstallment(id, '50.00');
    const made = await send(payment);
    const print = create(RECEIPT_PRINT, { resource: 'adult-course', record: made.id });
    await send(print);
    const cancelled = removal('adult-course', made, 'paid twice');
    await send(cancelled);
    await restoreWith(restore);
    expect(await offered()).toEqual([payment.id, print.id, cancelled.id]);
    await sendOffered();
    expect([device.server.courses.size, await offered()]).toEqual([1, []]);
  });

  it('80 a payment that was cancelled after another device had printed it is offered with its cancellation', async () => {
    const { id } = await courseOf();
    const restore = device.server.backUp();
    const payment = newInstallment(id, '50.00');
    const cancelled = removal('adult-course', await send(payment), 'paid twice');
    await send(cancelled);
    await restoreWith(restore);
    expect(await offered()).toEqual([payment.id, cancelled.id]);
  });

  it('80 an enrolment that was deleted after its payment is deleted after it again', async () => {
    const course = await courseOf();
    const payment = await send(newInstallment(course.id, '50.00'));
    const restore = device.server.backUp();
    await send(removal('adult-course', payment));
    await send(removal('adult-course', course));
    await restoreWith(restore);
    expect(await offered()).toHaveLength(2);
    await sendOffered();
    expect([device.server.courses.size, await offered()]).toEqual([0, []]);
  });

  it('of two changes of one field before the backup none is offered, nor one that another device has overwritten', async () => {
    const mona = await send(newStudent('Mona'));
    const first = await send(change('student', mona, { phone: '0100' }));
    await send(change('student', first, { phone: '0111' }));
    const omar = await send(newStudent('Omar'));
    await send(change('student', omar, { phone: '0122' }));
    device.server.changeElsewhere(device.server.students, omar.id, { phone: '0155' });
    const gone = await send(newStudent('Nour'));
    device.server.students.delete(gone.id);
    await restoreWith(device.server.backUp());
    expect(await offered()).toEqual([]);
  });

  it('a record that was made and deleted since the backup is not offered, nor what went with it', async () => {
    const restore = device.server.backUp();
    const bus = await send(create('bus', await bodyOf('bus')));
    await send(create('plan', { ...factory.plan(bus.id, String(bus.student)) }));
    await send(removal('bus', bus));
    await restoreWith(restore);
    const resources = (await entries())
      .filter(({ asksPerson }) => asksPerson)
      .map(({ operation }) => operation.resource);
    expect(resources).toEqual(['student']);
  });

  it('is noticed by two tabs at once: what one has offered and sent again, the other leaves', async () => {
    const restore = device.server.backUp();
    const nour = newStudent('Nour');
    await send(nour);
    restore();
    const late = device.server.fetch;
    const { until, letGo } = gate();
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      const answered = await late(...args);
      if (String(args[0]).includes('/outcomes/')) await until;
      return answered;
    });
    const other = compareAfterRestore(tab.db, tab.owner);
    await flush();
    vi.stubGlobal('fetch', late);
    await compareAfterRestore(tab.db, tab.owner);
    expect(await offered()).toEqual([nour.id]);
    await sendOffered();
    letGo();
    await other;
    expect([await offered(), (await entryOf(nour.id))?.state]).toEqual([[], 'done']);
  });

  it('a payment does not wait for the decision about a lost note of its enrolment', async () => {
    const course = await courseOf();
    const restore = device.server.backUp();
    await send(change('adult-course', course, { notes: 'Brother comes too' }));
    const payment = newInstallment(course.id, '50.00');
    await send(payment);
    await restoreWith(restore);
    await advanceUntil(retryNow(payment.id));
    await advanceUntil(tab.send());
    expect((await entryOf(payment.id))?.state).toBe('done');
  });
});
