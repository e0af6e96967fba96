import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { isUnsentIn } from '#app/outbox/store/unsent-records.ts';
import { useDeclared } from '#app/reads/capabilities.ts';
import { balancesQuery, unsentOfStudents } from '#app/reads/debts.ts';
import type { UnsentMoney } from '#app/reads/figures.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import { UnsentNote } from '#app/ui/unsent-note.tsx';
import { joinParts } from '#contract/messages.ts';
import { formatMoney, type Piastres, readPiastres } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import listStyles from './list.module.css';
import { messages } from './texts.en.ts';

interface StudentAccount {
  readonly kinds: string;
  readonly remaining: Piastres;
  readonly unsent: UnsentMoney;
}

const AccountsContext = createContext<ReadonlyMap<string, StudentAccount>>(new Map());

interface StudentAccountsProps {
  readonly rows: readonly ListedRecord[];
  readonly children: ReactNode;
}

export function StudentAccounts({ rows, children }: StudentAccountsProps) {
  const { rows: outbox } = useOutboxView();
  const ids = rows.map(({ record }) => record.id).filter((id) => !isUnsentIn(outbox, id));
  const isDeclared = useDeclared('balances');
  const { data } = useQuery({ ...balancesQuery(ids), enabled: isDeclared && ids.length > 0 });
  const accounts = useMemo(() => {
    if (!data) return new Map<string, StudentAccount>();
    const unsentOf = unsentOfStudents(outbox, data);
    return new Map(
      data.data.results.map(({ id, remaining, kinds }): [string, StudentAccount] => [
        id,
        {
          kinds: joinParts(kinds.map((kind) => resourceOf(kind).plural)),
          remaining: readPiastres(remaining) ?? 0n,
          unsent: unsentOf(id),
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
  const { kinds, remaining, unsent } = account;
  if (kinds === '' && remaining <= 0n && unsent.count === 0) return otherwise;
  return (
    <small className={listStyles.account}>
      {remaining > 0n && <span data-owed>{messages.owes({ amount: formatMoney(remaining) })}</span>}{' '}
      <span>{kinds}</span> <UnsentNote {...unsent} />
    </small>
  );
}
