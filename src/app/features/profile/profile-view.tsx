import { chakra } from '@chakra-ui/react';
import type { User } from '#contract/account.ts';

const accountTypes: Readonly<Record<string, string>> = { staff: 'Staff', manager: 'Manager' };

/** Renders the profile in view mode. */
export function ProfileView({ user }: { readonly user: User }) {
  const type = user.account_type;
  return (
    <chakra.dl display="grid" gap="4" gridTemplateColumns={{ sm: '1fr 1fr' }}>
      <Term term="First Name" text={user.first_name} />
      <Term term="Last Name" text={user.last_name} />
      <Term term="Email" text={user.email} />
      {type && <Term term="Account Type" text={accountTypes[type] ?? type} />}
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
