import { describe, expect, it } from 'vitest';
import { EventParser } from '#app/events/stream-connection.ts';

const STREAM =
  'retry: 2000\n\n:\n\nid: 7\nevent: changed\ndata: {"version":"7","since":"6","resources":["bus"],"keys":["1a2b3c4d"]}\n\n' +
  'event: everything\ndata: {"version":"8","spread":40}\n\nevent: unchanged\ndata: {"version":"8"}\n\n';

describe('the parser of a stream', () => {
  it('reads the same events from pieces of any length and either line ending', () => {
    const expected = [
      { name: 'changed', version: '7', since: '6', resources: ['bus'], keys: ['1a2b3c4d'], spread: 0 },
      { name: 'everything', version: '8', spread: 40 },
      { name: 'unchanged', version: '8' },
    ];
    for (const text of [STREAM, STREAM.replaceAll('\n', '\r\n')]) {
      for (const length of [1, 2, 7, 40, text.length]) {
        const parser = new EventParser();
        const parsed = [];
        for (let at = 0; at < text.length; at += length)
          parsed.push(...parser.push(text.slice(at, at + length)));
        expect(parsed.flatMap(({ event }) => event ?? [])).toEqual(expected);
        expect(parsed.flatMap(({ retry }) => retry ?? [])).toEqual([2000]);
      }
    }
  });

  it('takes nothing from what is not the contract’s', () => {
    const parser = new EventParser();
    const strange = [
      'event: changed\ndata: {"version":"7"}',
      'event: changed\ndata: not json',
      'event: changed',
      'event: something-new\ndata: {"version":"7"}',
      'data: {"version":"7"}',
      '<html>Welcome to Cafe WiFi</html>',
      'retry: soon',
    ];
    const parsed = parser.push(`${strange.join('\n\n')}\n\n`);
    expect(parsed.filter(({ event, retry }) => event || retry)).toEqual([]);
  });
});
