import { Outlet } from 'react-router-dom';
import { PublicShell } from '#app/ui/public-shell.tsx';

/** Renders the public shell around child routes. */
export function PublicLayout() {
  return (
    <PublicShell>
      <Outlet />
    </PublicShell>
  );
}
