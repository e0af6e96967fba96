import { chakra } from '@chakra-ui/react';
import Plus from 'lucide-react/icons/plus';
import { useEffect, useRef } from 'react';
import type { RecordRow } from '#app/lib/record-row.ts';
import { pickerRecipe } from '#app/theme/recipes/picker.ts';
import type { Resource } from '#contract/define-resource.ts';
import { messages } from './messages.ts';
import { optionDetail, optionTitle } from './reference-options.ts';

const List = chakra('div', pickerRecipe);

interface ReferenceListProps {
  readonly id: string;
  readonly resource: Resource;
  readonly records: readonly RecordRow[];
  /** Number of matches that are not listed. */
  readonly hiddenCount: number;
  readonly note: string | undefined;
  readonly active: number;
  readonly chosenId: string;
  readonly onActive: (index: number) => void;
  readonly onPick: (index: number) => void;
  /** Label of the option that creates a record; it follows the records. */
  readonly createLabel: string | undefined;
}

/** Renders the options below a reference field. */
export function ReferenceList(props: ReferenceListProps) {
  const { id, resource, records, hiddenCount, note, active, chosenId, onActive, onPick, createLabel } = props;
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);

  const option = (index: number, selected: boolean) => ({
    id: `${id}-${index}`,
    role: 'option',
    'data-index': index,
    'data-active': index === active || undefined,
    'aria-selected': selected,
    onPointerMove: () => onActive(index),
    onClick: () => onPick(index),
  });

  return (
    // Keeps the focus in the field: its blur would close the list before the click.
    <List ref={list} onMouseDown={(event) => event.preventDefault()}>
      {note !== undefined && <p data-note>{note}</p>}
      <div id={id} role="listbox" aria-label={resource.plural}>
        {records.map((record, index) => (
          <div key={record.id} {...option(index, record.id === chosenId)}>
            <span dir="auto">{optionTitle(resource, record)}</span>
            <small>
              {optionDetail(resource, record).map((detail) => (
                <bdi key={detail}>{detail}</bdi>
              ))}
            </small>
          </div>
        ))}
        {createLabel !== undefined && (
          <div data-adding {...option(records.length, false)}>
            <Plus size={18} aria-hidden /> {createLabel}
          </div>
        )}
      </div>
      {hiddenCount > 0 && <p data-note>{messages.moreOptions({ count: hiddenCount })}</p>}
    </List>
  );
}
