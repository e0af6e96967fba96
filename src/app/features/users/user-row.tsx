import { Badge, Button, chakra, Flex } from '@chakra-ui/react';
import { displayName } from '#app/lib/person-name.ts';
import { messages as leftMessages } from '#app/sync-center/encrypted-entries/texts.en.ts';
import { languageOf } from '#app/ui/typed-text.tsx';
import type { BranchUser } from '#contract/users.ts';
import { messages } from './texts.en.ts';

export type UserAction = 'edit' | 'password' | 'disable' | 'join' | 'encrypted-entries' | 'reset-factor';

interface UserRowProps {
  readonly user: BranchUser;
  readonly isSelf: boolean;
  readonly encryptedEntries: number;
  /** The signed-in manager manages another branch too. */
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

export function UserRow(props: UserRowProps) {
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
