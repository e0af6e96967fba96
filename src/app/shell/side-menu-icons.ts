import type { LucideIcon } from 'lucide-react';
import Banknote from 'lucide-react/icons/banknote';
import BookOpen from 'lucide-react/icons/book-open';
import BookUp from 'lucide-react/icons/book-up';
import Bus from 'lucide-react/icons/bus';
import History from 'lucide-react/icons/calendar-clock';
import Reports from 'lucide-react/icons/chart-no-axes-column';
import Debts from 'lucide-react/icons/clipboard-clock';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import DatabaseBackup from 'lucide-react/icons/database-backup';
import Import from 'lucide-react/icons/file-up';
import Gift from 'lucide-react/icons/gift';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import HandCoins from 'lucide-react/icons/hand-coins';
import Advances from 'lucide-react/icons/hand-helping';
import Home from 'lucide-react/icons/house';
import IdCard from 'lucide-react/icons/id-card';
import ListChecks from 'lucide-react/icons/list-checks';
import HomeSchool from 'lucide-react/icons/notebook-pen';
import Pencil from 'lucide-react/icons/pencil-ruler';
import Receipt from 'lucide-react/icons/receipt';
import Scissors from 'lucide-react/icons/scissors';
import Search from 'lucide-react/icons/search';
import Settings2 from 'lucide-react/icons/settings-2';
import Cart from 'lucide-react/icons/shopping-cart';
import Sun from 'lucide-react/icons/sun';
import Blocks from 'lucide-react/icons/toy-brick';
import Undo from 'lucide-react/icons/undo-2';
import UserCog from 'lucide-react/icons/user-cog';
import Users from 'lucide-react/icons/users';
import {
  CLOSES_PAGE_PATH,
  DEBTS_SCREEN,
  IMPORT_PATH,
  REPORTS_SCREEN,
  TAKE_PAYMENT_PATH,
} from '#app/lib/paths.ts';
import type { resourceNames } from '#contract/resource-names.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { SEARCH_ENTRY } from './side-menu-entries.ts';

type Listed = Exclude<(typeof resourceNames)[number], 'cash-move'>;

const listIcons: Readonly<Record<Listed, LucideIcon>> = {
  book: BookOpen,
  'book-order': Cart,
  'book-payout': BookUp,
  'stock-count': ClipboardList,
  'adult-course': GraduationCap,
  'kids-course': Pencil,
  'home-schooling': HomeSchool,
  'summer-course': Sun,
  nursery: Blocks,
  bus: Bus,
  employee: IdCard,
  salary: Banknote,
  deduction: Scissors,
  advance: Advances,
  bonus: Gift,
  student: Users,
  refund: Undo,
  expense: Receipt,
};

const iconsOfLists = Object.entries(listIcons).flatMap(([name, icon]) =>
  isResourceName(name) ? [[resourceOf(name).screens.list, icon]] : [],
);

/** By path. Separate from the entries, which the first load needs. */
export const menuIcons: Readonly<Record<string, LucideIcon>> = {
  '/': Home,
  [TAKE_PAYMENT_PATH]: HandCoins,
  [DEBTS_SCREEN]: Debts,
  [SEARCH_ENTRY]: Search,
  ...Object.fromEntries(iconsOfLists),
  '/work-history': History,
  [REPORTS_SCREEN]: Reports,
  [CLOSES_PAGE_PATH]: ListChecks,
  '/users': UserCog,
  '/branch-settings': Settings2,
  [IMPORT_PATH]: Import,
  '/backups': DatabaseBackup,
};
