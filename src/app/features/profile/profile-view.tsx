import { chakra } from '@chakra-ui/react';
import type { User } from '#contract/account.ts';

const accountTypes: Readonly<Record<string, string>> = { staff: 'Staff', manager: 'Manager' };

/** The profile in view mode. */
export function ProfileView({ user }: { readonly user: User }) {
  const type = user.account_type;
  return (
    <chakra.dl display="grid" gap="4" gridTemplateColumns={{ sm: '1fr 1fr' }}>
      <Fact term="First Name" text={user.first_name} />
      <Fact term="Last Name" text={user.last_name} />
      <Fact term="Email" text={user.email} />
      {type && <Fact term="Account Type" text={accountTypes[type] ?? type} />}
    </chakra.dl>
  );
}

function Fact({ term, text }: { readonly term: string; readonly text: string }) {
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
