import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { reportReachable } from '#app/api/connection.ts';
import { forgetReadVersion } from '#app/api/server-version.ts';
import { currentOwner, storeTokens } from '#app/api/session.ts';
import { createQueryClient } from '#app/cache/query-client.ts';
import { keepLive } from '#app/events/live-updates.ts';
import { TopBar } from '#app/shell/top-bar.tsx';
import { paths } from '#contract/http.ts';
import { FakeStreamServer } from '../events/fake-stream-server.ts';
import { renderPage } from '../render.tsx';

let server: FakeStreamServer;
let name: string;

beforeEach(() => {
  [server, name] = [new FakeStreamServer(), 'Dokki'];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const isBranch = input === `/api${paths.branch}`;
    const response = isBranch
      ? Response.json({ name, address: 'Cairo', events: true })
      : await server.fetch(input, init);
    response.headers.set('X-Branch-Version', server.version);
    return response;
  });
  storeTokens(server.api.signIn('mona'));
  reportReachable();
  forgetReadVersion();
});

it('shows the new name of the branch once a manager has renamed it on another device', async () => {
  const owner = currentOwner();
  if (!owner) throw new Error('Nobody is signed in');
  const client = createQueryClient();
  renderPage(<TopBar />, { client });
  expect(await screen.findByText('Dokki')).toBeInTheDocument();
  const stop = keepLive(client, owner);
  // Nothing was missed before the stream opened, so that only the event can bring the new name.
  await expect.poll(() => server.streams.map(({ since }) => since)).toEqual([server.version]);
  name = 'Maadi';
  server.write('branch-settings');
  expect(await screen.findByText('Maadi')).toBeInTheDocument();
  expect(screen.queryByText('Dokki')).toBeNull();
  stop();
});
