import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissWaitingFile, saveFile } from '#app/lib/save-file.ts';
import { Notices } from '#app/shell/notices.tsx';
import { renderStyled } from '../render.tsx';

const content = new Blob(['a,b'], { type: 'text/csv' });
const notAllowed = () => new DOMException('', 'NotAllowedError');

/** What the browser has: `standalone` only in Safari on a tablet, true in the app on its Home Screen. */
function device(standalone: boolean | undefined, share: (data: ShareData) => Promise<void>) {
  const shared = vi.fn(share);
  vi.stubGlobal('navigator', {
    ...(standalone !== undefined && { standalone }),
    ...{ share: shared, canShare: ({ files = [] }: ShareData) => files.length > 0 },
    ...{ userAgent: 'Safari', language: 'en', onLine: true },
  });
  return shared;
}

describe('a file', () => {
  const followed: string[] = [];

  beforeEach(() => {
    followed.length = 0;
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
    );
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      followed.push(this.download);
    });
  });
  afterEach(() => dismissWaitingFile());

  it('is saved by a link in a browser, also in a tab of Safari', async () => {
    for (const standalone of [undefined, false]) {
      const shared = device(standalone, () => Promise.resolve());
      expect(await saveFile(content, 'students.csv')).toBe(true);
      expect(shared).not.toHaveBeenCalled();
    }
    expect(followed).toEqual(['students.csv', 'students.csv']);
  });

  it('goes to the share sheet in the app on an iPad', async () => {
    const shared = device(true, () => Promise.resolve());
    expect(await saveFile(content, 'students.csv')).toBe(true);
    const [data] = shared.mock.calls[0] ?? [];
    expect(data?.files?.map(({ name, type }) => [name, type])).toEqual([['students.csv', 'text/csv']]);
    expect(followed).toEqual([]);
  });

  it('waits for another tap where the first one has expired, and is then shared', async () => {
    let taps = 0;
    const shared = device(true, () => (taps++ === 0 ? Promise.reject(notAllowed()) : Promise.resolve()));
    renderStyled(<Notices />);
    expect(await saveFile(content, 'students.csv')).toBe(false);
    expect(await screen.findByText('students.csv')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save it' }));
    await waitFor(() => expect(screen.queryByText('students.csv')).toBeNull());
    expect(shared).toHaveBeenCalledTimes(2);
  });

  it('is not offered again to a person who has closed the sheet', async () => {
    device(true, () => Promise.reject(new DOMException('', 'AbortError')));
    expect(await saveFile(content, 'students.csv')).toBe(true);
  });
});
