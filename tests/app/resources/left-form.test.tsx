import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clearTokens, currentOwner, type Session, storeTokens } from '#app/api/session.ts';
import { cacheDb } from '#app/cache/device/cache-db.ts';
import { formInputsOf } from '#app/kept-input/form-input.ts';
import { clearInput } from '#app/kept-input/kept-input.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { keepLeftDataCleared } from '#app/shell/clear-left-data.ts';
import { flush } from '../outbox/device.ts';
import { heading, renderScreen, ScriptedServer, toasts } from './render-screen.tsx';
import { ahmad, enrolment, mona } from './samples.ts';

const button = (name: string) => screen.findByText(name, { selector: 'button' });
const name = () => screen.findByLabelText('Name');
const typeName = async (value: string) => fireEvent.change(await name(), { target: { value } });
const entries = () => outboxDb().outbox.toArray();
const keptInputs = (form = 'student new') =>
  formInputsOf(currentOwner() ?? { ownerId: '', branchId: '' }, form);
const states = async () => (await entries()).map(({ state }) => state);

function serverWaitingAt(call: string) {
  const server = new ScriptedServer();
  const answers: ((answer: { status?: number; body: unknown }) => void)[] = [];
  server.on(call, () => new Promise((resolve) => answers.push(resolve)));
  const answer = async (response: { status?: number; body: unknown }) => {
    await waitFor(() => expect(answers).toHaveLength(1));
    answers.splice(0)[0]?.(response);
  };
  return { server, answer };
}

async function openNewStudent() {
  const view = renderScreen('/students/add-student');
  await heading('Add Student');
  return view;
}

afterEach(async () => {
  clearInput(new Set());
  await outboxDb().outbox.clear();
});

describe('a form that is left while it is being saved', () => {
  const leaveWhileSaving = async () => {
    const view = await openNewStudent();
    await typeName('Mona Adel');
    fireEvent.click(await button('Add Student'));
    await waitFor(async () => expect(await states()).toEqual(['sending']));
    fireEvent.click(screen.getByText('Back', { selector: 'a' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'It is being sent' }));
    expect(dialog.getByText(/Nothing is lost.*Sync shows how it ends/)).toBeInTheDocument();
    expect(dialog.getByText('Wait here')).toBeInTheDocument();
    fireEvent.click(dialog.getByText('Leave'));
    await heading('Students');
    await act(() => view.router.navigate('/books'));
    await heading('Books');
    return view;
  };

  it('58 refusal after the form was left: the entry needs the user, a toast says so, the screen stays', async () => {
    const { answer } = serverWaitingAt('POST /students/');
    const { router } = await leaveWhileSaving();
    await answer({ status: 400, body: { name: ['Her family name is missing.'] } });
    await waitFor(() => expect(toasts().join()).toMatch(/^Student refused: Mona Adel\. Sync shows why\./));
    expect(await entries()).toMatchObject([{ state: 'rejected', lastError: 'Her family name is missing.' }]);
    expect(router.state.location.pathname).toBe('/books');
    await waitFor(() => expect(keptInputs()).toEqual([]));
  });

  it('59 success after the form was left: a toast says so, and the screen stays', async () => {
    const { answer } = serverWaitingAt('POST /students/');
    const { router } = await leaveWhileSaving();
    await answer({ status: 201, body: mona });
    await waitFor(() => expect(toasts()).toEqual(['Student saved: Mona Adel.']));
    expect(await states()).toEqual(['done']);
    expect(router.state.location.pathname).toBe('/books');
    await waitFor(() => expect(keptInputs()).toEqual([]));
  });
});

it('59 success while the user is on the way to another screen: the form does not call them back', async () => {
  const { answer } = serverWaitingAt('POST /students/');
  const { router } = await openNewStudent();
  await typeName('Mona Adel');
  fireEvent.click(await button('Add Student'));
  await waitFor(async () => expect(await states()).toEqual(['sending']));
  void router.navigate('/never-loaded');
  fireEvent.click(await button('Leave'));
  await waitFor(() => expect(router.state.navigation.location?.pathname).toBe('/never-loaded'));
  await answer({ status: 201, body: mona });
  await waitFor(() => expect(toasts()).toEqual(['Student saved: Mona Adel.']));
  expect(router.state.navigation.location?.pathname).toBe('/never-loaded');
});

it('58 a refusal that the open form shows is taken out of the outbox, and the form keeps the input', async () => {
  const server = new ScriptedServer();
  server.on('POST /students/', { status: 400, body: { name: ['Her family name is missing.'] } });
  await openNewStudent();
  await typeName('Mona');
  fireEvent.click(await button('Add Student'));
  await waitFor(async () => expect(await name()).toHaveAccessibleDescription('Her family name is missing.'));
  await waitFor(async () => expect(await entries()).toEqual([]));
  expect(keptInputs()).toMatchObject([{ values: { name: 'Mona' }, ids: { rejected: [expect.any(String)] } }]);
});

describe('a delete that is under way', () => {
  it('60 delete cancelled in flight: Cancel becomes Close and says that the delete goes on; its refusal stays in the outbox', async () => {
    const { server, answer } = serverWaitingAt('DELETE /adult-course/c1/');
    server.list('/students/', [mona, ahmad]);
    server.list('/adult-course/', [enrolment]);
    renderScreen('/courses/adult');
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Mona Adel, receipt 1001' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Course' }));
    fireEvent.click(dialog.getByText('Delete', { selector: 'button' }));
    await waitFor(async () => expect(await states()).toEqual(['sending']));
    expect(dialog.queryByText('Cancel')).toBeNull();
    expect(dialog.getByRole('status')).toHaveTextContent('Closing this does not stop it');
    fireEvent.click(dialog.getByText('Close', { selector: 'button' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await answer({ status: 409, body: { detail: 'October has ended.' } });
    await waitFor(() =>
      expect(toasts()).toEqual([
        'Enrolment not deleted: Adult Courses, Mona Adel, receipt 1001. Sync shows why.',
      ]),
    );
    expect(await entries()).toMatchObject([{ state: 'rejected', lastError: 'October has ended.' }]);
  });
});

describe('a half-filled form', () => {
  // A page does so once it has been open for two seconds.
  beforeAll(keepLeftDataCleared);

  const signedIn = (): Session => {
    const owner = currentOwner();
    if (!owner) throw new Error('Nobody is signed in');
    const claims = btoa(JSON.stringify({ sub: owner.ownerId, branch: owner.branchId }));
    return { access: `e30.${claims}.sig`, refresh: 'refresh', owner };
  };

  const typeAndReload = async () => {
    new ScriptedServer();
    const session = signedIn();
    const view = await openNewStudent();
    await typeName('Mona Adel');
    view.unmount();
    expect(keptInputs()).toHaveLength(1);
    return session;
  };

  it('65 the session ends under a half-filled form: what was typed is not kept', async () => {
    new ScriptedServer();
    const session = signedIn();
    await openNewStudent();
    await typeName('Mona Adel');
    act(clearTokens);
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
    storeTokens(session);
    expect(keptInputs()).toEqual([]);
  });

  it('65 a page that is reloaded under a half-filled form offers what was typed, and forgets it after saving', async () => {
    const session = await typeAndReload();
    const server = new ScriptedServer(session);
    await openNewStudent();
    await screen.findByText(/^You started this today at/);
    expect(await name()).toHaveValue('');
    fireEvent.click(await button('Continue'));
    expect(await name()).toHaveValue('Mona Adel');
    expect(screen.getByText(/This is what you started today/)).toHaveFocus();
    server.on('POST /students/', ({ body }) => ({ status: 201, body: { ...mona, ...body } }));
    fireEvent.click(await button('Add Student'));
    await heading('Students');
    await waitFor(() => expect(keptInputs()).toEqual([]));
    expect(server.sent('POST', '/students/').map(({ body }) => body)).toMatchObject([{ name: 'Mona Adel' }]);
  });

  it('65 what one user typed is never shown to another', async () => {
    await typeAndReload();
    new ScriptedServer();
    await openNewStudent();
    await act(() => flush());
    expect(screen.queryByText(/^You started this/)).toBeNull();
    expect(document.body).not.toHaveTextContent('Mona Adel');
  });

  it('65 Start anew deletes the kept input', async () => {
    const session = await typeAndReload();
    new ScriptedServer(session);
    await openNewStudent();
    fireEvent.click(await button('Start anew'));
    await waitFor(() => expect(keptInputs()).toEqual([]));
    expect(await name()).toHaveValue('');
    expect(screen.queryByText(/You started/)).toBeNull();
  });

  it('65 leaving without saving deletes the kept input', async () => {
    new ScriptedServer();
    await openNewStudent();
    await typeName('Mona Adel');
    await waitFor(() => expect(keptInputs()).toHaveLength(1));
    fireEvent.click(screen.getByText('Back', { selector: 'a' }));
    fireEvent.click(await button('Leave'));
    await heading('Students');
    await waitFor(() => expect(keptInputs()).toEqual([]));
  });

  it('65 a change goes on upon the record as it was shown when it began', async () => {
    const server = new ScriptedServer();
    server.list('/students/', [mona]);
    const session = signedIn();
    const first = renderScreen('/students/edit-student/s1');
    fireEvent.change(await screen.findByLabelText(/^Address/), { target: { value: 'Dokki' } });
    await waitFor(() => expect(keptInputs('student s1')).toHaveLength(1));
    first.unmount();
    await cacheDb().queries.clear();
    const later = new ScriptedServer(session);
    later.list('/students/', [{ ...mona, name: 'Mona Adel Hassan' }]);
    later.on('PATCH /students/s1/', ({ body }) => ({ body: { ...mona, ...body } }));
    renderScreen('/students/edit-student/s1');
    await waitFor(async () => expect(await name()).toHaveValue('Mona Adel Hassan'));
    fireEvent.click(await button('Continue'));
    expect(await screen.findByText(/made on the record as it was then/)).toBeInTheDocument();
    expect(await screen.findByLabelText(/^Address/)).toHaveValue('Dokki');
    await waitFor(async () => expect(await name()).toHaveValue('Mona Adel Hassan'));
    fireEvent.click(await button('Save changes'));
    await heading('Students');
    const [entry] = await entries();
    expect(entry?.body).toEqual({ address: 'Dokki' });
    expect(entry?.base?.address).toBeFalsy();
  });

  it('72 a page that the browser restores from its memory reads its record again', async () => {
    const server = new ScriptedServer();
    server.list('/students/', [mona]);
    const view = renderScreen('/students/edit-student/s1');
    await waitFor(async () => expect(await name()).toHaveValue('Mona Adel'));
    server.list('/students/', [{ ...mona, name: 'Mona Adel Hassan' }]);
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await waitFor(async () => expect(await name()).toHaveValue('Mona Adel Hassan'));
    view.unmount();
    // Nothing was typed.
    expect(keptInputs('student s1')).toEqual([]);
  });

  it('72 a restored form of a user who signed out meanwhile is not shown any more', async () => {
    new ScriptedServer();
    await openNewStudent();
    localStorage.removeItem('branch-desk.session');
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
  });
});
