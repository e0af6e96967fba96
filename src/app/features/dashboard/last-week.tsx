import { chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { dayAt } from '#app/lib/branch-day.ts';
import { usePaymentMethods } from '#app/reads/branch-lists.ts';
import { branchTakenQuery } from '#app/reads/drawer-queries.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import type { TakenInBranch } from '#contract/closes.ts';
import { displayDay } from '#contract/days.ts';
import { formatMoney, parsePiastres } from '#contract/money.ts';
import { isAllCash } from '#contract/payment-methods.ts';
import { Panel } from './short-lists.tsx';
import { messages } from './texts.en.ts';

interface SumProps {
  readonly name: string;
  readonly count: number;
  readonly total: string;
}

const Sum = ({ name, count, total }: SumProps) => (
  <li>
    <div>
      <strong>
        <TypedText>{name}</TypedText>
      </strong>
      <small>{messages.takenCount({ count })}</small>
    </div>
    <span data-amount dir="ltr">
      {formatMoney(parsePiastres(total))}
    </span>
  </li>
);

function Methods({ methods }: Required<Pick<TakenInBranch, 'methods'>>) {
  const { nameOf } = usePaymentMethods();
  return (
    <li>
      <chakra.small display="flex" flexWrap="wrap" columnGap="4" rowGap="1">
        {methods?.map(({ payment_method, total }) => (
          <span key={payment_method}>
            <TypedText>{nameOf(payment_method)}</TypedText> <bdi>{formatMoney(parsePiastres(total))}</bdi>
          </span>
        ))}
      </chakra.small>
    </li>
  );
}

export function LastWeek() {
  const { data, isPending, isFetched } = useQuery(branchTakenQuery());
  if (isPending && !isFetched)
    return (
      <Panel title={undefined} empty="" loading room={2}>
        {[]}
      </Panel>
    );
  const week = data?.data.week;
  if (!week) return null;
  const { people, methods = [] } = week;
  const shown = isAllCash(methods) ? [] : methods;
  return (
    <Panel
      title={messages.weekTitle({ since: displayDay(dayAt(week.since)) })}
      empty={messages.noPayments}
      more={
        <chakra.strong whiteSpace="nowrap">
          <bdi>{formatMoney(parsePiastres(week.total))}</bdi>
        </chakra.strong>
      }
    >
      {[
        ...people.map(({ user, user_name, ...sum }) => <Sum key={user} name={user_name} {...sum} />),
        ...(shown.length > 0 ? [<Methods key="methods" methods={shown} />] : []),
      ]}
    </Panel>
  );
}
