import { Button } from '@chakra-ui/react';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import HandCoins from 'lucide-react/icons/hand-coins';
import Undo from 'lucide-react/icons/undo-2';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { textAt, textOf } from '#app/fields/field-control.ts';
import { useNavigationState } from '#app/lib/navigation-state.ts';
import { addPath, INSTALLMENT_PATH } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useTakesInstallments } from '#app/reads/capabilities.ts';
import { goneBackOf, useGoesBack } from '#app/reads/paid-back.ts';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import { numberInDigits } from '#contract/digits.ts';
import { formatMoney } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { type Account, hasDebt } from './account.ts';
import type { Choice } from './choose-dialog.tsx';
import { enrolmentResources, studentPath } from './student-kinds.ts';
import { messages } from './texts.en.ts';

const refund = resourceOf('refund');

const loadDialog = () => import('./choose-dialog.tsx');

/** On a phone two buttons share the width, so the icons are hidden. */
const compactOnPhones = { paddingInline: { base: '2', md: '4' }, css: { '& svg': { hideBelow: 'sm' } } };

function descriptionOf({ record }: Account): string {
  const receipt = textOf(record.receipt_number);
  return receipt === ''
    ? textAt(record, 'book_data.name')
    : messages.receipt({ receipt: numberInDigits(receipt) });
}

/** One choice for each account with a debt (specification, section 2). */
function installmentChoices(accounts: readonly Account[], returnPath: string): Choice[] {
  return accounts.filter(hasDebt).map((account) => ({
    key: `${account.resource.name} ${account.record.id}`,
    to: INSTALLMENT_PATH,
    state: { resource: account.resource.name, fallback: returnPath, related: account.record.id },
    title: account.resource.plural,
    description: descriptionOf(account),
    amount: formatMoney(account.remaining ?? 0n),
  }));
}

/** Removes the request from the history entry, so that a reload or Back does not ask again. */
function useEnrolsOnce(enrols: boolean): void {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, while the request is there
  useEffect(() => {
    if (!enrols) return;
    const { enrols: _, ...rest } = state as Record<string, unknown>;
    void navigate(pathname + search, { replace: true, state: rest });
  }, [enrols]);
}

interface StudentActionsProps {
  readonly id: string;
  readonly accounts: readonly Account[];
  readonly hasCredit: boolean;
}

export function StudentActions({ id, accounts, hasCredit }: StudentActionsProps) {
  const { enrols } = useNavigationState();
  const [choosing, setChoosing] = useState<'pay' | 'enrol' | undefined>(enrols && 'enrol');
  useEnrolsOnce(enrols === true);
  const close = () => setChoosing(undefined);
  const dialog = useLazyDialog(choosing !== undefined, loadDialog, close);
  const returnPath = studentPath(id);
  const takesInstallments = useTakesInstallments();
  const debts = installmentChoices(
    accounts.filter(({ resource }) => takesInstallments(resource)),
    returnPath,
  );
  const [only] = debts;
  const isPaid = ({ resource, record }: Account) => (goneBackOf(resource, record)?.netPaid ?? 0n) > 0n;
  const knows = useGoesBack();
  const paysBack = knows && (hasCredit || accounts.some((account) => account.isCounted && isPaid(account)));
  const kinds = enrolmentResources.map((kind) => ({
    key: kind.name,
    to: addPath(kind),
    state: { student: id, fallback: returnPath },
    title: kind.plural,
  }));
  const label = (
    <>
      <HandCoins size={18} aria-hidden /> {appMessages.createInstallment}
    </>
  );
  return (
    <>
      {only && debts.length === 1 && (
        <Button asChild variant="outline" {...compactOnPhones}>
          <Link to={only.to} state={only.state}>
            {label}
          </Link>
        </Button>
      )}
      {debts.length > 1 && (
        <Button
          variant="outline"
          {...compactOnPhones}
          aria-haspopup="dialog"
          onClick={() => setChoosing('pay')}
        >
          {label}
        </Button>
      )}
      {paysBack && (
        <Button asChild variant="outline" colorPalette="neutral" {...compactOnPhones}>
          <Link to={addPath(refund)} state={{ student: id, fallback: returnPath }}>
            <Undo size={18} aria-hidden /> {refund.singular}
          </Link>
        </Button>
      )}
      <Button
        {...compactOnPhones}
        variant={debts.length > 0 ? 'outline' : 'solid'}
        aria-haspopup="dialog"
        onClick={() => setChoosing('enrol')}
      >
        <GraduationCap size={18} aria-hidden /> {messages.enrol}
      </Button>
      {choosing !== undefined && dialog && (
        <dialog.ChooseDialog
          {...(choosing === 'pay'
            ? { title: messages.chooseInstallment, choices: debts }
            : { title: messages.chooseEnrolment, choices: kinds })}
          onClose={close}
        />
      )}
    </>
  );
}
