import {
  mergeBody,
  merged,
  mergePath,
  mergeUndone,
  studentMerges,
  undoMergeBody,
  undoMergePath,
} from './student-merges.ts';

/** Lists the endpoints that merge two records of one student (decision 106). */
export const studentMergeEndpoints = [
  {
    method: 'GET',
    path: mergePath('{id}'),
    needs: 'records.read',
    summary: 'Who a student was merged into, and who was merged into them',
    answer: studentMerges,
  },
  {
    method: 'POST',
    path: mergePath('{id}'),
    needs: 'students.merge',
    summary: 'Merge another student into this one; all records move',
    status: 200,
    body: mergeBody,
    answer: merged,
  },
  {
    method: 'POST',
    path: undoMergePath('{id}'),
    needs: 'students.merge',
    summary: 'Undo a merge while nothing was written since',
    status: 200,
    body: undoMergeBody,
    answer: mergeUndone,
  },
] as const;
