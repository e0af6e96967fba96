/** Represents the properties of an element. */
export type Props = Readonly<Record<string, unknown>>;
