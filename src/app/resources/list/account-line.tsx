import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { isPendingIn } from '#app/outbox/store/pending-records.ts';
import { useDeclared } from '#app/reads/capabilities.ts';
import { balancesQuery, pendingOfStudents } from '#app/reads/debts.ts';
import type { PendingMoney } from '#app/reads/figures.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import { PendingNote } from '#app/ui/pending-note.tsx';
import { joinParts } from '#contract/messages.ts';
import { formatMoney, type Piastres, readPiastres } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import listStyles from './list.module.css';
import { messages } from './texts.en.ts';

interface StudentAccount {
  readonly kinds: string;
  readonly remaining: Piastres;
  readonly pending: PendingMoney;
}

const AccountsContext = createContext<ReadonlyMap<string, StudentAccount>>(new Map());

interface StudentAccountsProps {
  readonly rows: readonly ListedRecord[];
  readonly children: ReactNode;
}

export function StudentAccounts({ rows, children }: StudentAccountsProps) {
  const { rows: outbox } = useOutboxView();
  const ids = rows.map(({ record }) => record.id).filter((id) => !isPendingIn(outbox, id));
  const isDeclared = useDeclared('balances');
  const { data } = useQuery({ ...balancesQuery(ids), enabled: isDeclared && ids.length > 0 });
  const accounts = useMemo(() => {
    if (!data) return new Map<string, StudentAccount>();
    const pendingOf = pendingOfStudents(outbox, data);
    return new Map(
      data.data.results.map(({ id, remaining, kinds }): [string, StudentAccount] => [
        id,
        {
          kinds: joinParts(kinds.map((kind) => resourceOf(kind).plural)),
          remaining: readPiastres(remaining) ?? 0n,
          pending: pendingOf(id),
        },
      ]),
    );
  }, [data, outbox]);
  return <AccountsContext value={accounts}>{children}</AccountsContext>;
}

interface AccountLineProps {
  readonly id: string;
  readonly otherwise?: ReactNode;
}

export function AccountLine({ id, otherwise = null }: AccountLineProps) {
  const account = useContext(AccountsContext).get(id);
  if (!account) return otherwise;
  const { kinds, remaining, pending } = account;
  if (kinds === '' && remaining <= 0n && pending.count === 0) return otherwise;
  return (
    <small className={listStyles.account}>
      {remaining > 0n && <span data-owed>{messages.owes({ amount: formatMoney(remaining) })}</span>}{' '}
      <span>{kinds}</span> <PendingNote {...pending} />
    </small>
  );
}
