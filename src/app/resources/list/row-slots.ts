import { useEffect, useMemo, useRef } from 'react';

/** Maps a record id to the slot of its row. The slot is the row's React key. */
export type Slots = ReadonlyMap<string, number>;

/**
 * Assigns every row a slot. A row that stays keeps its slot, so that the focus stays with its record; new
 * rows reuse free slots, so that turning a page changes text and creates no elements.
 */
export function slotsFor(ids: readonly string[], previous: Slots): Slots {
  const taken = new Set(ids.flatMap((id) => previous.get(id) ?? []));
  let free = 0;
  const next = () => {
    while (taken.has(free)) free += 1;
    taken.add(free);
    return free;
  };
  return new Map(ids.map((id) => [id, previous.get(id) ?? next()]));
}

/** Returns the slots of the current rows, based on the previous ones. */
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
