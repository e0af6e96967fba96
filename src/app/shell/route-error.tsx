import { useRouteError } from 'react-router-dom';
import { ErrorNotice } from '#app/ui/error-notice.tsx';

/** What a page shows when it breaks: the frame around it stays, and so does everything that was saved. */
export function RouteError() {
  return <ErrorNotice error={useRouteError()} />;
}
