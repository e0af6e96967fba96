import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { BackupsPage } from '#app/features/backups/backups-page.tsx';
import { ToastArea } from '#app/ui/toast/toast-area.tsx';
import { BACKUPS_PATH, type BackupList, type BackupPreview } from '#contract/backups.ts';
import { renderPage } from '../render.tsx';
import { ScriptedServer } from '../resources/render-screen.tsx';

const name = 'branch-desk-20261122T000003Z-daily.backup';
const madeAt = new Date(Date.now() - 5 * 3_600_000).toISOString();
const proof = { state: 'proven', at: madeAt } as const;
const facts = { proof, copy: null, own: true, missing_since: null } as const;
const newest = { name, kind: 'daily', made_at: madeAt, size: 2_400_000, ...facts } as const;
const list: BackupList = {
  results: [newest],
  warning: null,
  problem: null,
  copies: null,
  running: null,
  last_restore: null,
  next_at: new Date(Date.now() + 3_600_000).toISOString(),
  keep: 14,
  restorable: true,
  confirmation: 'Al Nour',
  generation: 'before',
};
const held = {
  records: { student: 120, bus: 0 },
  users: 3,
  months: { count: 2, newest: 'November' },
  newest_payment: { amount: '1250.00', receipt_number: '77', recorded_at: madeAt },
};
const preview: BackupPreview = { ...newest, held, current: { ...held, records: { student: 131 } } };

const RESTORE = `POST ${BACKUPS_PATH}${name}/restore/`;
const started = { status: 202, body: { detail: 'Started' } };
let server: ScriptedServer;

/** Answers with these lists in turn, and with the last one from then on. */
function serve(...lists: readonly object[]): void {
  const rest = lists.map((changes) => ({ body: { ...list, ...changes } }));
  server.on(`GET ${BACKUPS_PATH}`, () => (rest.length > 1 ? rest.shift() : rest[0]) ?? { body: list });
}

beforeEach(() => {
  server = new ScriptedServer();
  server.on(`GET ${BACKUPS_PATH}${name}/`, { body: preview });
  serve({});
});

function open() {
  renderPage(
    <>
      <BackupsPage />
      <ToastArea />
    </>,
  );
}

async function openRestore() {
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Look into the backup of/ }));
  const dialog = await screen.findByRole('alertdialog');
  return { dialog, restore: await within(dialog).findByRole('button', { name: 'Restore this backup' }) };
}

describe('the backups page', () => {
  it('shows age, size and proof, and what needs a person', async () => {
    serve({
      warning: 'late',
      problem: 'No backup was made: the disk is full.',
      results: [{ ...newest, proof: { ...proof, state: 'failed', reason: 'It differs (enrolment).' } }],
    });
    open();
    expect(await screen.findByText(/Daily · 5 hours old · 2.4 MB/)).toBeVisible();
    expect(screen.getByText('Not usable')).toBeVisible();
    expect(screen.getByText('It differs (enrolment).')).toBeVisible();
    expect(screen.getAllByRole('alert')[0]).toHaveTextContent(
      /last night is missing.*No backup was made: the disk/,
    );
  });

  it('says which file is gone, and which one this database did not make', async () => {
    const older = { ...newest, name: name.replace('22T', '19T'), missing_since: madeAt };
    serve({ results: [{ ...newest, own: false }, older] });
    open();
    const [foreign, gone] = await screen.findAllByRole('listitem');
    expect(foreign).toHaveTextContent('In the folder, but not made by this database.');
    expect(gone).toHaveTextContent(/Its file is gone\. It was there until .+\./);
  });

  it('76 says that the last restore failed, also after a reload of the page that began it', async () => {
    serve({ last_restore: { name, at: madeAt, problem: 'The disk is full.' } });
    open();
    expect(await screen.findByText('Nothing was restored. The disk is full.')).toBeVisible();
  });

  it('shows how old the newest copy in another place is, and what is wrong with copies', async () => {
    const of = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const failed = { state: 'failed', at: madeAt, reason: 'The store answered with 403.' } as const;
    const older = { ...newest, name: name.replace('22T', '19T'), made_at: of(77) };
    serve({
      copies: { newest: of(77), warning: 'failed', problem: failed.reason },
      results: [
        { ...newest, copy: failed },
        { ...older, copy: { state: 'fetched', at: madeAt } },
      ],
    });
    open();
    expect(await screen.findByText('Newest copy in another place · 3 days old')).toBeVisible();
    const rows = screen.getAllByRole('listitem');
    expect(rows.map((row) => within(row).getByText(/Copy failed|Also in another place/).textContent)).toEqual(
      ['Copy failed', 'Also in another place'],
    );
    expect(screen.getAllByRole('alert')[0]).toHaveTextContent(
      /could not be copied to another place\.The store answered with 403\.Tell whoever/,
    );
  });

  it('says when nothing of the last two days is in another place, and nothing where backups are not copied', async () => {
    serve({ copies: { newest: null, warning: 'late', problem: null } });
    open();
    expect(await screen.findByText('Newest copy in another place · none yet')).toBeVisible();
    expect(screen.getAllByRole('alert')[0]).toHaveTextContent(/No backup of the last two days/);
    cleanup();
    serve({});
    open();
    expect(await screen.findByText(/Daily · 5 hours old/)).toBeVisible();
    expect(screen.queryByText(/another place/)).toBeNull();
  });

  it('makes a backup on request and follows it until it is there', async () => {
    serve({ results: [] });
    server.on(`POST ${BACKUPS_PATH}`, started);
    open();
    expect(await screen.findByText('No backup yet')).toBeVisible();
    serve({ results: [], running: 'backup' }, {});
    await userEvent.click(screen.getByRole('button', { name: 'Back up now' }));
    expect(await screen.findByText(/Daily · 5 hours old/, {}, { timeout: 20_000 })).toBeVisible();
    expect(server.sent('POST', BACKUPS_PATH)).toHaveLength(1);
  });
});

describe('a restore', () => {
  it('shows the differences, and begins only when the name of the branch was typed', async () => {
    const { dialog, restore } = await openRestore();
    expect(within(dialog).getByRole('row', { name: 'Students 120 131' })).toHaveAttribute('data-differs');
    expect(within(dialog).getByRole('row', { name: 'Users 3 3' })).not.toHaveAttribute('data-differs');
    expect(within(dialog).queryByText('Buses')).toBeNull();
    expect(restore).toBeDisabled();
    await userEvent.type(within(dialog).getByRole('textbox'), 'Al Nou{Enter}');
    expect(server.sent('POST', `${BACKUPS_PATH}${name}/restore/`)).toEqual([]);
  });

  it('is sent once, and followed through 503 until another generation answers', async () => {
    const { dialog, restore } = await openRestore();
    server.on(RESTORE, () => {
      throw new TypeError('the answer was lost');
    });
    const away = { status: 503, body: { detail: 'A backup is being restored.' } };
    server.on(`GET ${BACKUPS_PATH}`, () => {
      serve({ running: 'restore' }, { generation: 'after' });
      return away;
    });
    await userEvent.type(within(dialog).getByRole('textbox'), 'Al Nour');
    await userEvent.click(restore);
    expect(await within(dialog).findByText(/Nobody can work on the server/)).toBeVisible();
    expect(await screen.findByText(/^Backup of .* restored\.$/, {}, { timeout: 20_000 })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.sent('POST', `${BACKUPS_PATH}${name}/restore/`).map(({ body }) => body)).toEqual([
      { confirmation: 'Al Nour', generation: 'before' },
    ]);
  });

  it('that was not done says why', async () => {
    const { dialog, restore } = await openRestore();
    server.on(RESTORE, started);
    serve({ last_restore: { name, at: madeAt, problem: 'Payments did not end in time.' } });
    await userEvent.type(within(dialog).getByRole('textbox'), 'Al Nour');
    await userEvent.click(restore);
    expect(
      await within(dialog).findByText(/Nothing was restored. Payments did not end/, {}, { timeout: 20_000 }),
    ).toBeVisible();
  });

  it('is not offered where several branches share the server', async () => {
    serve({ restorable: false });
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^Look into/ }));
    expect(await screen.findByText(/Several branches share this server/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Restore this backup' })).toBeNull();
  });
});
