import { Button } from '@chakra-ui/react';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import HandCoins from 'lucide-react/icons/hand-coins';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatMoney } from '#contract/money.ts';
import { type Account, owes } from './account.ts';
import type { Choice } from './choose-dialog.tsx';
import { enrolmentKinds, studentPath } from './student-kinds.ts';
import { enrolLink, installmentLink } from './student-links.ts';

const ChooseDialog = lazy(async () => ({ default: (await import('./choose-dialog.tsx')).ChooseDialog }));

/** Two buttons share the width of a phone: their words matter more than their icons. */
const onPhones = { paddingInline: { base: '2', md: '4' }, css: { '& svg': { hideBelow: 'sm' } } };

/** Every enrolment on which something remains, with where its installment is taken. */
function payable(accounts: readonly Account[], here: string): Choice[] {
  return accounts.filter(owes).flatMap((account) => {
    const link = installmentLink(account, here);
    const { resource, record, owed = 0n } = account;
    if (!link) return [];
    const about = `Receipt ${String(record.receipt_number ?? '')}`;
    return [
      {
        ...link,
        key: `${resource.name} ${record.id}`,
        title: resource.plural,
        about,
        amount: formatMoney(owed),
      },
    ];
  });
}

interface StudentActionsProps {
  readonly id: string;
  readonly accounts: readonly Account[];
}

/** What a student is at the desk for: to pay an installment, or to be enrolled. */
export function StudentActions({ id, accounts }: StudentActionsProps) {
  const [choosing, setChoosing] = useState<'pay' | 'enrol'>();
  const here = studentPath(id);
  const debts = payable(accounts, here);
  const [only] = debts;
  const kinds = enrolmentKinds.map((kind) => ({
    ...enrolLink(kind, id, here),
    key: kind.name,
    title: kind.plural,
  }));
  const words = (
    <>
      <HandCoins size={18} aria-hidden /> Take installment
    </>
  );
  return (
    <>
      {only && debts.length === 1 && (
        <Button asChild {...onPhones}>
          <Link to={only.to} state={only.state}>
            {words}
          </Link>
        </Button>
      )}
      {debts.length > 1 && (
        <Button {...onPhones} aria-haspopup="dialog" onClick={() => setChoosing('pay')}>
          {words}
        </Button>
      )}
      <Button
        {...onPhones}
        variant={debts.length > 0 ? 'outline' : 'solid'}
        aria-haspopup="dialog"
        onClick={() => setChoosing('enrol')}
      >
        <GraduationCap size={18} aria-hidden /> Enrol
      </Button>
      <Suspense>
        {choosing === 'pay' && (
          <ChooseDialog
            title="Take an installment for"
            choices={debts}
            onClose={() => setChoosing(undefined)}
          />
        )}
        {choosing === 'enrol' && (
          <ChooseDialog title="Enrol in" choices={kinds} onClose={() => setChoosing(undefined)} />
        )}
      </Suspense>
    </>
  );
}
