/** What only some partners may use. A partner without `companyExpense` cannot subscribe to company expenses. */
export const features = ['companyExpense'] as const;

export type Feature = (typeof features)[number];

export function isFeature(value: unknown): value is Feature {
  return features.some((feature) => feature === value);
}
