import { Outlet } from 'react-router-dom';
import { PublicShell } from '#app/ui/public-shell.tsx';

/** The public shell around routes. */
export function PublicLayout() {
  return (
    <PublicShell>
      <Outlet />
    </PublicShell>
  );
}
