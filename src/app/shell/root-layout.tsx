import { Outlet, ScrollRestoration } from 'react-router-dom';

/** Around every route: a page that is come back to stands where it was left. */
export function RootLayout() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
