import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reportReachable } from '#app/api/connection.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { save } from '#app/outbox/sender/save.ts';
import { triggerSend } from '#app/outbox/sender/sender.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { outboxView } from '#app/outbox/store/outbox-view.ts';
import { ApprovalHost } from '#app/shell/dashboard-shell.tsx';
import { permissions } from '#contract/permissions.ts';
import { create } from '../outbox/mutations.ts';
import { renderStyled } from '../render.tsx';
import { ScriptedServer, toasts } from '../resources/render-screen.tsx';
import { enrolment } from '../resources/samples.ts';
import { renderSync } from './render-sync.tsx';

const detail = permissions['money.remove-any'].refusal;
const path = '/adult-course/c1/';

let server: ScriptedServer;
let deletion: Mutation;

beforeEach(async () => {
  const db = outboxDb();
  await Promise.all([db.outbox.clear(), db.discarded.clear(), db.facts.clear()]);
  server = new ScriptedServer();
  deletion = create(
    'adult-course',
    {},
    { kind: 'delete', recordId: 'c1', before: { ...enrolment, id: 'c1', version: 1 } },
  );
});
afterEach(() => reportReachable());

/** Deletes the payment of another user without a connection; the server refuses it later. */
async function refused(approvals: boolean): Promise<void> {
  server.declares({ idempotency: true, merges: true, approvals });
  server.on(`DELETE ${path}`, { status: 403, body: { detail } });
  server.offline = true;
  renderSync();
  await save(deletion);
  server.offline = false;
  await triggerSend(true);
  // What the server declares is read from the last answer that is stored.
  await expect.poll(() => bootCache().branch?.name, { timeout: 20_000 }).toBe('Al Nour');
  renderStyled(<ApprovalHost />);
  reportReachable();
}

const ask = async () => fireEvent.click(await screen.findByRole('button', { name: /^Ask a manager here/ }));
const states = () => outboxView().rows.map(({ state }) => state);

it('the entry stays when the manager closes the dialog, and nothing is asked without a connection', async () => {
  await refused(true);
  await ask();
  await screen.findByLabelText("Manager's password");
  fireEvent.click(screen.getByText('Cancel', { selector: 'button' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  server.goOffline();
  await ask();
  await expect.poll(toasts).toEqual([`${detail} A manager can approve it here once there is a connection.`]);
  expect(states()).toEqual(['rejected']);
  expect(server.sent('POST', '/auth/approval/')).toEqual([]);
});

it('the entry stays on a server that knows no approvals, and the user is told who can help', async () => {
  await refused(false);
  await ask();
  await expect.poll(toasts).toEqual(['A manager must do this. Sign in as one, or ask them to.']);
  expect(states()).toEqual(['rejected']);
});
