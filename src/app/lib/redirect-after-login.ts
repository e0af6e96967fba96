export const SIGN_IN_PATH = '/auth';
export const RESET_PATH = '/auth/reset-password';

const NEXT = 'next';

/** Returns the sign-in path that redirects to `requested` afterwards. */
export function signInPath(requested: Pick<URL, 'pathname' | 'search'>): string {
  const path = requested.pathname + requested.search;
  return path === '/' ? SIGN_IN_PATH : `${SIGN_IN_PATH}?${new URLSearchParams({ [NEXT]: path })}`;
}

/** Returns the URL of a path, as a browser reads it; undefined if it is no path or malformed. */
function urlOfPath(path: string): URL | undefined {
  try {
    return path.startsWith('/') ? new URL(path, location.origin) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the path of this app that an address from outside names; undefined for any other. A path that begins with
 * `//` names another host once it is read again: `/.//elsewhere.test` is on this origin, and its path is
 * `//elsewhere.test`.
 */
function ownPath(address: string): string | undefined {
  const url = urlOfPath(address);
  if (url?.origin !== location.origin || /^\/[/\\]/.test(url.pathname)) return undefined;
  return url.pathname + url.search + url.hash;
}

/**
 * Returns the path to open after sign-in. That is the `next` parameter if it is a path of this app, else
 * home: other origins are ignored, so that a crafted link cannot redirect elsewhere.
 */
export function redirectAfterLogin(search: URLSearchParams): string {
  const path = ownPath(search.get(NEXT) ?? '/');
  return path === undefined || path.startsWith(SIGN_IN_PATH) ? '/' : path;
}
