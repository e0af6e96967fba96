import { useQuery } from '@tanstack/react-query';
import Phone from 'lucide-react/icons/phone';
import { Link } from 'react-router-dom';
import { bootCache } from '#app/cache/boot-cache.ts';
import { takePaymentPath } from '#app/lib/paths.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { debtsQuery } from '#app/reads/on-demand/debts-queries.ts';
import { overlayDebts } from '#app/reads/on-demand/pending-debts.ts';
import { useOutboxView } from '#app/reads/use-outbox-view.ts';
import { localDay } from '#contract/days.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { messages } from './messages.ts';
import { Panel } from './panel.tsx';

/** Renders who said that they will pay today; nothing without anybody (decision 108). */
export function PromisedToday() {
  const { data: branch = bootCache().branch } = useQuery(branchQuery());
  const { rows: outbox } = useOutboxView();
  const { data } = useQuery({
    ...debtsQuery({ promised: localDay(new Date()), page: '1' }),
    enabled: branch?.debts === true,
  });
  const promised = data
    ? overlayDebts(data.data.results, outbox, data).filter(
        ({ promise, total }) => promise && total !== '0.00',
      )
    : [];
  if (promised.length === 0) return null;
  return (
    <Panel title={messages.promisedTitle} empty="">
      {promised.map(({ id, name, total, promise, father_phone, mother_phone, phone }) => {
        const number = father_phone || mother_phone || phone || '';
        return (
          <li key={id}>
            <Link data-record to={takePaymentPath(id)}>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              <small>
                {promise?.amount
                  ? messages.promisedAmount({ amount: formatMoney(readPiastres(promise.amount) ?? 0n) })
                  : messages.promisedSomething}
              </small>
            </Link>
            {number !== '' && (
              <a
                href={`tel:${number.replace(/[^\d+]/g, '')}`}
                aria-label={messages.callPerson({ title: name, phone: number })}
                title={messages.call}
              >
                <Phone size={18} aria-hidden />
              </a>
            )}
            <span data-amount data-owed dir="ltr">
              {formatMoney(readPiastres(total) ?? 0n)}
            </span>
          </li>
        );
      })}
    </Panel>
  );
}
