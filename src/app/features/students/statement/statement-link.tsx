import { Button } from '@chakra-ui/react';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { Link } from 'react-router-dom';
import { useIsUnsent } from '#app/reads/use-outbox.ts';
import { useDebtOfStudent } from '../debt-of-student.ts';
import { statementPath } from '../student-kinds.ts';
import { messages } from './texts.en.ts';

/** From the start, so that it moves nothing; it goes again on a server that answers no statement. */
export function StatementLink({ id }: { readonly id: string }) {
  const isUnsent = useIsUnsent(id);
  const { isKept, read } = useDebtOfStudent(id);
  if (!isKept || isUnsent || (read && !read.data.statement)) return null;
  return (
    <Button asChild variant="outline" colorPalette="neutral">
      <Link to={statementPath(id)}>
        <ReceiptText size={18} aria-hidden /> {messages.title}
      </Link>
    </Button>
  );
}
