import type { OnlineCall } from '#app/calls/online-call.ts';
import { backUpCall, restoreCall } from '#app/features/backups/backup-queries.ts';
import { saveSettingsCall } from '#app/features/branch-settings/settings-page.tsx';
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

/** Every call that is declared in the app: an architecture test compares it. */
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
