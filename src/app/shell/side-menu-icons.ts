import type { LucideIcon } from 'lucide-react';
import Banknote from 'lucide-react/icons/banknote';
import BookOpen from 'lucide-react/icons/book-open';
import BookUp from 'lucide-react/icons/book-up';
import Bus from 'lucide-react/icons/bus';
import History from 'lucide-react/icons/calendar-clock';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Gift from 'lucide-react/icons/gift';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import HandCoins from 'lucide-react/icons/hand-coins';
import Home from 'lucide-react/icons/house';
import IdCard from 'lucide-react/icons/id-card';
import HomeSchool from 'lucide-react/icons/notebook-pen';
import Pencil from 'lucide-react/icons/pencil-ruler';
import Receipt from 'lucide-react/icons/receipt';
import Scissors from 'lucide-react/icons/scissors';
import Cart from 'lucide-react/icons/shopping-cart';
import Sun from 'lucide-react/icons/sun';
import Blocks from 'lucide-react/icons/toy-brick';
import Undo from 'lucide-react/icons/undo-2';
import Users from 'lucide-react/icons/users';

/** By path. Separate from the entries, which the first load needs. */
export const menuIcons: Readonly<Record<string, LucideIcon>> = {
  '/': Home,
  '/books': BookOpen,
  '/books/order': Cart,
  '/books/payout': BookUp,
  '/books/counts': ClipboardList,
  '/courses/adult': GraduationCap,
  '/courses/kids': Pencil,
  '/courses/home-schooling': HomeSchool,
  '/courses/summer-course': Sun,
  '/courses/nursery': Blocks,
  '/busses': Bus,
  '/employees': IdCard,
  '/employees/salaries': Banknote,
  '/employees/deductions': Scissors,
  '/employees/advances': HandCoins,
  '/employees/bonuses': Gift,
  '/students': Users,
  '/refunds': Undo,
  '/expenses': Receipt,
  '/work-history': History,
};
