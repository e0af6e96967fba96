import { createHash } from 'node:crypto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { rememberLastClose } from '#app/cache/boot-cache.ts';
import { approvalRequest } from '#app/lib/ask-manager.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { save as saveMutation } from '#app/outbox/sender/save.ts';

import { ApprovalHost } from '#app/shell/dashboard-shell.tsx';
import { displayDay } from '#contract/days.ts';
import type { Draft } from '#contract/define-resource.ts';
import { permissions, permissionsOf } from '#contract/permissions.ts';
import { renderStyled } from '../render.tsx';
import {
  advanceUntil,
  device,
  rememberAnswers,
  save,
  sendByItself,
  stored,
  tab,
  withDevice,
} from './device.ts';
import { change, create, newStudent, removal } from './mutations.ts';

withDevice(sendByItself);
afterEach(() => reportReachable());

/** Stores the profile and the server's capabilities as the last answers left them on the device. */
function signedInAs(permissions: readonly string[] | undefined, approvals = true): void {
  const user = { email: 'mona@example.org', first_name: 'Mona', last_name: 'Adel', permissions };
  rememberAnswers({ name: 'Giza', merges: true, idempotency: true, approvals }, user);
}

const today = () => new Date().toISOString();
const payment = (recordedBy: string, createdAt = today()) => ({
  id: '7',
  version: 1,
  paid_amount: '50.00',
  recorded_by: recordedBy,
  created_at: createdAt,
});

it('what the role forbids is refused with a sentence and not queued', async () => {
  signedInAs(permissionsOf('staff'), false);
  const salary = create('salary', { employee: '1' });
  const pay = change('employee', { id: '3', salary: '9.00' }, { salary: '1.00' });
  const lowered = change('adult-course', payment('somebody else'), { paid_amount: '0.00' });
  const yesterday = new Date(Date.now() - 26 * 60 * 60 * 1000).toISOString();
  for (const [mutation, sentence] of [
    [salary, /Only managers record salaries/],
    [pay, /Only managers record salaries/],
    [removal('adult-course', payment('somebody else')), /Another person recorded this/],
    [removal('adult-course', payment(tab.owner.ownerId, yesterday)), /Another person recorded this/],
    [lowered, /Another person recorded this/],
    [removal('stock-count', payment('somebody else')), /Another person recorded this/],
  ] as const) {
    expect(await save(mutation)).toMatchObject({
      outcome: 'rejected',
      detail: expect.stringMatching(sentence),
    });
  }
  expect(await stored(tab.owner)).toEqual([]);
  expect(device.server.writes()).toEqual([]);
});

it('every change of money of another person, or that a close has counted, is closed in both directions', async () => {
  signedInAs(permissionsOf('staff'), false);
  const spent = { amount: '10.00', from_drawer: true, custom_date: null, title: 'Water' };
  const owed = { ...payment(''), price: '3600.00', student: '4', custom_date: null };
  const shown = (record: object) => ({ id: '7', version: 1, created_at: today(), ...record });
  const outcomes = async (recorded_by: string) => {
    const changes: readonly (readonly [Mutation['resource'], object, Draft])[] = [
      ['expense', spent, { amount: '900' }],
      ['expense', spent, { amount: '9' }],
      ['expense', spent, { from_drawer: 'false' }],
      ['expense', spent, { custom_date: '2026-01-01' }],
      ['expense', spent, { title: 'Chairs' }],
      ['adult-course', owed, { paid_amount: '60' }],
      ['adult-course', owed, { price: '900' }],
      ['adult-course', owed, { student: '5' }],
      ['adult-course', owed, { price: '4000' }],
      ['adult-course', owed, { notes: 'late' }],
    ];
    const told: string[] = [];
    for (const [resource, before, body] of changes) {
      const outcome = await save({ ...change(resource, shown({ ...before, recorded_by }), {}), body });
      const isRefused =
        outcome.outcome === 'rejected' && outcome.detail === permissions['money.remove-any'].refusal;
      told.push(isRefused ? 'refused' : 'open');
    }
    return told;
  };
  const closed = [...Array<string>(8).fill('refused'), 'open', 'open'];
  expect(await outcomes('somebody else')).toEqual(closed);
  expect(await outcomes(tab.owner.ownerId)).not.toContain('refused');
  rememberLastClose(tab.owner, new Date(Date.now() + 1000).toISOString());
  expect(await outcomes(tab.owner.ownerId)).toEqual(closed);
});

it('without a connection it says that a manager can approve it later, and queues nothing', async () => {
  signedInAs(permissionsOf('staff'));
  reportUnreachable();
  const outcome = await save(removal('adult-course', payment('somebody else')));
  expect(outcome).toMatchObject({
    outcome: 'rejected',
    detail: expect.stringMatching(/once there is a connection/),
  });
  expect(approvalRequest.get()).toBeUndefined();
  expect(await stored(tab.owner)).toEqual([]);
});

it.each([
  ['staff, for what is open to them', permissionsOf('staff')],
  ['a manager', permissionsOf('manager')],
  ['a server without roles', undefined],
])('is saved as ever by %s', async (_who, permissions) => {
  signedInAs(permissions);
  expect(await save(newStudent('Mona'))).toMatchObject({ outcome: 'saved' });
  expect(device.server.students.size).toBe(1);
});

function asStaffWithDialog(): void {
  signedInAs(permissionsOf('staff'));
  renderStyled(<ApprovalHost />);
}
const approveNext = () =>
  device.server.next({ status: 200, body: { approval: 'a-token-of-the-approval', approved_by: 'Head' } });

function enterManager(): void {
  fireEvent.change(screen.getByLabelText("Manager's email"), { target: { value: 'head@example.org' } });
  fireEvent.change(screen.getByLabelText("Manager's password"), { target: { value: 'sesame street' } });
  fireEvent.click(screen.getByText('Approve', { selector: 'button' }));
}

it('a manager approves one write at the device: its key is approved and sent with the token', async () => {
  asStaffWithDialog();
  const outcome = saveMutation(removal('adult-course', payment('somebody else')));
  await advanceUntil(waitFor(() => expect(screen.getByLabelText("Manager's password")).toBeVisible()));
  const asked = approvalRequest.get();
  expect(asked?.write).toMatchObject({ method: 'DELETE', path: '/adult-course/7/' });

  device.server.next({ status: 400, body: { non_field_errors: ['Wrong email or password.'] } });
  enterManager();
  await advanceUntil(waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Wrong email')));
  expect(screen.getByLabelText("Manager's password")).toHaveValue('');

  approveNext();
  device.server.next({ status: 200, body: { detail: 'Deleted.' } });
  enterManager();
  expect(await advanceUntil(outcome)).toMatchObject({ outcome: 'saved', detail: 'Deleted.' });
  expect(await stored(tab.owner)).toMatchObject([{ id: asked?.write.key, state: 'done' }]);
  const texts = JSON.stringify(localStorage) + JSON.stringify(sessionStorage);
  expect(texts).not.toContain('sesame street');
});

it('the dialog names what is approved, and the approval is bound to its bytes', async () => {
  asStaffWithDialog();
  const before = {
    ...payment('somebody else'),
    price: '3600.00',
    receipt_number: '1213',
    student: '4',
    student_data: { id: '4', name: 'Mona Adel' },
  };
  const body = { price: '900.00' };
  const outcome = saveMutation({ ...change('adult-course', before, {}), body });
  const dialog = await advanceUntil(waitFor(() => screen.getByRole('region', { name: 'Change: Course' })));
  expect(Array.from(dialog.querySelectorAll('dt, dd'), (one) => one.textContent)).toEqual([
    ...['Entered by', 'Mona Adel', 'Student', 'Mona Adel', 'Receipt Number', '1213'],
    ...['Paid Amount', 'L.E. 50.00'],
    ...['Day', displayDay(today().slice(0, 10)), 'Price', 'L.E. 3,600.00 → L.E. 900.00'],
  ]);
  approveNext();
  device.server.next({ status: 200, body: { ...before, ...body, version: 2 } });
  enterManager();
  expect(await advanceUntil(outcome)).toMatchObject({ outcome: 'saved' });
  const [approved, sent] = device.server.seen.filter(({ method }) => method !== 'GET').slice(-2);
  expect(JSON.parse(approved?.body ?? '')).toMatchObject({
    ...{ method: 'PATCH', path: '/adult-course/7/', key: sent?.key },
    body_hash: createHash('sha256')
      .update(sent?.body ?? '')
      .digest('hex'),
  });
});

it('an approved record that the role hides is saved although the answer does not show it', async () => {
  asStaffWithDialog();
  const outcome = saveMutation(create('deduction', { employee: '3', amount: '111.00', reason: 'Late' }));
  await advanceUntil(waitFor(() => expect(screen.getByLabelText("Manager's password")).toBeVisible()));
  approveNext();
  device.server.next({ status: 201, body: { id: '9', version: 1 } });
  enterManager();
  expect(await advanceUntil(outcome)).toMatchObject({ outcome: 'saved' });
});
