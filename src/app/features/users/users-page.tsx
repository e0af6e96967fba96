import { Button, chakra, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { currentOwner } from '#app/api/session.ts';
import { displayName } from '#app/lib/person-name.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useBranchesOfPerson } from '#app/reads/branches-of-person.ts';
import { usersQuery } from '#app/reads/people.ts';
import { Permitted } from '#app/resources/permitted-screen.tsx';
import { DeviceEntries } from '#app/sync-center/device-entries/device-entries.tsx';
import { useEncryptedEntries } from '#app/sync-center/encrypted-entries/encrypted-entries.tsx';
import { HandOverDialog } from '#app/sync-center/encrypted-entries/hand-over-dialog.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import type { BranchUser } from '#contract/users.ts';
import { messages } from './texts.en.ts';
import {
  AddUserDialog,
  branchesToJoin,
  DisableDialog,
  EditUserDialog,
  JoinBranchDialog,
  PasswordDialog,
  ResetFactorDialog,
} from './user-dialogs.tsx';
import { type UserAction, UserRow } from './user-row.tsx';

export const PERMISSIONS_PATH = '/permissions';

const dialogs = {
  edit: EditUserDialog,
  password: PasswordDialog,
  disable: DisableDialog,
  join: JoinBranchDialog,
  'encrypted-entries': OfUserDialog,
  'reset-factor': ResetFactorDialog,
} as const;

function OfUserDialog({ user, onClose }: { readonly user: BranchUser; readonly onClose: () => void }) {
  return <HandOverDialog user={{ id: user.id, name: displayName(user) }} onClose={onClose} />;
}

const List = chakra('ul', {
  base: {
    listStyle: 'none',
    background: 'bg.surface',
    borderWidth: '1px',
    borderRadius: 'md',
    '& > li + li': { borderTopWidth: '1px' },
  },
});

export function UsersPage() {
  return (
    <Permitted needs="users.manage">
      <Users />
    </Permitted>
  );
}

function Users() {
  const { data, error, dataUpdatedAt, refetch } = useQuery(usersQuery());
  const [adding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<{ readonly user: BranchUser; readonly action: UserAction }>();
  const left = useEncryptedEntries().users;
  const offline = useConnection() === 'offline';
  const blocked = offline ? messages.needsConnection : undefined;
  const { others } = useBranchesOfPerson();
  const currentUserId = currentOwner()?.ownerId;
  const Chosen = chosen && dialogs[chosen.action];
  const close = () => setChosen(undefined);

  const body = () => {
    if (data) {
      return (
        <List>
          {data.results.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              isSelf={user.id === currentUserId}
              encryptedEntries={left.find((one) => one.user.id === user.id)?.count ?? 0}
              mayJoin={branchesToJoin(others, user).length > 0}
              blocked={blocked}
              onAction={(action) => setChosen({ user, action })}
            />
          ))}
        </List>
      );
    }
    if (error) return <PageError error={error} onRetry={() => void refetch()} />;
    return <Skeleton height="16rem" role="status" aria-label={messages.loading} />;
  };

  return (
    <>
      <PageHeading
        title={appMessages.users}
        about={messages.about}
        action={
          <>
            <Button asChild variant="outline">
              <Link to={PERMISSIONS_PATH}>{messages.whoMayDoWhat}</Link>
            </Button>
            <Button disabled={offline} title={blocked} onClick={() => setAdding(true)}>
              <UserPlus size={18} aria-hidden /> {messages.addUser}
            </Button>
          </>
        }
      />
      <OfflineNote shown={blocked !== undefined} updatedAt={dataUpdatedAt} also={blocked} />
      {body()}
      <DeviceEntries />
      {adding && <AddUserDialog onClose={() => setAdding(false)} />}
      {chosen && Chosen && <Chosen user={chosen.user} onClose={close} />}
    </>
  );
}
