import { describe, expect, it } from 'vitest';
import type { RecordRow } from '#app/lib/record-row.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { discard, replaceAndSend } from '#app/outbox/recovery/actions.ts';
import { discardedBy } from '#app/outbox/store/discarded.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { changedLabels, describe as titleOf } from '#app/sync-center/describe.ts';
import type { ResolutionAction } from '#app/sync-center/problems/problem.ts';
import type { Draft } from '#contract/define-resource.ts';
import {
  advanceUntil,
  device,
  newCourse,
  newStudent,
  sendByItself,
  stored,
  tab,
  withDevice,
} from '../outbox/device.ts';
import { rejectedEntry, shownCard } from './rejected-entries.ts';

const before: RecordRow = {
  id: 'c1',
  version: 1,
  student: 's1',
  student_data: { name: 'Mona Adel' },
  receipt_number: '1042',
  level: '1',
  period: '3',
  transportation_type: 'parent',
  price: '3000.00',
  paid_amount: '300.00',
  remaining_amount: '2700.00',
  notes: null,
};
const current: RecordRow = { ...before, version: 2, paid_amount: '600.00', remaining_amount: '2400.00' };

/** Of the fields that were changed elsewhere, too. */
const conflictsOf = (body: Draft, base: Draft) =>
  Object.fromEntries(
    Object.keys(base)
      .filter((name) => current[name] !== base[name] || base[name] === 'Old')
      .map((name) => [name, { base: base[name], yours: body[name], now: current[name] }]),
  );

const conflicting = (body: Draft, base: Draft) =>
  rejectedEntry({
    resource: 'adult-course',
    kind: 'update',
    body,
    before,
    status: 409,
    more: { base, changedMeanwhile: { current, conflicts: conflictsOf(body, base) } },
  });
const amounts = () => conflicting({ paid_amount: '450.00' }, { paid_amount: '300.00' });
const deleted = () =>
  rejectedEntry({
    resource: 'adult-course',
    kind: 'delete',
    before,
    status: 412,
    more: { changedMeanwhile: { current } },
  });

describe('the card of a change', () => {
  it('shows both values and offers to keep one, take the other or edit', () => {
    expect(shownCard(amounts())).toMatchObject({
      title: 'Changed meanwhile',
      local: ['Paid Amount: L.E. 450.00'],
      server: ['Paid Amount: L.E. 600.00'],
      actionLabels: ['Keep what was entered', 'Take what is on the server', 'Edit'],
    });
  });

  it('shows an empty value as a word', () => {
    const entry = conflicting({ notes: 'Mine' }, { notes: 'Old' });
    expect(shownCard(entry).server).toEqual(['Notes: nothing']);
  });

  it('lists what else was entered, and keeps it when theirs is taken', () => {
    const entry = conflicting(
      { paid_amount: '450.00', notes: 'Called' },
      { paid_amount: '300.00', notes: null },
    );
    const card = shownCard(entry);
    expect(card.local).toEqual(['Paid Amount: L.E. 450.00', 'Notes: Called']);
    expect(card.server).toEqual(['Paid Amount: L.E. 600.00']);
    expect(card.replacements.map(({ body }) => body)).toEqual([
      { paid_amount: '450.00', notes: 'Called' },
      { notes: 'Called' },
    ]);
  });
});

describe('the card of a delete', () => {
  it('shows what was recorded meanwhile and offers both', () => {
    const card = shownCard(deleted());
    expect(card.title).toBe('Changed meanwhile');
    expect(card.server).toEqual(['Paid Amount: L.E. 600.00', 'Remaining Amount: L.E. 2,400.00']);
    expect(card.actionLabels).toEqual(['Keep the record', 'Delete anyway']);
  });
});

describe('the title of a change', () => {
  it('names the record and only what was entered', () => {
    const note = conflicting({ notes: 'Called' }, { notes: null });
    expect(titleOf(note)).toBe('Change course · Mona Adel · receipt 1042');
    expect(changedLabels(note)).toEqual(['Notes']);
    expect(titleOf(amounts())).toBe('Change course · Mona Adel · L.E. 450.00 · receipt 1042');
  });
});

describe('the choice', () => {
  let course: string;
  const pending = async () => (await stored(tab.owner)).filter(({ state }) => state !== 'done');
  const onServer = () => device.server.courses.get(course);

  withDevice(async () => {
    sendByItself();
    await tab.enqueue(newStudent('Mona'));
    await advanceUntil(tab.send());
    await tab.enqueue(newCourse([...device.server.students.keys()][0] ?? '', '3000.00', '300.00'));
    await advanceUntil(tab.send());
    course = [...device.server.courses.keys()][0] ?? '';
  });

  /** Saves a mutation of the course as it was, after another device has taken 300.00 more. */
  async function rejectedCard(kind: 'update' | 'delete', edited: Draft = {}) {
    const shown = { ...(onServer() as RecordRow), id: course };
    const body = kind === 'update' ? { ...shown, ...edited } : {};
    const id = newMutationId();
    await tab.enqueue({ id, resource: 'adult-course', kind, recordId: course, body, before: shown });
    device.server.changeElsewhere(device.server.courses, course, { paid_amount: '600.00' });
    await advanceUntil(tab.send());
    const [entry] = await pending();
    if (!entry) throw new Error('The entry was not rejected');
    return { entry, card: shownCard(entry) };
  }

  async function choose({ kind, ...action }: ResolutionAction | undefined = { kind: 'edit' }, id: string) {
    if (kind === 'keep-theirs') await discard(id, { reason: 'theirs' });
    if ('replacement' in action) await replaceAndSend(id, action.replacement);
    await advanceUntil(tab.send());
  }

  it('to keep mine sends it upon the current value', async () => {
    const { entry, card } = await rejectedCard('update', { paid_amount: '450.00', notes: 'Called' });
    await choose(card.actions[0], entry.id);
    expect(onServer()).toMatchObject({ paid_amount: '450.00', notes: 'Called' });
    expect(await pending()).toEqual([]);
  });

  it('to keep mine asks again if the record changed once more', async () => {
    const { entry, card } = await rejectedCard('update', { paid_amount: '450.00' });
    device.server.changeElsewhere(device.server.courses, course, { paid_amount: '700.00' });
    await choose(card.actions[0], entry.id);
    expect(onServer()).toMatchObject({ paid_amount: '700.00' });
    expect(await pending()).toMatchObject([
      { state: 'rejected', changedMeanwhile: { conflicts: { paid_amount: { now: '700.00' } } } },
    ]);
  });

  it('to take theirs sends the rest', async () => {
    const { entry, card } = await rejectedCard('update', { paid_amount: '450.00', notes: 'Called' });
    await choose(card.actions[1], entry.id);
    expect(onServer()).toMatchObject({ paid_amount: '600.00', notes: 'Called' });
    expect(await pending()).toEqual([]);
  });

  it('to take theirs where nothing else was entered settles it as discarded by choice', async () => {
    const { entry, card } = await rejectedCard('update', { paid_amount: '450.00' });
    await choose(card.actions[1], entry.id);
    expect(await pending()).toEqual([]);
    expect((await discardedBy(outboxDb(), tab.owner))[0]).toMatchObject({ reason: 'theirs' });
    expect(onServer()).toMatchObject({ paid_amount: '600.00' });
  });

  it('to delete anyway names the version that was shown on the card', async () => {
    const { entry, card } = await rejectedCard('delete');
    await choose(card.actions[1], entry.id);
    expect(device.server.writes().at(-1)?.ifMatch).toBe('"2"');
    expect(onServer()).toBeUndefined();
  });
});
