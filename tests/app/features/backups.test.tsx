import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeTokens } from '#app/api/session.ts';
import { BackupsPage } from '#app/features/backups/backups-page.tsx';
import { ToastArea } from '#app/ui/toast/toast-area.tsx';
import type { BackupList, BackupPreview } from '#contract/backups.ts';
import { renderPage } from '../render.tsx';

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

const serverList = vi.fn<() => Response>();
const posts = vi.fn<(path: string, body: unknown) => Response>();

beforeEach(() => {
  storeTokens({ access: `head.${btoa(JSON.stringify({ sub: '7', branch: '1' }))}.sign`, refresh: 'refresh' });
  serverList.mockImplementation(() => Response.json(list));
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method === 'POST') return posts(String(url), init.body && JSON.parse(String(init.body)));
    return String(url).endsWith('/backups/') ? serverList() : Response.json(preview);
  });
});
afterEach(() => {
  serverList.mockReset();
  posts.mockReset();
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
    serverList.mockImplementation(() =>
      Response.json({
        ...list,
        warning: 'late',
        problem: 'No backup was made: the disk is full.',
        results: [{ ...newest, proof: { ...proof, state: 'failed', reason: 'It differs (enrolment).' } }],
      }),
    );
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
    serverList.mockImplementation(() =>
      Response.json({ ...list, results: [{ ...newest, own: false }, older] }),
    );
    open();
    const [foreign, gone] = await screen.findAllByRole('listitem');
    expect(foreign).toHaveTextContent('In the folder, but not made by this database.');
    expect(gone).toHaveTextContent(/Its file is gone\. It was there until .+\./);
  });

  it('76 says that the last restore failed, also after a reload of the page that began it', async () => {
    const failed = { name, at: madeAt, problem: 'The disk is full.' };
    serverList.mockImplementation(() => Response.json({ ...list, last_restore: failed }));
    open();
    expect(await screen.findByText('Nothing was restored. The disk is full.')).toBeVisible();
  });

  it('shows how old the newest copy in another place is, and what is wrong with copies', async () => {
    const of = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const failed = { state: 'failed', at: madeAt, reason: 'The store answered with 403.' } as const;
    const older = { ...newest, name: name.replace('22T', '19T'), made_at: of(77) };
    serverList.mockImplementationOnce(() =>
      Response.json({
        ...list,
        copies: { newest: of(77), warning: 'failed', problem: failed.reason },
        results: [
          { ...newest, copy: failed },
          { ...older, copy: { state: 'fetched', at: madeAt } },
        ],
      }),
    );
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
    serverList.mockImplementationOnce(() =>
      Response.json({ ...list, copies: { newest: null, warning: 'late', problem: null } }),
    );
    open();
    expect(await screen.findByText('Newest copy in another place · none yet')).toBeVisible();
    expect(screen.getAllByRole('alert')[0]).toHaveTextContent(/No backup of the last two days/);
    cleanup();
    open();
    expect(await screen.findByText(/Daily · 5 hours old/)).toBeVisible();
    expect(screen.queryByText(/another place/)).toBeNull();
  });

  it('makes a backup on request and follows it until it is there', async () => {
    serverList.mockImplementationOnce(() => Response.json({ ...list, results: [] }));
    posts.mockImplementation(() => Response.json({ detail: 'Started' }, { status: 202 }));
    open();
    expect(await screen.findByText('No backup yet')).toBeVisible();
    serverList.mockImplementationOnce(() => Response.json({ ...list, results: [], running: 'backup' }));
    await userEvent.click(screen.getByRole('button', { name: 'Back up now' }));
    expect(await screen.findByText(/Daily · 5 hours old/, {}, { timeout: 20_000 })).toBeVisible();
    expect(posts).toHaveBeenCalledTimes(1);
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
    expect(posts).not.toHaveBeenCalled();
  });

  it('is sent once, and followed through 503 until another generation answers', async () => {
    const { dialog, restore } = await openRestore();
    posts.mockImplementation(() => {
      throw new TypeError('the answer was lost');
    });
    const away = Response.json({ detail: 'A backup is being restored.' }, { status: 503 });
    serverList.mockImplementationOnce(() => away.clone());
    serverList.mockImplementationOnce(() => Response.json({ ...list, running: 'restore' }));
    serverList.mockImplementation(() => Response.json({ ...list, generation: 'after' }));
    await userEvent.type(within(dialog).getByRole('textbox'), 'Al Nour');
    await userEvent.click(restore);
    expect(await within(dialog).findByText(/Nobody can work on the server/)).toBeVisible();
    expect(await screen.findByText(/^Backup of .* restored\.$/, {}, { timeout: 20_000 })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(posts.mock.calls).toEqual([
      [
        expect.stringContaining(`/backups/${name}/restore/`),
        { confirmation: 'Al Nour', generation: 'before' },
      ],
    ]);
  });

  it('that was not done says why', async () => {
    const { dialog, restore } = await openRestore();
    posts.mockImplementation(() => Response.json({ detail: 'Started' }, { status: 202 }));
    const last_restore = { name, at: madeAt, problem: 'Payments did not end in time.' };
    serverList.mockImplementation(() => Response.json({ ...list, last_restore }));
    await userEvent.type(within(dialog).getByRole('textbox'), 'Al Nour');
    await userEvent.click(restore);
    expect(
      await within(dialog).findByText(/Nothing was restored. Payments did not end/, {}, { timeout: 20_000 }),
    ).toBeVisible();
  });

  it('is not offered where several branches share the server', async () => {
    serverList.mockImplementation(() => Response.json({ ...list, restorable: false }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^Look into/ }));
    expect(await screen.findByText(/Several branches share this server/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Restore this backup' })).toBeNull();
  });
});
