import { useQuery } from '@tanstack/react-query';
import { usePaymentMethods } from '#app/reads/branch-lists.ts';
import { useBranch } from '#app/reads/branch-queries.ts';
import { monthBreakdownQuery } from '#app/reads/months.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import { displayDay } from '#contract/days.ts';
import { formatAmount, type Piastres, readPiastres } from '#contract/money.ts';
import { type FigureName, figures, type Month } from '#contract/month.ts';
import { isAllCash } from '#contract/payment-methods.ts';
import { messages } from '../texts.en.ts';
import { Sheet, type SheetLabel } from './sheet.tsx';

interface MonthReportProps {
  readonly month: Month;
  readonly onClose: () => void;
}

const amountOf = (month: Month, name: FigureName): Piastres | undefined => readPiastres(month[name]);

/** In percent of the longest bar. */
const widthOf = (amount: Piastres, longest: Piastres) =>
  `${longest > 0n && amount > 0n ? Number((amount * 1000n) / longest) / 10 : 0}%`;

function KindBars({ month, label }: { readonly month: Month; readonly label: SheetLabel }) {
  const kinds = figures
    .filter((figure) => figure.group === 'revenue' && !('total' in figure))
    .flatMap(({ name }) => {
      const amount = amountOf(month, name);
      return amount === undefined ? [] : [{ name, amount }];
    })
    .sort((one, other) => (one.amount < other.amount ? 1 : one.amount > other.amount ? -1 : 0));
  const longest = kinds[0]?.amount ?? 0n;
  return (
    <table className="bars">
      <tbody>
        {kinds.map(({ name, amount }) => (
          <tr key={name}>
            <th scope="row">{label((texts) => texts.figures[name])}</th>
            <td>
              <svg width="100%" height={12} aria-hidden="true">
                <rect width={widthOf(amount, longest)} height={12} />
              </svg>
            </td>
            <td className="money">
              <bdi dir="ltr">{formatAmount(amount)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Nothing where all was cash, and where it was never read. */
function ByMethod({ month: { id }, label }: { readonly month: Month; readonly label: SheetLabel }) {
  const tells = useBranch()?.month_breakdown === true;
  const { data } = useQuery({ ...monthBreakdownQuery(id), enabled: tells });
  const { nameOf } = usePaymentMethods();
  if (!data || isAllCash(data.by_method)) return null;
  return (
    <>
      <h2>{label((texts) => texts.byMethod)}</h2>
      <table>
        <thead>
          <tr>
            <td />
            <th className="money">{label((texts) => texts.received)}</th>
            <th className="money">{label((texts) => texts.paidOut)}</th>
          </tr>
        </thead>
        <tbody>
          {data.by_method.map(({ payment_method, received, paid_out }) => (
            <tr key={payment_method}>
              <th scope="row">
                <TypedText>{nameOf(payment_method)}</TypedText>
              </th>
              {[received, paid_out].map((amount, place) => (
                <td key={place === 0 ? 'received' : 'paid-out'} className="money">
                  <bdi dir="ltr">{formatAmount(readPiastres(amount) ?? 0n)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** On one page; revenue by kind as a chart (decision 21). */
export function MonthReport({ month, onClose }: MonthReportProps) {
  return (
    <Sheet title={messages.monthReport} heading={(texts) => texts.monthReport} size="a4" onClose={onClose}>
      {(label) => (
        <>
          <dl>
            <dt>{label((texts) => texts.month)}</dt>
            <dd>
              <TypedText>{month.name}</TypedText> {!month.end_date && label((texts) => texts.since)}{' '}
              <bdi dir="ltr">
                {[month.start_date, month.end_date]
                  .flatMap((day) => (day ? displayDay(day) : []))
                  .join(' – ')}
              </bdi>
            </dd>
          </dl>
          <ul className="figures">
            {figures.map((figure) => {
              const amount = amountOf(month, figure.name);
              if (amount === undefined) return null;
              return (
                <li key={figure.name} data-total={'total' in figure ? '' : undefined}>
                  <span>{label((texts) => texts.figures[figure.name])}</span>
                  <bdi dir="ltr">{formatAmount(amount)}</bdi>
                </li>
              );
            })}
          </ul>
          <h2>{label((texts) => texts.byKind)}</h2>
          <KindBars month={month} label={label} />
          <ByMethod month={month} label={label} />
        </>
      )}
    </Sheet>
  );
}
