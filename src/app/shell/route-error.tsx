import { useRouteError } from 'react-router-dom';
import { ErrorNotice } from '#app/ui/error-notice.tsx';

/** Renders the error of a route inside its parent's frame; saved data is unaffected. */
export function RouteError() {
  return <ErrorNotice error={useRouteError()} />;
}
