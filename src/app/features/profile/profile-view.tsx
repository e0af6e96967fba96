import { chakra } from '@chakra-ui/react';
import type { User } from '#contract/account.ts';
import { messages } from './messages.ts';

/** Returns the name of an account type; an unknown type as the server sent it. */
function accountTypeText(type: string): string {
  if (type === 'staff') return messages.staff;
  return type === 'manager' ? messages.manager : type;
}

/** Renders the profile in view mode. */
export function ProfileView({ user }: { readonly user: User }) {
  const type = user.account_type;
  return (
    <chakra.dl display="grid" gap="4" gridTemplateColumns={{ sm: '1fr 1fr' }}>
      <Term term={messages.firstName} text={user.first_name} />
      <Term term={messages.lastName} text={user.last_name} />
      <Term term={messages.email} text={user.email} />
      {type && <Term term={messages.accountType} text={accountTypeText(type)} />}
    </chakra.dl>
  );
}

function Term({ term, text }: { readonly term: string; readonly text: string }) {
  return (
    <div>
      <chakra.dt fontSize="sm" color="fg.muted">
        {term}
      </chakra.dt>
      <chakra.dd dir="auto" textAlign="start" overflowWrap="anywhere" fontWeight="medium">
        {text || '–'}
      </chakra.dd>
    </div>
  );
}
