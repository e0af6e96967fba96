import Hourglass from 'lucide-react/icons/hourglass';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { type CellProps, textOf } from '../widget.ts';

/** Shows an amount of money; a debt stands out, a settled one is quiet. Unreadable text is shown as it is. */
export function MoneyCell({ name, field, row }: CellProps) {
  const said = textOf(row[name]);
  if (said === '') return null;
  const amount = readPiastres(said);
  if (amount === undefined) return <bdi>{said}</bdi>;
  if (!field.balance) return <span dir="ltr">{formatMoney(amount)}</span>;
  if (amount <= 0n) {
    return (
      <span dir="ltr" data-settled>
        {formatMoney(amount)}
      </span>
    );
  }
  return (
    <span dir="ltr" data-owed>
      <Hourglass size={14} role="img" aria-label="Still owed" /> {formatMoney(amount)}
    </span>
  );
}
