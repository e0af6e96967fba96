import { BACKUPS_PATH, backupList, backupPreview, backupStarted, restoreBody } from './backups.ts';

/** Lists the endpoints of the automatic backups (decision 58). */
export const backupEndpoints = [
  {
    method: 'GET',
    path: BACKUPS_PATH,
    needs: 'backups.manage',
    summary: 'The automatic backups, for managers',
    answer: backupList,
  },
  {
    method: 'POST',
    path: BACKUPS_PATH,
    needs: 'backups.manage',
    summary: 'Begin a backup, for managers',
    status: 202,
    answer: backupStarted,
  },
  {
    method: 'GET',
    path: `${BACKUPS_PATH}{name}/`,
    needs: 'backups.manage',
    summary: 'What a backup holds of the branch, for managers',
    answer: backupPreview,
  },
  {
    method: 'POST',
    path: `${BACKUPS_PATH}{name}/restore/`,
    needs: 'backups.manage',
    summary: 'Begin to restore a backup, for managers',
    status: 202,
    body: restoreBody,
    answer: backupStarted,
  },
] as const;
