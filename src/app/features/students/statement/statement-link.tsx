import { Button } from '@chakra-ui/react';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { Link } from 'react-router-dom';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import { useDebtOfStudent } from '../debt-of-student.ts';
import { statementPath } from '../student-kinds.ts';
import { messages } from './texts.en.ts';

/** From the start, so that it moves nothing; it goes again on a server that answers no statement. */
export function StatementLink({ id }: { readonly id: string }) {
  const { ids } = useOutboxView();
  const student = ids.get(id) ?? id;
  const { isKept, read } = useDebtOfStudent(student);
  if (!isKept || isTemporaryId(student) || (read && !read.data.statement)) return null;
  return (
    <Button asChild variant="outline" colorPalette="neutral">
      <Link to={statementPath(id)}>
        <ReceiptText size={18} aria-hidden /> {messages.title}
      </Link>
    </Button>
  );
}
