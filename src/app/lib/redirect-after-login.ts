export const SIGN_IN_PATH = '/auth';
export const RESET_PATH = '/auth/reset-password';

const NEXT = 'next';

export function signInPath(requested: Pick<URL, 'pathname' | 'search'>): string {
  const path = requested.pathname + requested.search;
  return path === '/' ? SIGN_IN_PATH : `${SIGN_IN_PATH}?${new URLSearchParams({ [NEXT]: path })}`;
}

/** As a browser reads it; undefined if it is no path or malformed. */
function urlOfPath(path: string): URL | undefined {
  try {
    return path.startsWith('/') ? new URL(path, location.origin) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Undefined for an address outside of this app. A path that begins with `//` names another host once it is read again:
 * `/.//elsewhere.test` is on this origin, and its path is `//elsewhere.test`.
 */
function ownPath(address: string): string | undefined {
  const url = urlOfPath(address);
  if (url?.origin !== location.origin || /^\/[/\\]/.test(url.pathname)) return undefined;
  return url.pathname + url.search + url.hash;
}

/** Home for any address of another origin, so that a crafted link cannot redirect elsewhere. */
export function redirectAfterLogin(search: URLSearchParams): string {
  const path = ownPath(search.get(NEXT) ?? '/');
  return path === undefined || path.startsWith(SIGN_IN_PATH) ? '/' : path;
}
