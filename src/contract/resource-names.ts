/** Every resource of the product. A new one starts here; the registry then asks for its declaration. */
export const resourceNames = ['student', 'adult-course'] as const;

export type ResourceName = (typeof resourceNames)[number];
