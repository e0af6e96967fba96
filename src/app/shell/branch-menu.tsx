import { chakra, Menu } from '@chakra-ui/react';
import Check from 'lucide-react/icons/check';
import { type ReactElement, useEffect, useState } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { currentOwner, keptSessions } from '#app/api/session.ts';
import { isBranchKnown } from '#app/cache/switch-branch.ts';
import { pendingByOwner } from '#app/outbox/sender/sign-out.ts';
import { Directed } from '#app/ui/directed.tsx';
import { typedText } from '#app/ui/typed-text.tsx';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import type { OwnBranch } from '#contract/account.ts';
import { messages } from './opened-texts.en.ts';

const loadDialog = () => import('./leave-dialog.tsx');

interface BranchMenuProps {
  readonly branches: readonly OwnBranch[];
  readonly trigger: ReactElement;
}

export function BranchMenu({ branches, trigger }: BranchMenuProps) {
  const [chosen, setChosen] = useState<OwnBranch>();
  const close = () => setChosen(undefined);
  const dialog = useLazyDialog(chosen !== undefined, loadDialog, close);
  const [waiting, setWaiting] = useState<ReadonlyMap<string, number>>(new Map());
  const readWaiting = () => void waitingByBranch().then(setWaiting);
  useEffect(readWaiting, []);
  const isOffline = useConnection() === 'offline';
  const currentBranchId = currentOwner()?.branchId;
  return (
    <Directed>
      <Menu.Root
        defaultOpen
        positioning={{ placement: 'bottom-start' }}
        onOpenChange={({ open }) => open && readWaiting()}
        onSelect={({ value }) => setChosen(branches.find(({ id }) => id === value && id !== currentBranchId))}
      >
        <Menu.Trigger asChild>{trigger}</Menu.Trigger>
        <Menu.Positioner>
          <Menu.Content maxW="20rem">
            <Menu.ItemGroup>
              <Menu.ItemGroupLabel>{messages.switchBranch}</Menu.ItemGroupLabel>
              {branches.map(({ id, name }) => {
                const needsConnection = isOffline && id !== currentBranchId && !isBranchKnown(id);
                const count = waiting.get(id) ?? 0;
                return (
                  <Menu.Item
                    key={id}
                    value={id}
                    disabled={needsConnection}
                    aria-current={id === currentBranchId ? 'true' : undefined}
                  >
                    <chakra.span flex="1" minW="0">
                      <chakra.span display="block" fontWeight="medium" {...typedText(name)}>
                        {name}
                      </chakra.span>
                      {(needsConnection || count > 0) && (
                        <chakra.span display="block" fontSize="sm" color="fg.muted">
                          {needsConnection
                            ? messages.switchNeedsConnection
                            : messages.switchWaiting({ count })}
                        </chakra.span>
                      )}
                    </chakra.span>
                    {id === currentBranchId && <Check size={18} aria-hidden />}
                  </Menu.Item>
                );
              })}
            </Menu.ItemGroup>
          </Menu.Content>
        </Menu.Positioner>
      </Menu.Root>
      {chosen && dialog && <dialog.SwitchBranchDialog to={chosen} onStay={close} />}
    </Directed>
  );
}

/** How many entries wait on this device in the other branches, by the id of the branch. Never throws. */
async function waitingByBranch(): Promise<ReadonlyMap<string, number>> {
  const counts = new Map((await pendingByOwner()).map(({ ownerId, count }) => [ownerId, count]));
  return new Map(keptSessions().map(({ owner }) => [owner.branchId, counts.get(owner.ownerId) ?? 0]));
}
