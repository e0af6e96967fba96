import { formatDecimal, type Piastres, sum } from '#contract/money.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';

export interface ModelMonth {
  readonly id: string;
  running: boolean;
}

/** A record of money: its price, what was paid, and its month. */
export interface ModelEntry {
  readonly id: string;
  readonly resource: ResourceName;
  /** Id of the book of an order or payout, the employee of a salary or deduction. */
  readonly of: string | undefined;
  /** Id of the enrolment or payout that an installment pays for. */
  readonly pays: string | undefined;
  price: Piastres;
  paid: Piastres;
  quantity: bigint;
  month: string | undefined;
  settledBy?: string;
  /** The enrolment or payout that a refund is of, and whether its amount is not owed any more. */
  readonly refunds?: ModelEntry;
  readonly names?: ModelEntry;
  readonly forgive?: boolean;
}

export interface Entity {
  readonly id: string;
  amount: Piastres;
}

/** Implements the rules of money, stock and months a second time, in memory: the server must agree with it. */
export class ReferenceModel {
  readonly months: ModelMonth[] = [];
  readonly entries = new Map<string, ModelEntry>();
  readonly books: Entity[] = [];
  readonly employees: Entity[] = [];

  running(): ModelMonth | undefined {
    return this.months.find((month) => month.running);
  }
  all(resource?: ResourceName): ModelEntry[] {
    const entries = [...this.entries.values()];
    return resource ? entries.filter((entry) => entry.resource === resource) : entries;
  }
  installmentsOf({ id, resource }: Pick<ModelEntry, 'id' | 'resource'>): ModelEntry[] {
    return resourceOf(resource).installment ? this.all(resource).filter((entry) => entry.pays === id) : [];
  }
  isInstallment(entry: ModelEntry): boolean {
    return entry.pays !== undefined;
  }
  /** Returns what is owed of an enrolment or payout after its installments, or of an order. */
  remaining(entry: ModelEntry): Piastres {
    return entry.price - this.forgiven(entry) - (this.paidInAll(entry) - this.refunded(entry));
  }
  paidInAll(entry: ModelEntry): Piastres {
    return entry.paid + sum(this.installmentsOf(entry).map(({ paid }) => paid));
  }
  refundsOf(entry: ModelEntry): ModelEntry[] {
    return this.all('refund').filter(({ refunds }) => refunds === entry);
  }
  refunded(entry: ModelEntry): Piastres {
    return sum(this.refundsOf(entry).map(({ paid }) => paid));
  }
  forgiven(entry: ModelEntry): Piastres {
    return sum(this.refundsOf(entry).flatMap(({ forgive, paid }) => (forgive ? [paid] : [])));
  }
  isEnded(month: string | undefined): boolean {
    return this.months.some(({ id, running }) => id === month && !running);
  }
  ordered(book: string): bigint {
    return this.copies('book-order', book);
  }
  paidOut(book: string): bigint {
    return this.copies('book-payout', book);
  }
  profit(book: string): Piastres {
    const earned = sum(this.payoutsOf(book).map((payout) => payout.price - this.forgiven(payout)));
    const orders = this.all('book-order').filter((entry) => entry.of === book);
    const [cost, came] = [sum(orders.map(({ price }) => price)), this.ordered(book)];
    // Rounds half up in whole numbers.
    const costOfSold = came === 0n ? 0n : (2n * this.paidOut(book) * cost + came) / (2n * came);
    return earned - costOfSold;
  }
  openDeductions(employee: string): ModelEntry[] {
    return this.all('deduction').filter((entry) => entry.of === employee && entry.settledBy === undefined);
  }
  hasSalary(employee: string, month: string | undefined): boolean {
    return this.all('salary').some((entry) => entry.of === employee && entry.month === month);
  }
  /** Moves records without a month into this one, except a second salary of one employee. */
  adoptUnassigned(month: ModelMonth): void {
    const unassigned = this.all().filter((entry) => entry.month === undefined);
    for (const entry of unassigned) {
      const isSecond = entry.resource === 'salary' && this.hasSalary(entry.of ?? '', month.id);
      if (!isSecond) entry.month = month.id;
    }
  }
  /** Returns the sums of a month, by the API's names, as decimal text. */
  figures(month: ModelMonth): Record<string, string> {
    const mine = this.all().filter((entry) => entry.month === month.id);
    const paidFor = (...names: string[]) =>
      sum(
        mine
          .filter(({ resource }) => resource !== 'deduction' && names.includes(resource))
          .map(({ paid }) => paid),
      );
    const back = (...names: string[]) =>
      sum(
        mine
          .filter(({ refunds }) => refunds && (names.length === 0 || names.includes(refunds.resource)))
          .map(({ paid }) => paid),
      );
    const earnedBy = (...names: string[]) => paidFor(...names) - back(...names);
    const owed = mine
      .filter((entry) => !this.isInstallment(entry))
      .filter(({ resource }) => resourceOf(resource).installment);
    const debtsOf = (some: ModelEntry[]) => sum(some.map((entry) => this.remaining(entry)));
    const kinds = ['home-schooling', 'summer-course', 'adult-course', 'kids-course', 'nursery', 'bus'];
    const expenses = paidFor('book-order', 'salary', 'expense');
    const revenue = earnedBy('book-payout', ...kinds);
    const amounts: Record<string, Piastres> = {
      book_expenses: paidFor('book-order'),
      salaries: paidFor('salary'),
      franchise_expenses: paidFor('expense'),
      expenses,
      book_revenue: earnedBy('book-payout'),
      ...Object.fromEntries(kinds.map((kind) => [`${kind.replace('-', '_')}_revenue`, earnedBy(kind)])),
      refunds: back(),
      revenue,
      total_net_profit: revenue - expenses,
      debts: debtsOf(owed),
      book_debts: debtsOf(owed.filter(({ resource }) => resource === 'book-payout')),
    };
    return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, formatDecimal(amount)]));
  }

  private copies(resource: ResourceName, book: string): bigint {
    return sum(
      this.all(resource)
        .filter((entry) => entry.of === book)
        .map(({ quantity }) => quantity),
    );
  }
  private payoutsOf(book: string): ModelEntry[] {
    return this.all('book-payout').filter((entry) => entry.of === book);
  }
}
