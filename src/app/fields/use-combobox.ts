import { type KeyboardEvent, useState } from 'react';

/** Describes what the keys of a combobox act on. */
interface Options {
  readonly count: number;
  readonly onPick: (index: number) => void;
}

/** Manages the state of a combobox: open, typed text and active option. */
export function useCombobox() {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(-1);

  const show = () => setOpen(true);
  const close = () => {
    setOpen(false);
    setTyped('');
    setActive(-1);
  };
  const type = (text: string) => {
    setTyped(text);
    setOpen(true);
    setActive(text === '' ? -1 : 0);
  };
  const move = (step: number, count: number) => {
    setOpen(true);
    if (count === 0) return;
    const start = step > 0 ? 0 : count - 1;
    setActive(open && active >= 0 ? (active + step + count) % count : start);
  };
  const onKey = (event: KeyboardEvent, { count, onPick }: Options) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1, count);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      if (active >= 0 && active < count) onPick(active);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };

  return { open, typed, active, setActive, show, close, type, onKey };
}
