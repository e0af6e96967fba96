import { Badge, Button, chakra, Flex, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { currentOwner } from '#app/api/session.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useBranchesOfPerson } from '#app/reads/branches-of-person.ts';
import { usersQuery } from '#app/reads/people.ts';
import { Permitted } from '#app/resources/permitted-screen.tsx';
import { DeviceEntries } from '#app/sync-center/device-entries/device-entries.tsx';
import { useEncryptedEntries } from '#app/sync-center/encrypted-entries/encrypted-entries.tsx';
import { HandOverDialog } from '#app/sync-center/encrypted-entries/hand-over-dialog.tsx';
import { messages as leftMessages } from '#app/sync-center/encrypted-entries/texts.en.ts';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { languageOf } from '#app/ui/typed-text.tsx';
import { displayName } from '#contract/account.ts';
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

type UserAction = 'edit' | 'password' | 'disable' | 'join' | 'encrypted-entries' | 'reset-factor';

interface UserRowProps {
  readonly user: BranchUser;
  readonly isSelf: boolean;
  readonly encryptedEntries: number;
  readonly mayJoin: boolean;
  readonly blocked: string | undefined;
  readonly onAction: (action: UserAction) => void;
}

const Row = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
    padding: '4',
  },
});

function UserRow(props: UserRowProps) {
  const { user, isSelf, encryptedEntries, mayJoin, blocked, onAction } = props;
  const { email, account_type, disabled_at, home_branch, second_factor } = user;
  const name = displayName(user);
  const actions: readonly { readonly action: UserAction; readonly label: string; readonly about: string }[] =
    [
      ...(encryptedEntries > 0
        ? [
            {
              action: 'encrypted-entries',
              label: leftMessages.lookThrough,
              about: leftMessages.lookThroughOf({ name }),
            } as const,
          ]
        : []),
      { action: 'edit', label: messages.editShort, about: messages.edit({ name }) },
      ...(home_branch
        ? []
        : [
            {
              action: 'password',
              label: messages.newPassword,
              about: messages.newPasswordFor({ name }),
            } as const,
          ]),
      ...(mayJoin && !isSelf && disabled_at === null
        ? [
            {
              action: 'join',
              label: messages.letWorkElsewhere,
              about: messages.letWorkElsewhereOf({ name }),
            } as const,
          ]
        : []),
      ...(second_factor && !isSelf && !home_branch
        ? [
            {
              action: 'reset-factor',
              label: messages.resetFactor,
              about: messages.resetFactorOf({ name }),
            } as const,
          ]
        : []),
      ...(isSelf
        ? []
        : [
            disabled_at === null
              ? ({
                  action: 'disable',
                  label: messages.disable,
                  about: messages.disableTitle({ name }),
                } as const)
              : ({
                  action: 'disable',
                  label: messages.enable,
                  about: messages.enableTitle({ name }),
                } as const),
          ]),
    ];
  return (
    <Row>
      <div>
        <Flex gap="2" align="center" wrap="wrap">
          <chakra.bdi lang={languageOf(name)} fontWeight="semibold">
            {name}
          </chakra.bdi>
          {isSelf && <chakra.span color="fg.muted">({messages.you})</chakra.span>}
          <Badge colorPalette={account_type === 'manager' ? 'accent' : 'neutral'}>
            {account_type === 'manager' ? messages.manager : messages.staff}
          </Badge>
          {second_factor && <Badge colorPalette="neutral">{messages.secondFactor}</Badge>}
          {disabled_at !== null && <Badge colorPalette="refused">{messages.disabled}</Badge>}
        </Flex>
        <chakra.p color="fg.muted" fontSize="sm" dir="ltr" lang={languageOf(email)} overflowWrap="anywhere">
          {email}
        </chakra.p>
        {home_branch && (
          <chakra.p color="fg.muted" fontSize="sm">
            {messages.signsInTo({ branch: home_branch })}
          </chakra.p>
        )}
        {encryptedEntries > 0 && (
          <chakra.p color="waiting.fg" fontSize="sm">
            {leftMessages.leftHere({ count: encryptedEntries })}
          </chakra.p>
        )}
      </div>
      <Flex gap="2" wrap="wrap">
        {actions.map(({ action, label, about }) => (
          <Button
            key={action}
            size="sm"
            minHeight="11"
            variant="outline"
            colorPalette="neutral"
            aria-label={about}
            disabled={blocked !== undefined}
            title={blocked}
            onClick={() => onAction(action)}
          >
            {label}
          </Button>
        ))}
      </Flex>
    </Row>
  );
}

const PERMISSIONS_PATH = '/permissions';

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
