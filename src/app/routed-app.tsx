import { useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { makeRouter } from './routes.tsx';

/** The app with its route table. The router is made here, not at import: it reads the address as it is by then. */
export function RoutedApp() {
  const [router] = useState(makeRouter);
  return <RouterProvider router={router} />;
}
