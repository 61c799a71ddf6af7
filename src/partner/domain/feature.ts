/** Features that only some partners have. Without `companyExpense` a partner cannot subscribe to company expenses. */
export const features = ['companyExpense'] as const;

export type Feature = (typeof features)[number];

export function isFeature(value: unknown): value is Feature {
  return features.some((feature) => feature === value);
}
