import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { NEVER_READ } from '#app/cache/snapshot.ts';
import { currentDay } from '#app/lib/branch-day.ts';
import { takePaymentPath } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useBranch } from '#app/reads/branch-queries.ts';
import { debtsQuery, promisedOn } from '#app/reads/debts.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { CallPerson, Panel } from './short-lists.tsx';
import { messages } from './texts.en.ts';

export function usePromisedToday({ enabled }: { readonly enabled: boolean }) {
  const declared = useBranch()?.debts === true;
  return useQuery({ ...debtsQuery({ promised: currentDay(), page: '1' }), enabled: declared && enabled });
}

/** Renders nothing without a promise for today (decision 108). */
export function PromisedToday() {
  const branch = useBranch();
  const { rows: outbox } = useOutboxView();
  const { data } = usePromisedToday({ enabled: true });
  // A promise that waits on this device shows at once, also where the server was never asked.
  const promised = branch?.debts
    ? promisedOn(currentDay(), data?.data.results ?? [], outbox, data ?? NEVER_READ)
    : [];
  if (promised.length === 0) return null;
  return (
    <Panel title={messages.promisedTitle} empty="">
      {promised.map(({ id, name, total, promise, phone, isPending }) => (
        <li key={id}>
          <Link data-record to={takePaymentPath(id)}>
            <strong>
              <TypedText>{name}</TypedText>
            </strong>
            <small>
              {promise.amount
                ? messages.promisedAmount({ amount: formatMoney(readPiastres(promise.amount) ?? 0n) })
                : messages.promisedSomething}
              {isPending && ` · ${appMessages.waitingToBeSent}`}
            </small>
          </Link>
          <CallPerson title={name} phone={phone} />
          {total !== undefined && (
            <span data-amount data-owed dir="ltr">
              {formatMoney(readPiastres(total) ?? 0n)}
            </span>
          )}
        </li>
      ))}
    </Panel>
  );
}
