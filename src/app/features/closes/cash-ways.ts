import { messages } from './texts.en.ts';

export const WAY_PARAMETER = 'way';

export const wayTitle = (way: string): string =>
  way === 'brought' ? messages.bring : way === 'banked' ? messages.toBank : messages.handOver;
