import { Badge, Button, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { asOf } from '#app/lib/as-of.ts';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import type { BackupList, BackupProof } from '#contract/backups.ts';
import { kindText, messages, proofText } from './messages.ts';

const loadRestore = () => import('./restore-dialog.tsx');

const HOUR_MS = 3_600_000;

/** Returns how old a backup is, in whole hours or days. */
function ageText(madeAt: string, now: number): string {
  const hours = Math.max(0, Math.floor((now - Date.parse(madeAt)) / HOUR_MS));
  if (hours < 1) return messages.ageNew;
  return hours < 48 ? messages.ageHours({ hours }) : messages.ageDays({ days: Math.floor(hours / 24) });
}

function ProofBadge({ proof }: { readonly proof: BackupProof | null }) {
  const palette = { proven: 'settled', failed: 'refused', unproven: 'waiting' } as const;
  return (
    <Badge colorPalette={proof ? palette[proof.state] : 'neutral'} title={proof?.reason}>
      {proofText(proof)}
    </Badge>
  );
}

/** Renders the backups, newest first: when, why, size, proof. */
export function BackupRows({ list, blocked }: { readonly list: BackupList; readonly blocked: boolean }) {
  const [openName, setOpenName] = useState<string>();
  const opened = list.results.find(({ name }) => name === openName);
  const close = () => setOpenName(undefined);
  const restore = useLazyDialog(opened !== undefined, loadRestore, close);
  const now = Date.now();
  return (
    <>
      <chakra.ul listStyle="none" background="bg.surface" borderWidth="1px" borderRadius="md">
        {list.results.map((backup) => {
          const made = asOf(Date.parse(backup.made_at), now);
          return (
            <chakra.li
              key={backup.name}
              display="grid"
              gridTemplateColumns="1fr auto"
              alignItems="center"
              columnGap="4"
              rowGap="1"
              paddingInline={{ base: '4', md: '5' }}
              paddingBlock="3"
              borderTopWidth="1px"
              css={{ '&:first-of-type': { borderTopWidth: '0' } }}
            >
              <div>
                <Flex columnGap="3" rowGap="1" wrap="wrap" align="center">
                  <chakra.strong
                    display="inline-block"
                    fontWeight="semibold"
                    css={{ '&::first-letter': { textTransform: 'uppercase' } }}
                  >
                    {made}
                  </chakra.strong>
                  <ProofBadge proof={backup.proof} />
                </Flex>
                <chakra.p color="fg.muted" fontSize="sm">
                  {[
                    kindText(backup.kind),
                    ageText(backup.made_at, now),
                    messages.size({ megabytes: (backup.size / 1_000_000).toFixed(1) }),
                  ].join(' · ')}
                </chakra.p>
                {backup.proof?.reason !== undefined && (
                  <chakra.p fontSize="sm" color="waiting.fg" overflowWrap="anywhere">
                    {backup.proof.reason}
                  </chakra.p>
                )}
              </div>
              <Button
                variant="outline"
                size="sm"
                minHeight="target"
                disabled={blocked}
                aria-label={messages.lookInside({ made })}
                onClick={() => setOpenName(backup.name)}
              >
                {messages.look}
              </Button>
            </chakra.li>
          );
        })}
      </chakra.ul>
      {opened && restore && <restore.RestoreDialog backup={opened} list={list} onClose={close} />}
    </>
  );
}
