import { describe, expect, it, vi } from 'vitest';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Mutation, MutationOutcome } from '#app/outbox/model/mutation.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { overlayRecord } from '#app/reads/with-pending.ts';
import type { Draft } from '#contract/define-resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { advanceUntil, device, save, sendByItself, stored, tab, withDevice } from './device.ts';
import { FakeLocks } from './fake-locks.ts';
import { change as changeOf, newCourse, newStudent, removal as removalOf } from './mutations.ts';

let course: string;

async function expectRefusalShown(outcome: MutationOutcome): Promise<void> {
  expect(outcome).toMatchObject({ outcome: 'rejected' });
  if (outcome.outcome === 'rejected') await advanceUntil(outcome.confirmShown());
}

const sendAll = () => advanceUntil(tab.send());
const pending = async () => (await stored(tab.owner)).filter(({ state }) => state !== 'done');
const changes = async () => (await pending()).filter(({ operation }) => operation.kind === 'update');
const onServer = () => device.server.courses.get(course);
const elsewhere = (values: Draft) => device.server.changeElsewhere(device.server.courses, course, values);

async function read(): Promise<RecordRow> {
  const { fetch, signIn } = device.server;
  const token = signIn.call(device.server, 'mona').access;
  const answer = await fetch(`/adult-course/${course}/`, { headers: { Authorization: `Bearer ${token}` } });
  return (await answer.json()) as RecordRow;
}

/** Returns the whole object that the form of a course sends, with some of its fields edited. */
function formBody(shown: RecordRow, edited: Draft): Draft {
  const names = Object.keys(resourceOf('adult-course').fields);
  return { ...Object.fromEntries(names.map((name) => [name, shown[name] ?? null])), ...edited };
}

/** Returns what the form that was opened with this record saves. */
const change = (shown: RecordRow, edited: Draft): Mutation => ({
  ...changeOf('adult-course', { ...shown, id: course }, {}),
  body: formBody(shown, edited),
});

const removal = (shown: RecordRow): Mutation => removalOf('adult-course', { ...shown, id: course });

/** Returns the record as a form shows it now: the last answer with what waits. */
async function shownOver(snapshot: RecordRow): Promise<RecordRow> {
  const interval = { began: 0, ended: 0 };
  const listed = overlayRecord(resourceOf('adult-course'), snapshot, await pending(), interval);
  return listed?.record ?? snapshot;
}

async function begin(): Promise<void> {
  sendByItself();
  const student = await save(newStudent('Mona'));
  const id = student.outcome === 'saved' ? (student.record?.id ?? '') : '';
  const enrolled = await save(newCourse(id, '3000.00', '300.00'));
  course = enrolled.outcome === 'saved' ? (enrolled.record?.id ?? '') : '';
  // Ends the run that sent these: it would take up what a test stores next.
  await sendAll();
  // A backoff near zero would send again within the same moment.
  vi.spyOn(Math, 'random').mockReturnValue(0.9);
}

describe('a change upon what its form began with', () => {
  withDevice(begin);

  it('51 note on a stale form: an amount that was changed elsewhere stays', async () => {
    const shown = await read();
    elsewhere({ paid_amount: '600.00' });
    expect(await save(change(shown, { notes: 'Pays on Sundays' }))).toMatchObject({ outcome: 'saved' });
    expect(onServer()).toMatchObject({ paid_amount: '600.00', notes: 'Pays on Sundays' });
  });

  it('sends the whole object with the base of what was touched', async () => {
    await save(change(await read(), { notes: 'Pays on Sundays' }));
    expect(JSON.parse(device.server.writes().at(-1)?.body ?? '')).toMatchObject({
      id: course,
      price: '3000.00',
      paid_amount: '300.00',
      notes: 'Pays on Sundays',
      base: { notes: null },
    });
    expect(JSON.parse(device.server.writes().at(-1)?.body ?? '').base).toEqual({ notes: null });
  });

  it('is sent with its base, although it was saved in a run that did not know the server yet', async () => {
    const shown = await read();
    const late = device.tab();
    await late.db.facts.clear();
    const locks = new FakeLocks();
    let saved: Promise<unknown> | undefined;
    const request = async (...args: Parameters<FakeLocks['request']>) => {
      saved ??= late.enqueue(change(shown, { notes: 'Pays on Sundays' }));
      await saved;
      return locks.request(...args);
    };
    // The sender asks for its lock after it looked at what waits, and before it claims entries.
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
    await advanceUntil(late.send());
    await advanceUntil(late.send());
    Reflect.deleteProperty(navigator, 'locks');
    const bases = device.server.writes().map(({ body }) => JSON.parse(body ?? '{}').base);
    expect(bases).toContainEqual({ notes: null });
    expect(onServer()).toMatchObject({ notes: 'Pays on Sundays' });
  });

  it('52 both change the same amount: the later one needs its user, and nothing is overwritten', async () => {
    const shown = await read();
    device.server.offline = true;
    await save(change(shown, { paid_amount: '450.00' }));
    elsewhere({ paid_amount: '600.00' });
    device.server.offline = false;
    await sendAll();
    expect(onServer()).toMatchObject({ paid_amount: '600.00' });
    expect(await pending()).toMatchObject([
      {
        state: 'rejected',
        lastStatus: 409,
        body: { paid_amount: '450.00' },
        changedMeanwhile: {
          conflicts: { paid_amount: { base: '300.00', yours: '450.00', now: '600.00' } },
          current: { id: course, paid_amount: '600.00' },
        },
      },
    ]);
  });

  it('52 while the form waits, it gets the current record with the refusal', async () => {
    const shown = await read();
    elsewhere({ paid_amount: '600.00' });
    expect(await save(change(shown, { paid_amount: '450.00' }))).toMatchObject({
      outcome: 'rejected',
      changedMeanwhile: { current: { paid_amount: '600.00' } },
    });
  });

  it('53 both change different fields: both stay', async () => {
    const shown = await read();
    device.server.offline = true;
    await save(change(shown, { price: '2500.00' }));
    elsewhere({ paid_amount: '600.00', notes: 'By cheque' });
    device.server.offline = false;
    await sendAll();
    expect(onServer()).toMatchObject({ price: '2500.00', paid_amount: '600.00', notes: 'By cheque' });
    expect(await pending()).toEqual([]);
  });

  it('54 delete of a record that changed: it stays, and the user is asked', async () => {
    const shown = await read();
    device.server.offline = true;
    await save(removal(shown));
    elsewhere({ paid_amount: '600.00' });
    device.server.offline = false;
    await sendAll();
    expect(onServer()).toMatchObject({ paid_amount: '600.00' });
    expect(await pending()).toMatchObject([
      { state: 'rejected', lastStatus: 412, changedMeanwhile: { current: { paid_amount: '600.00' } } },
    ]);
  });

  it('a delete that was made upon a record cached without a version is compared with what it showed', async () => {
    const { version: _, ...cached } = await read();
    elsewhere({ paid_amount: '600.00' });
    await expectRefusalShown(await save(removal({ ...cached, id: course })));
    expect(onServer()).toMatchObject({ paid_amount: '600.00' });
    const { version, ...read2 } = await read();
    await save(removal({ ...read2, id: course }));
    expect(device.server.writes().at(-1)?.ifMatch).toBe(`"${version}"`);
    expect(onServer()).toBeUndefined();
  });

  it('55 delete while another edits it: a change of this device before it asks nobody, one of another does', async () => {
    const shown = await read();
    device.server.offline = true;
    await save(change(shown, { notes: 'Moves away' }));
    await save(removal(await shownOver(shown)));
    device.server.offline = false;
    await sendAll();
    expect(onServer()).toBeUndefined();
    expect(await pending()).toEqual([]);
  });

  it('55 delete while another edits it: the change that its own one met is asked about', async () => {
    const shown = await read();
    device.server.offline = true;
    await save(change(shown, { notes: 'Moves away' }));
    await save(removal(await shownOver(shown)));
    elsewhere({ paid_amount: '600.00' });
    device.server.offline = false;
    await sendAll();
    expect(onServer()).toMatchObject({ paid_amount: '600.00', notes: 'Moves away' });
    expect(await pending()).toMatchObject([{ state: 'rejected', lastStatus: 412 }]);
  });

  it('stores and sends nothing if nothing was changed', async () => {
    const sent = device.server.writes().length;
    expect(await save(change(await read(), {}))).toMatchObject({ outcome: 'saved' });
    expect(device.server.writes()).toHaveLength(sent);
  });
});

describe('a later change of a record that waits', () => {
  withDevice(async () => {
    await begin();
    device.server.offline = true;
  });

  /** Saves changes one after the other, each from a form opened after the previous one. */
  async function saveInTurn(snapshot: RecordRow, ...edits: Draft[]): Promise<void> {
    for (const edited of edits) await save(change(await shownOver(snapshot), edited));
  }

  const storeOnly = (mutation: Mutation) => tab.enqueue(mutation);

  it('is an entry of its own, upon the value of the one that waits', async () => {
    const snapshot = await online(read);
    await saveInTurn(snapshot, { paid_amount: '400.00', notes: 'Twice' }, { paid_amount: '300.00' });
    expect(await shownOver(snapshot)).toMatchObject({ paid_amount: '300.00', notes: 'Twice' });
    expect(await changes()).toMatchObject([
      { base: { paid_amount: '300.00', notes: null } },
      { base: { paid_amount: '400.00' }, body: { paid_amount: '300.00' } },
    ]);
    device.server.offline = false;
    await sendAll();
    expect(onServer()).toMatchObject({ paid_amount: '300.00', notes: 'Twice' });
    expect(await pending()).toEqual([]);
  });

  it('73 two tabs edit one record: fields of both are kept', async () => {
    const snapshot = await online(read);
    const other = device.tab();
    // Both forms were opened before either was saved.
    await storeOnly(change(snapshot, { notes: 'From the first tab' }));
    await other.enqueue(change(snapshot, { price: '2500.00' }));
    device.server.offline = false;
    await sendAll();
    expect(onServer()).toMatchObject({ notes: 'From the first tab', price: '2500.00' });
  });

  it('73 two tabs edit one field: the second is asked, and does not overwrite the first unseen', async () => {
    const snapshot = await online(read);
    const other = device.tab();
    await storeOnly(change(snapshot, { paid_amount: '400.00' }));
    await other.enqueue(change(snapshot, { paid_amount: '500.00' }));
    device.server.offline = false;
    await sendAll();
    expect(onServer()).toMatchObject({ paid_amount: '400.00' });
    expect(await pending()).toMatchObject([
      {
        state: 'rejected',
        changedMeanwhile: { conflicts: { paid_amount: { base: '300.00', yours: '500.00', now: '400.00' } } },
      },
    ]);
  });

  it('shows only what was touched over the newest answer', async () => {
    const snapshot = await online(read);
    await saveInTurn(snapshot, { notes: 'Mine' });
    const newest = { ...snapshot, price: '2000.00', version: 9 };
    expect(await shownOver(newest)).toMatchObject({ price: '2000.00', notes: 'Mine' });
  });

  async function online<T>(work: () => Promise<T>): Promise<T> {
    device.server.offline = false;
    const result = await work();
    device.server.offline = true;
    return result;
  }
});

describe('74 a server without versions', () => {
  withDevice(async () => {
    device.server.merges = false;
    await outboxDb().facts.bulkPut([
      { key: 'idempotency b1/mona', value: false },
      { key: 'merges b1/mona', value: false },
    ]);
    device.server.idempotent = false;
    await begin();
  });

  it('74 a plain host without versions: the device reads, merges and sends the whole object', async () => {
    const shown = await read();
    elsewhere({ paid_amount: '600.00' });
    expect(await save(change(shown, { notes: 'Pays on Sundays' }))).toMatchObject({ outcome: 'saved' });
    const sent = JSON.parse(device.server.writes().at(-1)?.body ?? '');
    expect(sent).toMatchObject({ paid_amount: '600.00', notes: 'Pays on Sundays', price: '3000.00' });
    expect(sent).not.toHaveProperty('base');
    expect(onServer()).toMatchObject({ paid_amount: '600.00', notes: 'Pays on Sundays' });
  });

  it('74 a plain host without versions: the user is asked where both changed', async () => {
    const shown = await read();
    elsewhere({ paid_amount: '600.00' });
    const outcome = await save(change(shown, { paid_amount: '450.00' }));
    expect(outcome).toMatchObject({
      outcome: 'rejected',
      changedMeanwhile: { conflicts: { paid_amount: { base: '300.00', yours: '450.00', now: '600.00' } } },
    });
    expect(onServer()).toMatchObject({ paid_amount: '600.00' });
  });

  it('74 a plain host without versions: a delete is compared with what was shown', async () => {
    const shown = await read();
    elsewhere({ paid_amount: '600.00' });
    await expectRefusalShown(await save(removal(shown)));
    expect(onServer()).toBeDefined();
    await save(removal(await read()));
    expect(onServer()).toBeUndefined();
  });

  it('74 a plain host without versions: a lost read is no attempt, and asks nobody', async () => {
    const shown = await read();
    device.server.next('drop-before', ({ method, path }) => method === 'GET' && path.includes(course));
    await save(change(shown, { notes: 'Later' }));
    expect(await pending()).toMatchObject([{ state: 'queued', asksPerson: false }]);
    await sendAll();
    expect(onServer()).toMatchObject({ notes: 'Later' });
  });

  it('74 a plain host without versions: what the user sends again is merged anew', async () => {
    const shown = await read();
    device.server.next('drop-before');
    await save(change(shown, { notes: 'Later' }));
    await sendAll();
    expect(await pending()).toMatchObject([{ state: 'unknown', asksPerson: true }]);
    elsewhere({ paid_amount: '600.00' });
    const { retryNow } = await import('#app/outbox/recovery/actions.ts');
    await advanceUntil(retryNow((await pending())[0]?.id));
    expect(onServer()).toMatchObject({ paid_amount: '600.00', notes: 'Later' });
  });

  it('74 a server with keys and without versions gets the same bytes in every attempt', async () => {
    device.server.idempotent = true;
    await outboxDb().facts.put({ key: 'idempotency b1/mona', value: true });
    const shown = await read();
    device.server.next('drop-after');
    await save(change(shown, { notes: 'Later' }));
    elsewhere({ paid_amount: '600.00' });
    await sendAll();
    const [first, second] = device.server.writes().slice(-2);
    expect(second).toMatchObject({ key: first?.key, body: first?.body });
    expect(onServer()).toMatchObject({ paid_amount: '600.00', notes: 'Later' });
  });
});
