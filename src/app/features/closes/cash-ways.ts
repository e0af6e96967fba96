import { messages } from './texts.en.ts';

/** Of the address of the form: which way it begins with. */
export const WAY_PARAMETER = 'way';

/** As an action. */
export const wayTitle = (way: string): string =>
  way === 'brought' ? messages.bring : way === 'banked' ? messages.toBank : messages.handOver;
