import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { whenReachable } from '#app/api/chunk-load-error.ts';
import { withTexts } from '#app/lib/language.ts';

/**
 * For a part that its page can miss. A missing chunk leaves the page as it is; the component loads when the server is
 * reachable again.
 * @param placeholder shown until it has loaded
 */
export function optionalComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): ComponentType<Props> {
  let component: ComponentType<Props> | undefined;

  return function Optional(props) {
    const [Loaded, setLoaded] = useState(() => component);
    useEffect(() => {
      if (Loaded) return;
      let current = true;
      const attempt = async () => {
        // Texts follow it: where it waits for an idle page, they would come before the first rows.
        component ??= await load().then((one) => withTexts(async () => one));
        if (current) setLoaded(() => component);
      };
      const start = () => void attempt().catch(() => undefined);
      start();
      const unsubscribe = whenReachable(start);
      return () => {
        current = false;
        unsubscribe();
      };
    }, [Loaded]);
    return Loaded ? <Loaded {...props} /> : placeholder;
  };
}
