import { useEffect } from 'react';

/** A hidden page loses it and gets it again when it is shown. */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    const { wakeLock } = navigator as Partial<Pick<Navigator, 'wakeLock'>>;
    if (!active || !wakeLock) return;
    let stopped = false;
    let held: WakeLockSentinel | undefined;
    const acquire = async () => {
      if (document.visibilityState !== 'visible' || (held && !held.released)) return;
      const acquired = await wakeLock.request('screen').catch(() => undefined);
      if (stopped) void acquired?.release();
      else held = acquired;
    };
    void acquire();
    const onVisibilityChange = () => void acquire();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      stopped = true;
      document.removeEventListener('visibilitychange', onVisibilityChange);
      void held?.release();
    };
  }, [active]);
}
