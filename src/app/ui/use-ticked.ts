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
