import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { DEBTS_SCREEN } from '#app/lib/paths.ts';
import { useAllDebts } from '#app/reads/debts.ts';
import { formatMoney } from '#contract/money.ts';
import { messages } from './texts.en.ts';

/** Renders what is owed in all beside the debts of one month, with the way to it; nothing where the server keeps no debts. */
export function AllDebts({ onLeave }: { readonly onLeave?: () => void }) {
  const owed = useAllDebts();
  if (!owed) return null;
  return (
    <chakra.p css={{ '& a': { display: 'inline-flex', alignItems: 'center', minHeight: 'target' } }}>
      <Link to={DEBTS_SCREEN} onClick={onLeave} style={{ textDecoration: 'underline' }}>
        {messages.allDebts({ amount: formatMoney(owed.amount), count: owed.count })}
      </Link>
    </chakra.p>
  );
}
