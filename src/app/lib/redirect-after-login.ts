const NEXT = 'next';

/** Returns the sign-in path that redirects to `requested` afterwards. */
export function signInPath(requested: Pick<URL, 'pathname' | 'search'>): string {
  const path = requested.pathname + requested.search;
  return path === '/' ? '/auth' : `/auth?${new URLSearchParams({ [NEXT]: path })}`;
}

/**
 * Returns the path to open after sign-in. That is the `next` parameter if it is a path of this app, else
 * home: other origins are ignored, so that a crafted link cannot redirect elsewhere.
 */
export function redirectAfterLogin(search: URLSearchParams): string {
  const next = search.get(NEXT) ?? '/';
  const target = new URL(next, location.origin);
  const isOwnPath =
    next.startsWith('/') && target.origin === location.origin && !target.pathname.startsWith('/auth');
  return isOwnPath ? target.pathname + target.search : '/';
}
