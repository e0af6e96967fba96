import { useEffect, useMemo, useRef } from 'react';

/** Record id → the place in the document that shows it. */
export type Slots = ReadonlyMap<string, number>;

/**
 * Gives every row a place in the document. A row that was there keeps its own, so that focus stays with its record; new rows take
 * over those of rows that have gone, so that turning a page changes texts and builds nothing anew.
 */
export function slotsFor(ids: readonly string[], before: Slots): Slots {
  const taken = new Set(ids.flatMap((id) => before.get(id) ?? []));
  let free = 0;
  const next = () => {
    while (taken.has(free)) free += 1;
    taken.add(free);
    return free;
  };
  return new Map(ids.map((id) => [id, before.get(id) ?? next()]));
}

/** The places of the rows that are shown now, given how the last ones stood. */
export function useRowSlots(rows: readonly { readonly record: { readonly id: string } }[]): Slots {
  const last = useRef<Slots>(new Map());
  const slots = useMemo(
    () =>
      slotsFor(
        rows.map(({ record }) => record.id),
        last.current,
      ),
    [rows],
  );
  useEffect(() => {
    last.current = slots;
  }, [slots]);
  return slots;
}
