import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { usePeople } from '#app/reads/people.ts';
import { RECORDED_BY } from './columns.ts';

/** Renders who took a payment; nothing while it is not known, as before the record was sent. */
export function TakenBy({ row }: { readonly row: RecordRow }) {
  const name = usePeople().get(textOf(row[RECORDED_BY]));
  return name === undefined ? null : <bdi>{name}</bdi>;
}
