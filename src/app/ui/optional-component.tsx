import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { loadUntilThere } from '#app/api/chunk-load-error.ts';
import { withTexts } from '#app/lib/language.ts';

/** For a part that its page can miss: a missing chunk leaves the page as it is. */
export function optionalComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): ComponentType<Props> {
  let component: ComponentType<Props> | undefined;

  return function Optional(props) {
    const [Loaded, setLoaded] = useState(() => component);
    useEffect(() => {
      if (Loaded) return;
      // Texts follow it: where it waits for an idle page, they would come before the first rows.
      const loadWithTexts = async () => {
        component ??= await load().then((one) => withTexts(async () => one));
        return component;
      };
      return loadUntilThere(loadWithTexts, (one) => setLoaded(() => one));
    }, [Loaded]);
    return Loaded ? <Loaded {...props} /> : placeholder;
  };
}
