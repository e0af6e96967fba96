import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { StudentPage } from '#app/features/students/student-page.tsx';
import type { Role } from '#contract/permissions.ts';
import { heading, renderRoutes, ScriptedServer, toasts } from '../resources/render-screen.tsx';
import { enrolment, mona } from '../resources/samples.ts';

const OPEN = 'Transfer to another branch';
const PATH = '/students/s1/transfer/';
const giza = { id: 'b1', name: 'Giza', account_type: 'manager' };
const maadi = { id: '2', name: 'Maadi', account_type: 'staff' };
const tanta = { id: '3', name: 'Tanta', account_type: 'manager' };
const gone = {
  ...{ direction: 'to', branch_id: '2', branch: 'Maadi', student_id: '77', code: 'S-0012' },
  ...{ remaining: '200.00', credit: '0.00', at: '2026-11-28T09:00:00Z', by: 'Nour Samir' },
};

let server: ScriptedServer;

beforeEach(() => {
  server = new ScriptedServer();
  server.list('/students/', [{ ...mona, credit: '50.00' }]);
  server.list('/adult-course/', [enrolment]);
  server.declares({ name: 'Giza', idempotency: true, filters: true, refunds: true, branches: true });
  server.on(`GET ${PATH}`, { body: { results: [] } });
});
afterEach(() => reportReachable());

function open(branches: readonly object[] | null = [giza, maadi], role: Role = 'manager') {
  server.signedInAs(role, branches ? { branches } : {});
  renderRoutes([{ path: '/students/:id', element: <StudentPage /> }], '/students/s1');
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
const lines = async () =>
  within(await screen.findByRole('list', { name: 'Transfers between branches' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('a student is transferred to the only other branch; the dialog says what goes and what stays', async () => {
  open();
  await press(OPEN);
  const shown = await dialog();
  expect(shown.getByText('Name, birthdate, parents, phones and address.')).toBeVisible();
  expect(shown.getByText('Enrolments, payments, debts and credit.')).toBeVisible();
  await waitFor(() => expect(shown.getByText('Owed here').nextSibling).toHaveTextContent('L.E. 2,000.00'));
  expect(shown.getByText('Credit here').nextSibling).toHaveTextContent('L.E. 50.00');
  expect(shown.getByRole('radio', { name: 'Maadi' })).toBeChecked();
  expect(shown.queryByRole('radio', { name: 'Giza' })).toBeNull();

  const detail = 'Mona Adel is in Maadi now, as S-0012. What was paid and owed here stays here.';
  server.on(`POST ${PATH}`, { body: { detail, branch: 'Maadi', id: '77', code: 'S-0012' } });
  server.on(`GET ${PATH}`, { body: { results: [gone] } });
  const reads = server.sent('GET', '/students/s1/').length;
  fireEvent.submit(shown.getByRole('button', { name: 'Transfer' }));
  await waitFor(() => expect(toasts()).toEqual([detail]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [sent] = server.sent('POST', PATH);
  expect(sent?.body).toEqual({ branch: '2' });
  expect(sent?.key).not.toBeNull();
  await waitFor(() => expect(server.sent('GET', '/students/s1/').length).toBeGreaterThan(reads));
  await waitFor(async () =>
    expect(await lines()).toEqual([
      'Transferred to Maadi on 28/11/2026 by Nour Samir, there S-0012. L.E. 200.00 was owed here.',
    ]),
  );
});

it('of several branches one is chosen, and a refusal stands at the branch or in the dialog', async () => {
  open([giza, maadi, tanta]);
  await press(OPEN);
  const shown = await dialog();
  const submit = () => fireEvent.submit(shown.getByRole('button', { name: 'Transfer' }));
  submit();
  expect(await shown.findByText('Choose a branch')).toBeVisible();
  expect(server.sent('POST', PATH)).toEqual([]);

  fireEvent.click(shown.getByRole('radio', { name: 'Tanta' }));
  expect(shown.queryByText('Choose a branch')).toBeNull();
  server.on(`POST ${PATH}`, { status: 400, body: { branch: ['This is none of your branches'] } });
  submit();
  expect(await shown.findByText('This is none of your branches')).toBeVisible();
  server.on(`POST ${PATH}`, { status: 409, body: { detail: 'The student is being merged.' } });
  submit();
  expect(await shown.findByRole('alert')).toHaveTextContent('The student is being merged.');
  expect(server.sent('POST', PATH).map(({ body }) => body)).toEqual([{ branch: '3' }, { branch: '3' }]);
  expect(toasts()).toEqual([]);
});

it('without a connection nothing is sent, and the dialog says so', async () => {
  open();
  await press(OPEN);
  const shown = await dialog();
  act(() => reportUnreachable());
  expect(shown.getByRole('button', { name: 'Transfer' })).toBeDisabled();
  expect(shown.getByText('You are offline. Students are transferred with a connection only.')).toBeVisible();
  fireEvent.submit(shown.getByRole('button', { name: 'Transfer' }));
  expect(server.sent('POST', PATH)).toEqual([]);
});

it('a student who came back shows both transfers, the newest first, with what stayed there', async () => {
  const came = { ...gone, direction: 'from', branch: 'Tanta', code: 'S-0003', credit: '30.00' };
  server.on(`GET ${PATH}`, {
    body: {
      results: [
        { ...gone, remaining: '0.00' },
        { ...came, at: '2026-11-02T09:00:00Z' },
      ],
    },
  });
  open();
  expect(await lines()).toEqual([
    'Transferred to Maadi on 28/11/2026 by Nour Samir, there S-0012.',
    'Came from Tanta on 2/11/2026, there S-0003. L.E. 200.00 was owed there. L.E. 30.00 was kept as credit there.',
  ]);
});

it('a student whom the other branch has not taken in yet is shown as on the way', async () => {
  open();
  await press(OPEN);
  const shown = await dialog();
  const detail = 'Mona Adel has left here and is on the way to Maadi.';
  server.on(`POST ${PATH}`, { status: 202, body: { detail, branch: 'Maadi' } });
  server.on(`GET ${PATH}`, { body: { results: [{ ...gone, code: '', on_the_way: true }] } });
  fireEvent.submit(shown.getByRole('button', { name: 'Transfer' }));
  await waitFor(() => expect(toasts()).toEqual([detail]));
  await waitFor(async () =>
    expect(await lines()).toEqual([
      'On the way to Maadi since 28/11/2026. The transfer finishes by itself. L.E. 200.00 was owed here.',
    ]),
  );
});

it('without a connection the transfers are those that the device knows', async () => {
  server.on(`GET ${PATH}`, { body: { results: [gone] } });
  open();
  expect(await lines()).toHaveLength(1);
  cleanup();
  server.offline = true;
  open();
  await screen.findByText(/Offline\. Showing what was saved on this device/);
  expect(await lines()).toEqual([expect.stringMatching(/^Transferred to Maadi on 28\/11\/2026/)]);
});

it('transfers that cannot be read are not taken for none', async () => {
  server.on(`GET ${PATH}`, { status: 403, body: { detail: 'No.' } });
  open();
  expect(
    await screen.findByText(/It could not be read whether the student was transferred\.$/),
  ).toBeVisible();
  server.on(`GET ${PATH}`, { body: { results: [gone] } });
  await press('Try again');
  expect(await lines()).toHaveLength(1);
});

it.each<[string, () => void]>([
  ['staff', () => open([giza, maadi], 'staff')],
  ['somebody with one branch', () => open([giza])],
  ['a server that knows one branch for each person', () => open(null)],
])('%s cannot transfer a student', async (_who, start) => {
  start();
  await heading('Mona Adel');
  await waitFor(() => expect(server.sent('GET', PATH)).toHaveLength(1));
  expect(screen.queryByRole('button', { name: OPEN })).toBeNull();
  expect(screen.queryByRole('list', { name: 'Transfers between branches' })).toBeNull();
});

it('a server that declares no branches is not asked for transfers', async () => {
  server.declares({ name: 'Giza', idempotency: true, filters: true });
  open();
  await heading('Mona Adel');
  await screen.findByRole('button', { name: 'Enrol' });
  expect(server.sent('GET', PATH)).toEqual([]);
  expect(screen.queryByRole('button', { name: OPEN })).toBeNull();
});
