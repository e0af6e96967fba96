import { cashWays } from '../cash-ways.ts';
import { computedText, flag, optionalLink, timestamp } from '../computed-fields.ts';
import { defineResource, type Rule } from '../define-resource.ts';
import {
  choice,
  fieldWith,
  optionalDate,
  optionalLongText,
  optionalMoney,
  optionalText,
  readDeclaredId,
  readDeclaredMoney,
  readOptionalText,
  someMoney,
} from '../fields.ts';
import { cashTexts } from '../texts/cash.en.ts';
import { inputs } from '../texts/inputs.en.ts';

const user = (name: 'drawer' | 'person') =>
  fieldWith(
    optionalText(() => cashTexts[name]),
    { link: true, read: readDeclaredId },
  );

/** Somebody must answer for cash that left the drawer; of a close the office does. */
const namesReceiver: Rule = ({ way, person, person_name, close }) =>
  (way !== 'handed_over' && way !== 'banked') || person || person_name || close
    ? undefined
    : { field: 'person_name', message: inputs.required };

/** Cash between a drawer, the office and the bank: neither income nor spent (decision 179). */
export const cashMove = defineResource({
  name: 'cash-move',
  path: '/cash-moves/',
  screens: { list: '/closes/cash', add: 'add-cash', edit: 'edit-cash' },
  capability: 'cash_moves',
  fields: {
    way: fieldWith(
      choice(() => cashTexts.way, cashWays),
      { immutable: true, filters: true },
    ),
    /** The recorder's own where it is absent; that of another person needs a manager. */
    drawer: fieldWith(user('drawer'), { immutable: true, filters: true }),
    amount: someMoney('amount'),
    /** Who received it, or brought it: typed, or the name of `person` at that time (decision 17). */
    person_name: optionalText(() => cashTexts.personName),
    person: user('person'),
    slip: fieldWith(
      optionalText(() => cashTexts.slip),
      { isNumber: true },
    ),
    custom_date: optionalDate('customDate'),
    notes: optionalLongText('notes'),
    /** As the receiver says: all of it, a part, or nothing; null until then (rules/cash-receiver.ts). */
    received: fieldWith(
      optionalMoney(() => cashTexts.received),
      { read: readDeclaredMoney, byAction: true, movesNoMoney: true },
    ),
  },
  computed: {
    drawer_name: computedText(() => cashTexts.drawer),
    confirmed: fieldWith(
      flag(() => cashTexts.confirmed),
      { filters: true },
    ),
    /** Not confirmed, and not open: the branch had nobody but the giver who could confirm it (decision 195). */
    no_second_person: flag(() => cashTexts.noSecondPerson),
    close: optionalLink(() => cashTexts.close),
    received_by: computedText(() => cashTexts.confirmedBy),
    received_at: fieldWith(
      timestamp(() => cashTexts.confirmed),
      { optional: true, read: readOptionalText },
    ),
    created_by: computedText('createdBy'),
    created_at: timestamp('createdAt'),
  },
  columns: ['way', 'amount', 'received', 'drawer_name', 'person_name', 'slip', 'created_by', 'created_at'],
  search: ['person_name', 'slip', 'notes'],
  rules: [namesReceiver],
  closed: true,
  movesCash: 'amount',
  changedWith: 'close',
  titleOf: ({ person_name, amount }) => String(person_name || (amount ?? '')),
});
