import {
  CLOSES_PATH,
  closeAnswer,
  closesPage,
  countBody,
  finishBody,
  OPEN_DRAWERS_PATH,
  OWN_DRAWER_PATH,
  openDrawers,
  ownDrawer,
  recountBody,
} from './closes.ts';

/** Lists the endpoints of drawer closes (decision 54). */
export const closeEndpoints = [
  {
    method: 'GET',
    path: OWN_DRAWER_PATH,
    needs: 'drawer.close-own',
    summary: 'What the signed-in person took since their last close, without what is expected',
    answer: ownDrawer,
  },
  {
    method: 'GET',
    path: OPEN_DRAWERS_PATH,
    needs: 'drawer.see-all',
    summary: 'Drawers that are not closed yet, since when and with how much',
    answer: openDrawers,
  },
  {
    method: 'GET',
    path: CLOSES_PATH,
    needs: 'drawer.close-own',
    summary: 'Drawer closes, newest first: of everybody for managers, else their own',
    list: {
      user: 'Only closes of this person',
      created_after: 'Only closes of this day or later, yyyy-MM-dd in UTC',
      created_before: 'Only closes of this day or earlier, yyyy-MM-dd in UTC',
    },
    answer: closesPage,
  },
  {
    method: 'POST',
    path: CLOSES_PATH,
    needs: 'drawer.close-own',
    summary:
      'Count the own drawer, or as a manager that of a disabled user; the answer says what was expected',
    body: countBody,
    answer: closeAnswer,
  },
  {
    method: 'GET',
    path: `${CLOSES_PATH}{id}/`,
    needs: 'drawer.close-own',
    summary: 'One drawer close with its lines',
    answer: closeAnswer,
  },
  {
    method: 'POST',
    path: `${CLOSES_PATH}{id}/finish/`,
    needs: 'drawer.close-own',
    summary: 'Finish a close with the reason of its difference',
    status: 200,
    body: finishBody,
    answer: closeAnswer,
  },
  {
    method: 'POST',
    path: `${CLOSES_PATH}{id}/recount/`,
    needs: 'drawer.close-own',
    summary: 'Count an own close again, within ten minutes and before its reason is given; both counts stay',
    status: 200,
    body: recountBody,
    answer: closeAnswer,
  },
] as const;
