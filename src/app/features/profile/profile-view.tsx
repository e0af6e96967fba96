import { chakra, Link } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { User } from '#contract/account.ts';
import { messages } from './messages.ts';

/** Returns the name of an account type; an unknown type as the server sent it. */
function accountTypeText(type: string): string {
  if (type === 'staff') return messages.staff;
  return type === 'manager' ? messages.manager : type;
}

export function ProfileView({ user }: { readonly user: User }) {
  const type = user.account_type;
  return (
    <chakra.dl display="grid" gap="4" gridTemplateColumns={{ sm: '1fr 1fr' }}>
      <Term term={messages.firstName} text={user.first_name} />
      <Term term={messages.lastName} text={user.last_name} />
      <Term
        term={messages.email}
        text={user.email}
        note={user.pending_email ? messages.emailWaiting({ email: user.pending_email }) : undefined}
      />
      {type && (
        <Term term={messages.accountType} text={accountTypeText(type)}>
          {user.permissions && (
            <Link asChild minHeight="target">
              <RouterLink to="/permissions">{messages.whoMayDoWhat}</RouterLink>
            </Link>
          )}
        </Term>
      )}
    </chakra.dl>
  );
}

interface TermProps {
  readonly term: string;
  readonly text: string;
  readonly note?: string | undefined;
  readonly children?: ReactNode;
}

function Term({ term, text, note, children }: TermProps) {
  return (
    <div>
      <chakra.dt fontSize="sm" color="fg.muted">
        {term}
      </chakra.dt>
      <chakra.dd dir="auto" overflowWrap="anywhere" fontWeight="medium">
        {text || '–'}
        {note && (
          <chakra.span display="block" mt="1" fontSize="sm" fontWeight="normal" color="fg.muted">
            {note}
          </chakra.span>
        )}
      </chakra.dd>
      {children && <chakra.dd>{children}</chakra.dd>}
    </div>
  );
}
