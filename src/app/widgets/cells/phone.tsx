import { type CellProps, textOf } from '../widget.ts';

/** A telephone number, which a tap calls. */
export function PhoneCell({ name, row }: CellProps) {
  const phone = textOf(row[name]);
  if (phone === '') return null;
  return (
    <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} dir="ltr" data-number>
      {phone}
    </a>
  );
}
