import { Outlet, ScrollRestoration } from 'react-router-dom';

/** Wraps every route and restores the scroll position on back navigation. */
export function RootLayout() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
