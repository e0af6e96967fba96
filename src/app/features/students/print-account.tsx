import { Button } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import { bootCache } from '#app/cache/boot-cache.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { debtOfStudentQuery } from '#app/reads/on-demand/debts-queries.ts';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import type { Account, AccountSums } from './account.ts';
import { messages } from './messages.ts';

const loadSheet = () => import('#app/printing/sheets/account-sheet.tsx');

interface PrintAccountProps {
  readonly student: RecordRow;
  readonly accounts: readonly Account[];
  readonly sums: AccountSums;
}

export function PrintAccount({ student, accounts, sums }: PrintAccountProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const sheet = useLazyDialog(open, loadSheet, close);
  const { data: branch = bootCache().branch } = useQuery(branchQuery());
  const { data: notes } = useQuery({
    ...debtOfStudentQuery(student.id),
    enabled: branch?.debts === true && !isTemporaryId(student.id),
  });
  const planOf = ({ record }: Account) =>
    notes?.data.plans.find(({ enrolment }) => enrolment === record.id)?.parts ?? [];
  if (accounts.length === 0) return null;
  return (
    <>
      <Button
        variant="outline"
        colorPalette="neutral"
        marginBlockStart="3"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Printer size={18} aria-hidden /> {messages.printAccount}
      </Button>
      {open && sheet && (
        <sheet.AccountSheet
          student={student}
          accounts={accounts
            .filter(({ isCounted }) => isCounted)
            .map((account) => ({ ...account, plan: planOf(account) }))}
          sums={sums}
          onClose={close}
        />
      )}
    </>
  );
}
