import { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { acknowledgedCalls, forgetCallNames } from '#app/api/acknowledged-calls.ts';
import { currentOwner, type Owner } from '#app/api/session.ts';
import { defineCall, sendCall } from '#app/calls/online-call.ts';
import { recordSchema } from '#app/lib/record-row.ts';
import { compareAfterRestore } from '#app/outbox/sender/after-restore.ts';
import { stripSettled } from '#app/outbox/store/encrypted-entries.ts';
import { dismissLost, forgetLostNames } from '#app/outbox/store/lost-writes.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { LostWritesNote } from '#app/shell/dashboard-shell.tsx';
import { resourceOf } from '#contract/resources/registry.ts';
import { device, tab, withDevice } from '../outbox/device.ts';
import { newCollection, newCourse, newStudent } from '../outbox/mutations.ts';
import { renderStyled } from '../render.tsx';

withDevice(() => {
  device.server.generation = 'first';
});
afterEach(() => act(dismissLost));

const owner = (): Owner => currentOwner() ?? tab.owner;
const sentence = 'Students merged: Mona Adel and Mona A.';

/** Makes a call that is not queued, as a merge is. */
const call = (named: { kind: string; sentence?: string }) =>
  sendCall(
    new QueryClient(),
    defineCall({
      name: 'test.merge',
      answer: recordSchema(resourceOf('student')),
      kind: () => named.kind,
      done: () => named.sentence ?? named.kind,
    }),
    { method: 'POST', path: '/students/', body: { name: 'Mona' } },
  );

async function compared(): Promise<void> {
  await act(() => compareAfterRestore(tab.db, tab.owner));
  vi.useRealTimers();
  renderStyled(<LostWritesNote />);
}

describe('what a restore has undone and cannot be sent again', () => {
  it('81 is named on the device that had done it, until its user has read it', async () => {
    await call({ kind: 'Students merged', sentence: 'Before the backup.' });
    const restore = device.server.backUp();
    await call({ kind: 'Students merged', sentence });
    await call({ kind: 'Drawer counted and closed' });
    restore();
    await compared();
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent(/restored from the backup of \d+\/\d+\/\d{4} at \d\d:\d\d/);
    expect(note).toHaveTextContent(`${sentence} (`);
    expect(note).toHaveTextContent('Drawer counted and closed (');
    expect(note).not.toHaveTextContent('Before the backup');
    expect(acknowledgedCalls(owner())).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'I have checked' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('81 keeps no names after a log-out, and names entries whose content that has removed', async () => {
    const student = newStudent('Mona Adel');
    await tab.enqueue(student);
    await tab.send();
    const restore = device.server.backUp();
    const [id = ''] = device.server.students.keys();
    for (const price of ['900.00', '800.00']) await tab.enqueue(newCourse(id, price, '100.00'));
    await tab.send();
    const [course = ''] = device.server.courses.keys();
    await tab.enqueue(newCollection({ [course]: '50.00' }));
    await tab.send();
    await call({ kind: 'Students merged', sentence });
    await stripSettled(outboxDb(), tab.owner.ownerId);
    forgetCallNames(new Set());
    restore();
    await compared();
    forgetLostNames(new Set());
    const note = await screen.findByRole('alert');
    const items = [...note.querySelectorAll('li')].map((item) => item.textContent?.replace(/ \(\d+\/.*/, ''));
    expect(items).toEqual(['Course (2)', 'Payment', 'Students merged']);
    expect(note).not.toHaveTextContent('Mona');
  });
});
