import { Button } from '@chakra-ui/react';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import HandCoins from 'lucide-react/icons/hand-coins';
import Undo from 'lucide-react/icons/undo-2';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useNavigationState } from '#app/lib/navigation-state.ts';
import { addPath, takePaymentPath } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { goneBackOf, useGoesBack } from '#app/reads/paid-back.ts';
import { enrolmentResources } from '#app/reads/student-records.ts';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { type Account, hasDebt } from './account.ts';
import { studentPath } from './student-kinds.ts';
import { messages } from './texts.en.ts';

const refund = resourceOf('refund');

const loadDialog = () => import('./choose-dialog.tsx');

const compactOnPhones = { paddingInline: { base: '2', md: '4' }, css: { '& svg': { hideBelow: 'sm' } } };

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
  const [choosing, setChoosing] = useState(enrols === true);
  useEnrolsOnce(enrols === true);
  const close = () => setChoosing(false);
  const dialog = useLazyDialog(choosing, loadDialog, close);
  const returnPath = studentPath(id);
  const owes = accounts.some(hasDebt);
  const isPaid = ({ resource, record }: Account) => (goneBackOf(resource, record)?.netPaid ?? 0n) > 0n;
  const knows = useGoesBack();
  const paysBack = knows && (hasCredit || accounts.some((account) => account.isCounted && isPaid(account)));
  const kinds = enrolmentResources.map((kind) => ({
    key: kind.name,
    to: addPath(kind),
    state: { student: id, fallback: returnPath },
    title: kind.plural,
  }));
  return (
    <>
      {paysBack && (
        <Button asChild variant="outline" colorPalette="neutral" {...compactOnPhones}>
          <Link to={addPath(refund)} state={{ student: id, fallback: returnPath }}>
            <Undo size={18} aria-hidden /> {refund.singular}
          </Link>
        </Button>
      )}
      <Button
        {...compactOnPhones}
        variant={owes ? 'outline' : 'solid'}
        aria-haspopup="dialog"
        onClick={() => setChoosing(true)}
      >
        <GraduationCap size={18} aria-hidden /> {messages.enrol}
      </Button>
      {owes && (
        <Button asChild {...compactOnPhones}>
          <Link to={takePaymentPath(id)}>
            <HandCoins size={18} aria-hidden /> {appMessages.takePayment}
          </Link>
        </Button>
      )}
      {choosing && dialog && (
        <dialog.ChooseDialog title={messages.chooseEnrolment} choices={kinds} onClose={close} />
      )}
    </>
  );
}
