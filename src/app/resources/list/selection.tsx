import ListChecks from 'lucide-react/icons/list-checks';
import { createContext, type MouseEvent, type ReactNode, useContext, useMemo, useState } from 'react';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import buttonStyles from '#app/resources/button.module.css';
import { optionalComponent } from '#app/ui/optional-component.tsx';
import { type Ticked, useTicked } from '#app/ui/tick-list.tsx';
import type { Resource } from '#contract/define-resource.ts';
import listStyles from './list.module.css';
import { messages } from './texts.en.ts';

interface Selection extends Ticked<ListedRecord> {
  readonly toggle: () => void;
  readonly isOn: boolean;
}

const SelectionContext = createContext<Selection | undefined>(undefined);

const SelectionBar = optionalComponent(async () => (await import('./selection-bar.tsx')).SelectionBar);

interface SelectableRowsProps {
  readonly resource: Resource;
  readonly rows: readonly ListedRecord[];
  readonly children: ReactNode;
}

/** Rows that can be chosen, to do one thing with all of them. They stay chosen while pages turn and filters change. */
export function SelectableRows({ resource, rows, children }: SelectableRowsProps) {
  const ticks = useTicked<ListedRecord>();
  const { clear } = ticks;
  // Another list begins without a choice.
  const [openedFor, setOpenedFor] = useState<string>();
  const isOn = openedFor === resource.name;
  const { ticked, tick } = ticks;
  const selection = useMemo(() => {
    const toggle = () => {
      clear();
      setOpenedFor(isOn ? undefined : resource.name);
    };
    return { ticked, tick, clear, isOn, toggle };
  }, [ticked, tick, clear, isOn, resource.name]);
  return (
    <SelectionContext value={selection}>
      {children}
      {isOn && <SelectionBar {...{ resource, rows }} ticks={ticks} onDone={selection.toggle} />}
    </SelectionContext>
  );
}

export function SelectButton() {
  const selection = useContext(SelectionContext);
  if (!selection) return null;
  return (
    <button
      type="button"
      className={`${buttonStyles.neutral} ${buttonStyles.notOnPhone}`}
      aria-pressed={selection.isOn}
      aria-label={messages.select}
      title={messages.select}
      onClick={selection.toggle}
    >
      <ListChecks size={18} aria-hidden /> <span className={listStyles.wideLabel}>{messages.select}</span>
    </button>
  );
}

interface RowTickProps {
  readonly title: string;
  readonly listed: ListedRecord;
  readonly children: ReactNode;
}

export function RowTick({ title, listed, children }: RowTickProps) {
  const selection = useContext(SelectionContext);
  if (!selection?.isOn) return children;
  const { id } = listed.record;
  return (
    <label className={listStyles.tick} data-selects>
      <input
        type="checkbox"
        aria-label={messages.selectTitle({ title })}
        checked={selection.ticked.has(id)}
        onChange={({ target }) => selection.tick([[id, listed]], target.checked)}
      />
    </label>
  );
}

export function tickTappedRow(event: MouseEvent<HTMLElement>): void {
  const { target } = event;
  if (!(target instanceof Element) || target.closest('[data-selects]')) return;
  const box = target.closest('tr, li')?.querySelector<HTMLInputElement>('[data-selects] input');
  if (!box) return;
  event.preventDefault();
  event.stopPropagation();
  box.click();
}
