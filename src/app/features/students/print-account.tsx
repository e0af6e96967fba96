import { Button } from '@chakra-ui/react';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import type { RecordRow } from '#app/lib/record-row.ts';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import type { Account, AccountSums } from './account.ts';
import { messages } from './messages.ts';

const loadSheet = () => import('#app/printing/sheets/account-sheet.tsx');

interface PrintAccountProps {
  readonly student: RecordRow;
  readonly accounts: readonly Account[];
  readonly sums: AccountSums;
}

/** Opens the account of a student on paper. */
export function PrintAccount({ student, accounts, sums }: PrintAccountProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const sheet = useLazyDialog(open, loadSheet, close);
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
          accounts={accounts.filter(({ isCounted }) => isCounted)}
          sums={sums}
          onClose={close}
        />
      )}
    </>
  );
}
