import { chakra } from '@chakra-ui/react';
import { useCallback, useState } from 'react';

export interface Ticked<Row> {
  /** By id, also of rows that another page shows. */
  readonly ticked: ReadonlyMap<string, Row>;
  readonly tick: (rows: readonly (readonly [id: string, row: Row])[], ticks: boolean) => void;
  readonly clear: () => void;
}

export function useTicked<Row>(): Ticked<Row> {
  const [ticked, setTicked] = useState<ReadonlyMap<string, Row>>(new Map());
  const tick = useCallback<Ticked<Row>['tick']>(
    (rows, ticks) =>
      setTicked((current) => {
        const next = new Map(current);
        for (const [id, row] of rows) ticks ? next.set(id, row) : next.delete(id);
        return next;
      }),
    [],
  );
  const clear = useCallback(() => setTicked(new Map()), []);
  return { ticked, tick, clear };
}

const box = { boxSize: '6', flexShrink: '0', accentColor: 'accent.solid' } as const;

/** A tick with its words, which reacts to a finger on all of its sides. */
export const Tick = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: 'target',
    minWidth: '0',
    paddingInlineStart: '3',
    marginInlineStart: '-3',
    '& input': box,
  },
});

export const TickRow = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: '3.5rem',
    paddingInline: '4',
    paddingBlock: '2',
    borderTopWidth: '1px',
    borderColor: 'border.default',
    lineHeight: 'tight',
    '& label': { flex: '1' },
    '& strong': { fontWeight: 'semibold' },
    '& small': { display: 'block', paddingBlockStart: '1', color: 'fg.muted', fontSize: 'sm' },
  },
});

interface TickAllProps {
  readonly label: string;
  readonly free: number;
  readonly chosen: number;
  readonly disabled?: boolean;
  readonly onTick: (ticked: boolean) => void;
}

export function TickAll({ label, free, chosen, disabled = false, onTick }: TickAllProps) {
  return (
    <Tick>
      <input
        type="checkbox"
        disabled={disabled || free === 0}
        checked={chosen > 0 && chosen === free}
        onChange={({ target }) => onTick(target.checked)}
      />
      {label}
    </Tick>
  );
}
