import { v7, validate } from 'uuid';
import { z } from 'zod';

/** A UUID of version 7: the device names the records that it makes, the server those of other clients (decision 171). */
export const newRecordId = (): string => v7();

export const isRecordId = (text: string): boolean => validate(text);

/** In a body that makes a record: the id that it will have. Other text is ignored, as read-only fields are (decision 6). */
export const givenId = z
  .string()
  .refine(isRecordId)
  .transform((id) => id.toLowerCase())
  .optional()
  .catch(undefined);

const ENDINGS = 0x10000;

/**
 * The id of one of the records that a write makes, such as a payment of a collection or the refund of a withdrawal:
 * device and server count up the last two bytes of the write's own id. A write makes at most 720.
 */
export function lineId(id: string, index: number): string {
  const last = (Number.parseInt(id.slice(-4), 16) + index + 1) % ENDINGS;
  return sharedPrefix(id) + last.toString(16).padStart(4, '0');
}

export const sharedPrefix = (id: string): string => (isRecordId(id) ? id.slice(0, -4) : id);
