import { Box, Button, Flex } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import CircleHelp from 'lucide-react/icons/circle-help';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { useOwner } from '#app/api/session.ts';
import {
  askForOutcomes,
  doNow,
  leaveUndone,
  type OpenCall,
  type OutcomeAsker,
  openCalls,
} from '#app/calls/ask-outcomes.ts';
import type { OnlineCall } from '#app/calls/online-call.ts';
import { messages } from '#app/calls/texts.en.ts';
import { backUpCall, restoreCall } from '#app/features/backups/backup-queries.ts';
import { saveSettingsCall } from '#app/features/branch-settings/save-settings.ts';
import { countCall, finishCall, recountCall } from '#app/features/closes/close-calls.ts';
import { importCall, undoImportCall } from '#app/features/import/import-calls.ts';
import { endSessionCall, savePasswordCall, saveProfileCall } from '#app/features/profile/profile-calls.ts';
import { mergeCall, undoMergeCall } from '#app/features/students/merge/merge-queries.ts';
import { transferCall } from '#app/features/students/transfer/transfer-queries.ts';
import {
  addUserCall,
  changeUserCall,
  disableUserCall,
  enableUserCall,
  joinBranchCall,
  resetFactorCall,
  userPasswordCall,
} from '#app/features/users/user-calls.ts';
import {
  createMonthCall,
  deleteMonthCall,
  renameMonthCall,
  toggleMonthCall,
} from '#app/resources/month/month-calls.ts';
import { Callout } from '#app/ui/callout.tsx';
import { notify } from '#app/ui/toast/notify.ts';

/** Calls that are not queued: their outcomes are told after a reload (decision 141). */
export const onlineCalls: readonly OnlineCall[] = [
  countCall,
  recountCall,
  finishCall,
  createMonthCall,
  renameMonthCall,
  deleteMonthCall,
  toggleMonthCall,
  mergeCall,
  undoMergeCall,
  transferCall,
  importCall,
  undoImportCall,
  addUserCall,
  changeUserCall,
  userPasswordCall,
  disableUserCall,
  enableUserCall,
  joinBranchCall,
  resetFactorCall,
  saveSettingsCall,
  backUpCall,
  restoreCall,
  saveProfileCall,
  savePasswordCall,
  endSessionCall,
];

function sentenceOf({ call, stored, state, reason = '' }: OpenCall): string {
  const title = call.title(stored.about);
  if (state === 'refused') return messages.refused({ title, reason });
  const texts = {
    asking: messages.asking,
    running: messages.running,
    'not-done': messages.notDone,
    untold: messages.untold,
  };
  return texts[state]({ title });
}

interface OpenCallNoteProps {
  readonly open: OpenCall;
  readonly asker: OutcomeAsker;
}

function OpenCallNote({ open, asker }: OpenCallNoteProps) {
  const [busy, setBusy] = useState(false);
  const offline = useConnection() === 'offline';
  const { call, state, repeatable } = open;
  const isKnown = state !== 'asking' && state !== 'running';
  const run = (work: (asker: OutcomeAsker, open: OpenCall) => Promise<void>) => () => {
    setBusy(true);
    void work(asker, open).finally(() => setBusy(false));
  };
  return (
    <Callout tone="waiting" icon={<CircleHelp size={18} aria-hidden />}>
      <p>{sentenceOf(open)}</p>
      {isKnown && (
        <Flex gap="3" wrap="wrap" mt="3">
          {repeatable && state !== 'refused' && (
            <Button minHeight="target" disabled={offline} loading={busy} onClick={run(doNow)}>
              {messages.doNow}
            </Button>
          )}
          <Button asChild minHeight="target" variant="outline">
            <Link to={call.screen}>{messages.openScreen}</Link>
          </Button>
          <Button
            minHeight="target"
            variant="outline"
            colorPalette="neutral"
            disabled={busy || (offline && state === 'not-done')}
            onClick={run(leaveUndone)}
          >
            {messages.leave}
          </Button>
        </Flex>
      )}
    </Callout>
  );
}

/** Calls whose answer was lost, if they are not done (decision 141). */
export function UnansweredNote() {
  const owner = useOwner();
  const client = useQueryClient();
  const open = useSyncExternalStore(openCalls.subscribe, openCalls.get);
  const asker = useRef<OutcomeAsker>(undefined);
  useEffect(() => {
    if (!owner) return;
    asker.current = {
      client,
      owner,
      find: (name) => onlineCalls.find((one) => one.name === name),
      tell: (text) => notify(text, { kind: 'info' }),
    };
    return askForOutcomes(asker.current);
  }, [owner, client]);
  const current = asker.current;
  if (open.length === 0 || !current) return null;
  return (
    <Box mb="4" display="grid" gap="3" _print={{ display: 'none' }}>
      {open.map((one) => (
        <OpenCallNote key={one.stored.key} open={one} asker={current} />
      ))}
    </Box>
  );
}
