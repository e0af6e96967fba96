const NEXT = 'next';

/** The sign-in address that leads back to `wanted` afterwards. */
export function signInPath(wanted: Pick<URL, 'pathname' | 'search'>): string {
  const path = wanted.pathname + wanted.search;
  return path === '/' ? '/auth' : `/auth?${new URLSearchParams({ [NEXT]: path })}`;
}

/** Where to go after signing in: a path of this app, whatever the address bar was made to say; else home. */
export function redirectAfterLogin(search: URLSearchParams): string {
  const next = search.get(NEXT) ?? '/';
  const target = new URL(next, location.origin);
  const own =
    next.startsWith('/') && target.origin === location.origin && !target.pathname.startsWith('/auth');
  return own ? target.pathname + target.search : '/';
}
