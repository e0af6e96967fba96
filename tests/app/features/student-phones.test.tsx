import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NEVER_READ } from '#app/cache/snapshot.ts';
import { phonesOf } from '#app/features/debts/debt-contact.tsx';
import { readDebtFilters } from '#app/features/debts/debt-filters.ts';
import { debtsOnDevice } from '#app/features/debts/use-debts.ts';
import { differencesOf } from '#app/features/students/merge/merge-dialog.tsx';
import { StudentPerson } from '#app/features/students/student-person.tsx';
import { familyOnDevice } from '#app/features/take-payment/use-family-debts.ts';
import { receiptOfRecord } from '#app/printing/receipt/local-receipt.ts';
import { ShareReceipt } from '#app/printing/receipt/share-receipt.tsx';
import { promisedOn } from '#app/reads/debts.ts';
import { possibleDuplicates } from '#app/resources/form/possible-duplicates.tsx';
import { defaultSettings } from '#contract/branch-settings.ts';
import { resources } from '#contract/resources/registry.ts';
import { studentPhones } from '#contract/resources/student.ts';
import { renderPage } from '../render.tsx';
import { heading, renderScreen, ScriptedServer } from '../resources/render-screen.tsx';
import { ahmad, enrolment, mona } from '../resources/samples.ts';

const NUMBER = '01012345678';

describe.each(studentPhones)('the field %s of a student', (name) => {
  const student = { ...mona, phone: '', [name]: NUMBER };
  const people = new Map([[mona.id, student]]);
  const records = [
    { kind: 'adult-course', record: { ...enrolment, student_data: { id: mona.id, name: mona.name } } },
  ];
  const [debt] = debtsOnDevice(records, people, {
    filters: readDebtFilters(new URLSearchParams()),
    page: 1,
    today: '2026-11-22',
  }).rows;
  if (!debt) throw new Error('Mona owes nothing');

  it('is in the list, the form and the page of a student', async () => {
    const { label } = resources.student.fields[name];
    new ScriptedServer().list('/students/', [student]);
    const list = renderScreen('/students');
    const inList = await screen.findByRole('link', { name: NUMBER });
    expect(inList).toHaveAttribute('href', `tel:${NUMBER}`);
    expect(screen.getByRole('columnheader', { name: label })).toBeInTheDocument();
    list.unmount();
    const form = renderScreen('/students/add-student');
    await heading('Add Student');
    expect(document.querySelector(`input[type="tel"][name="${name}"]`)).toBeVisible();
    form.unmount();
    renderPage(<StudentPerson record={student} />);
    expect(screen.getByRole('link', { name: NUMBER })).toHaveAttribute('href', `tel:${NUMBER}`);
  });

  it('is offered for calls and messages about debts, promises and receipts', async () => {
    const shown = { ...debt, isPending: false, pending: { count: 0, received: 0n, spent: 0n } };
    expect(phonesOf(shown)).toMatchObject([{ phone: NUMBER }]);
    const promise = {
      id: 'p1',
      due_day: '2026-11-22',
      amount: null,
      day: '2026-11-20',
      state: 'open' as const,
    };
    expect(promisedOn(promise.due_day, [{ ...debt, promise }], [], NEVER_READ)).toMatchObject([
      { phone: NUMBER },
    ]);
    const paper = receiptOfRecord('adult-course', enrolment, enrolment, false);
    const style = { ...defaultSettings, name: 'Al Nour' };
    renderPage(<ShareReceipt receipt={{ ...paper, students: [{ ...student }] }} style={style} />);
    const link = await screen.findByRole('link', { name: /Mona Adel/ });
    expect(link).toHaveAttribute('href', expect.stringContaining('https://wa.me/201012345678?'));
  });

  it('tells duplicates and families, and is compared by a merge', () => {
    expect(possibleDuplicates('phone', NUMBER, [student, ahmad])).toEqual([student]);
    const sister = { ...ahmad, phone: NUMBER };
    expect(familyOnDevice(student, [student, sister])).toEqual([student, sister]);
    const differing = differencesOf(student, { ...student, [name]: '' });
    expect(differing.map((one) => one.name)).toEqual([name]);
  });
});
