import type { OnlineCall } from '#app/calls/online-call.ts';
import { backUpCall, restoreCall } from '#app/features/backups/backup-queries.ts';
import { saveSettingsCall } from '#app/features/branch-settings/save-settings.ts';
import { countCall, finishCall, recountCall } from '#app/features/closes/close-calls.ts';
import { importCall, undoImportCall } from '#app/features/import/import-calls.ts';
import { endSessionCall, savePasswordCall, saveProfileCall } from '#app/features/profile/profile-calls.ts';
import { mergeCall, undoMergeCall } from '#app/features/students/merge/merge-queries.ts';
import {
  addUserCall,
  changeUserCall,
  disableUserCall,
  enableUserCall,
  userPasswordCall,
} from '#app/features/users/user-calls.ts';
import {
  createMonthCall,
  deleteMonthCall,
  renameMonthCall,
  toggleMonthCall,
} from '#app/resources/month/month-calls.ts';

/** Lists the calls that are not queued, so that their outcomes are told after a reload (decision 141). */
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
  importCall,
  undoImportCall,
  addUserCall,
  changeUserCall,
  userPasswordCall,
  disableUserCall,
  enableUserCall,
  saveSettingsCall,
  backUpCall,
  restoreCall,
  saveProfileCall,
  savePasswordCall,
  endSessionCall,
];
