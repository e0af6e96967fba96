import { lazy, Suspense, useState } from 'react';
import { FirstPaint } from './shell/first-paint.tsx';
import { startsAtSignIn } from './shell/start.ts';
import { wantedPath } from './shell/wanted-path.ts';

const RoutedApp = lazy(async () => ({ default: (await import('./routed-app.tsx')).RoutedApp }));
const SignIn = lazy(async () => ({
  default: (await import('./features/sign-in/sign-in-start.tsx')).SignInStart,
}));

/**
 * Whoever comes to sign in gets that page alone; router, schemas and device databases follow once they are needed
 * (55 KB less before a person can type). Everyone else gets the routed app, which has the same page at /auth.
 */
export function App() {
  const [signsIn, setSignsIn] = useState(startsAtSignIn);
  const enter = () => {
    history.replaceState(null, '', wantedPath(new URLSearchParams(location.search)));
    setSignsIn(false);
  };
  return (
    <Suspense fallback={<FirstPaint />}>{signsIn ? <SignIn onSignedIn={enter} /> : <RoutedApp />}</Suspense>
  );
}
