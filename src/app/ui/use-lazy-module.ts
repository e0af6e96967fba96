import { useEffect, useEffectEvent, useState } from 'react';
import { keepLoading } from '#app/api/chunk-load-error.ts';
import { withTexts } from '#app/lib/language.ts';
import { messages } from './texts.en.ts';
import { notify } from './toast/notify.ts';

/**
 * A load failure must not unmount the screen with unsaved input: the caller provides a fallback.
 * @param load the same function at every render
 * @returns undefined until it has loaded
 */
export function useLazyModule<Module>(
  needed: boolean,
  load: () => Promise<Module>,
  onError: () => void,
): Module | undefined {
  const [loaded, setLoaded] = useState<{ readonly module: Module }>();
  const fail = useEffectEvent(onError);

  useEffect(() => {
    if (!needed || loaded) return;
    let current = true;
    withTexts(load).then(
      (module) => current && setLoaded({ module }),
      () => {
        keepLoading(load);
        if (current) fail();
      },
    );
    return () => {
      current = false;
    };
  }, [needed, loaded, load]);

  return loaded?.module;
}

export function useLazyDialog<Module>(
  needed: boolean,
  load: () => Promise<Module>,
  onError: () => void,
): Module | undefined {
  return useLazyModule(needed, load, () => {
    notify(messages.missingDialog, { kind: 'error' });
    onError();
  });
}
