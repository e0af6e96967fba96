export type Props = Readonly<Record<string, unknown>>;
