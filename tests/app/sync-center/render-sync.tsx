import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { ConnectionPill } from '#app/shell/connection-pill.tsx';
import { SessionProvider } from '#app/shell/session-provider.tsx';
import { SyncPage } from '#app/shell/sync-screens.tsx';
import { renderStyled } from '../render.tsx';

export function renderSync() {
  const signedIn = (
    <SessionProvider>
      <ConnectionPill />
      <Outlet />
    </SessionProvider>
  );
  const pages = [
    { path: '/sync', element: <SyncPage /> },
    { path: '*', element: <h1>Elsewhere</h1> },
  ];
  const router = createMemoryRouter([{ element: signedIn, children: pages }], { initialEntries: ['/sync'] });
  const view = renderStyled(<RouterProvider router={router} />);
  return { ...view, router };
}
