export const close = {
  id: '1',
  user: '7',
  user_name: 'Salma Hany',
  since: null,
  created_at: '2026-11-24T10:42:00Z',
  finished_at: '2026-11-24T10:42:00Z',
  float: '0.00',
  expected: '150.00',
  counted: '150.00',
  difference: '0.00',
  kept: '0.00',
  reason: null,
  notes: null,
  changed: 0,
  expected_now: '150.00',
  pieces: {},
  other: '150.00',
  parts: [],
};
const month = { id: 'm1', name: 'November', status: 'running', detail: 'November is told.' };
const student = { id: 's1', name: 'Mona Adel', created_at: '2026-11-01T08:00:00Z' };
const user = {
  id: '8',
  email: 'salma@example.com',
  first_name: 'Salma',
  last_name: 'Hany',
  account_type: 'staff',
  disabled_at: null,
  created_at: '2026-11-01T08:00:00Z',
};
const confirmation = { detail: 'It is told.' };

/** Holds an answer of the server to each call that is not queued, by the first part of its name or the whole. */
const answers: Readonly<Record<string, unknown>> = {
  close,
  month,
  'month.delete': confirmation,
  'student.merge': { student, merged: { id: 's2', name: 'Mona A.' }, moved: 3 },
  'student.merge-undo': { student, other: student },
  'student.transfer': { detail: 'It is told.', branch: 'Maadi', id: 's9', code: 'S-0012' },
  'import.run': {
    id: '5',
    target: 'student',
    file: 'students.csv',
    rows: 12,
    created_at: '2026-11-24T10:42:00Z',
    user_name: 'Head',
    undone_at: null,
  },
  'import.undo': confirmation,
  user,
  'user.join': confirmation,
  'settings.save': { id: 'b1', phone: '', address: '', logo: null, receipt_footer: '', version: 2 },
  backup: confirmation,
  profile: user,
  session: confirmation,
};

/** Returns an answer to a call. @throws {Error} for a call that is new: add one */
export function sampleAnswer(name: string): unknown {
  const answer = answers[name] ?? answers[name.split('.')[0] ?? ''];
  if (answer === undefined) throw new Error(`tests/app/calls/sample-answers.ts has no answer to ${name}`);
  return answer;
}

/** Returns a body as text; of a form its options. */
export function startText(body: BodyInit | null | undefined): string {
  if (body instanceof FormData) return String(body.get('options'));
  return typeof body === 'string' ? body : '';
}
