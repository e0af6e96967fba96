import { Button } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import type { RecordRow } from '#app/lib/record-row.ts';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import { messages } from './messages.ts';

const loadSlip = () => import('#app/printing/sheets/salary-slip.tsx');

/** Opens the slip of a salary on paper. Who sees this form may see salaries (decision 46). */
export function PrintSalary({ record }: { readonly record: RecordRow }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const slip = useLazyDialog(open, loadSlip, close);
  const months = useQuery(monthsQuery(1)).data?.results;
  const month = months?.find(({ id }) => id === record.month)?.name;
  return (
    <>
      <Button
        variant="outline"
        colorPalette="neutral"
        justifySelf="start"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Printer size={18} aria-hidden /> {messages.printSlip}
      </Button>
      {open && slip && <slip.SalarySlip record={record} month={month} onClose={close} />}
    </>
  );
}
