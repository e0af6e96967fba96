import { expect } from 'vitest';
import type { Answer } from './test-server.ts';

/** Expects exactly this status and this body, or this text as the detail of a refusal. */
export async function expectAnswer(
  asked: Promise<Answer>,
  status: number,
  bodyOrDetail: object | string,
): Promise<void> {
  const { status: answered, body, text } = await asked;
  const expected = typeof bodyOrDetail === 'string' ? { detail: bodyOrDetail } : bodyOrDetail;
  expect([answered, body], text).toEqual([status, expected]);
}
