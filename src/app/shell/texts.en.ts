import { defineMessages, plural } from '#contract/messages.ts';

/** Holds the texts of the frame around the pages. */
export const messages = defineMessages('shell', {
  addressUnknown: 'The address may be mistyped, or the page has moved.',
  developedBy: 'Developed By',
  evictedChecked: 'I have checked',
  evictedEntries: ({ count }: { count: number }) =>
    plural(count, {
      one: 'This browser has cleared what was stored on this device. # entry that was not sent yet is gone. Compare the lists with your receipts and enter again what is missing.',
      other:
        'This browser has cleared what was stored on this device. # entries that were not sent yet are gone. Compare the lists with your receipts and enter again what is missing.',
    }),
  homeLogo: 'Branch Desk, home',
  loadingPage: 'Loading the page',
  mainMenu: 'Main',
  menuAdultCourses: 'Adult Courses',
  menuBooks: 'Books',
  menuBooksOrder: 'Books Order',
  menuBooksPayout: 'Books Payout',
  menuBus: 'Bus',
  menuDeductions: 'Deductions',
  menuEmployees: 'Employees',
  menuGeneralExpenses: 'General Expenses',
  menuHome: 'Home',
  menuHomeSchooling: 'Home Schooling',
  menuKidsCourses: 'Kids Courses',
  menuMaterial: 'Material',
  menuNursery: 'Nursery',
  menuOperations: 'Operations',
  menuSalary: 'Salary',
  menuServices: 'Services',
  menuStaffManagement: 'Staff Management',
  menuStudents: 'Students',
  menuSummerCourses: 'Summer Courses',
  menuWorkHistory: 'Work History',
  monthStatus: ({ status }: { status: string | null | undefined }) => `, ${status ?? 'ended'}`,
  noMonthYet: 'No month yet',
  openMenu: 'Open the menu',
  openSyncPanel: ({ status }: { status: string }) => `${status}. Open the Sync panel`,
  opensInNewTab: '(opens in a new tab)',
  pageNotFound: 'This page is not found',
  pillNeedsYou: ({ count }: { count: number }) => plural(count, { one: '# needs you', other: '# need you' }),
  pillOffline: 'Offline',
  pillOfflineAnnouncement: 'Offline. What you save waits on this device.',
  pillOfflinePending: ({ count }: { count: number }) => `Offline, ${count} waiting`,
  pillOnline: 'Online',
  pillOverdue: ({ count, since }: { count: number; since: string }) => `${count} waiting since ${since}`,
  pillOverdueAnnouncement: ({ status }: { status: string }) =>
    `${status}. Open the Sync panel to see what to do.`,
  pillPending: ({ count }: { count: number }) => `${count} waiting`,
  pillSending: ({ count }: { count: number }) => `Sending ${count}`,
  profile: 'Profile',
  search: 'Search',
  storageBlocked:
    'Another window of Branch Desk, of an older version, holds what is stored on this device. Close or reload that window and this one goes on by itself. Until then nothing can be saved here.',
  storageBroken:
    'What is stored on this device does not open right now. It is tried again by itself; until then nothing can be saved here, and what waits is not sent. If it stays, close all windows of Branch Desk and open it again.',
  entriesSent: ({ count }: { count: number }) =>
    plural(count, { one: 'The entry that waited is sent.', other: 'All # entries that waited are sent.' }),
});
