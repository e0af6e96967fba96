/** Of the enrolment of a list; a student leaves it, or goes on to another one (decision 131). */
export const withdrawalPath = (list: string, id: string): string => `${list}${id}/withdrawal/`;
export const withdrawPath = (list: string, id: string): string => `${list}${id}/withdraw/`;
export const undoWithdrawalPath = (list: string, id: string): string => `${withdrawPath(list, id)}undo/`;
export const transferPath = (list: string, id: string): string => `${list}${id}/transfer/`;

const PAYOUTS = '/book-payout/';

export const returnPath = (id: string): string => `${PAYOUTS}${id}/return/`;
export const undoReturnPath = (id: string): string => `${returnPath(id)}undo/`;

const GOING_BACK =
  /^\/(?:[\w-]+\/)+(?:[\w-]+|\{id\})\/(?:withdraw|withdraw\/undo|transfer|return|return\/undo)\/$/;

/** One of the paths above that writes. */
export const isGoingBack = (path: string): boolean => GOING_BACK.test(path);
