import { chakra } from '@chakra-ui/react';
import Plus from 'lucide-react/icons/plus';
import { useEffect, useRef } from 'react';
import type { RecordRow } from '#app/lib/record-row.ts';
import { pickerRecipe } from '#app/theme/recipes/picker.ts';
import type { Resource } from '#contract/define-resource.ts';
import { optionDetail, optionTitle } from './reference-options.ts';

const List = chakra('div', pickerRecipe);

interface ReferenceListProps {
  readonly id: string;
  readonly resource: Resource;
  readonly rows: readonly RecordRow[];
  /** Number of matches that are not listed. */
  readonly more: number;
  readonly note: string | undefined;
  readonly active: number;
  readonly chosenId: string;
  readonly onActive: (index: number) => void;
  readonly onPick: (index: number) => void;
  /** Label of the option that creates a record; it follows the records. */
  readonly adding: string | undefined;
}

/** Renders the options below a reference field. */
export function ReferenceList(props: ReferenceListProps) {
  const { id, resource, rows, more, note, active, chosenId, onActive, onPick, adding } = props;
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
    // The press must not move the focus: the field's blur would close the list before the click.
    <List ref={list} onMouseDown={(event) => event.preventDefault()}>
      {note !== undefined && <p data-note>{note}</p>}
      <div id={id} role="listbox" aria-label={resource.plural}>
        {rows.map((row, index) => (
          <div key={row.id} {...option(index, row.id === chosenId)}>
            <span dir="auto">{optionTitle(resource, row)}</span>
            <small>
              {optionDetail(resource, row).map((fact) => (
                <bdi key={fact}>{fact}</bdi>
              ))}
            </small>
          </div>
        ))}
        {adding !== undefined && (
          <div data-adding {...option(rows.length, false)}>
            <Plus size={18} aria-hidden /> {adding}
          </div>
        )}
      </div>
      {more > 0 && <p data-note>{`${more} more. Type to narrow them down.`}</p>}
    </List>
  );
}
