import { Button, chakra } from '@chakra-ui/react';
import Search from 'lucide-react/icons/search';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import { messages } from './messages.ts';

const loadSearch = () => import('#app/features/search/search-dialog.tsx');

/** The key of the search; "ظ" is on it in Arabic layouts. */
const KEYS: readonly string[] = ['/', 'ظ'];

/** Tells whether a key press is text, or belongs to what is open over the page. */
function isTaken({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isField =
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
  return ctrlKey || metaKey || altKey || isField || document.querySelector('[role$=dialog]') !== null;
}

/** Renders the way to the one search, on every screen; its key is "/" (decision 61). */
export function SearchButton() {
  const [open, setOpen] = useState(false);
  const search = useLazyDialog(open, loadSearch, () => setOpen(false));
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the path changes
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!KEYS.includes(event.key) || isTaken(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Button
        variant="outline"
        colorPalette="neutral"
        minW={{ base: 'target', lg: '48' }}
        justifyContent={{ lg: 'flex-start' }}
        px={{ base: '2', lg: '3' }}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="/"
        onClick={() => setOpen(true)}
      >
        <Search size={20} aria-hidden />
        <chakra.span srOnly={{ base: true, lg: false }}>{messages.search}</chakra.span>
        <chakra.kbd hideBelow="lg" ms="auto" color="fg.muted" aria-hidden>
          /
        </chakra.kbd>
      </Button>
      {open && search && <search.SearchDialog onClose={() => setOpen(false)} />}
    </>
  );
}
