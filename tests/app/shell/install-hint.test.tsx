import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { EMPTY_OUTBOX, publishOutbox } from '#app/outbox/store/outbox-view.ts';
import { InstallHint } from '#app/shell/install-hint.tsx';
import { publishInstallments } from '../outbox/entries.ts';
import { renderPage } from '../render.tsx';

const show = (...states: OutboxEntry['state'][]) => act(() => publishInstallments(...states));

beforeEach(() => reportReachable());
afterEach(() => {
  publishOutbox(EMPTY_OUTBOX);
  reportReachable();
});

const hint = () => screen.findByRole('dialog', { name: 'Install on this device' });

it('a tab with waiting entries says to install after everything is sent, and then shows how', async () => {
  show('queued', 'queued');
  renderPage(<InstallHint onClose={vi.fn()} />);
  expect(await hint()).toHaveTextContent('Install after everything is sent2 entries wait in this tab.');
  expect(await hint()).toHaveTextContent('It is being sent now.');
  expect(screen.queryByText('Choose Add to Home Screen.')).toBeNull();
  show('done', 'done');
  expect(await hint()).toHaveTextContent('Everything that was saved in this tab is sent.');
  expect(screen.getByText('Choose Add to Home Screen.')).toBeVisible();
});

it('a tab without a connection says that the entries are sent with the next one', async () => {
  reportUnreachable();
  show('queued');
  renderPage(<InstallHint onClose={vi.fn()} />);
  expect(await hint()).toHaveTextContent('There is no connection right now.');
});

it('an entry that needs the user leads to the Sync panel first', async () => {
  show('rejected');
  renderPage(<InstallHint onClose={vi.fn()} />);
  expect(await hint()).toHaveTextContent('1 of them needs you first.');
  expect(screen.getByRole('link', { name: 'Open the Sync panel' })).toHaveAttribute('href', '/sync');
});

it('a tab in which nothing waits shows how at once', async () => {
  show();
  renderPage(<InstallHint onClose={vi.fn()} />);
  await hint();
  expect(screen.getByText('Choose Add to Home Screen.')).toBeVisible();
});
