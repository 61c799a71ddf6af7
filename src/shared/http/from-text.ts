import { Transform } from 'class-transformer';

/**
 * Converts a query parameter from text to a number. Leaves other text unchanged, so that validation reports it.
 */
export function NumberFromText(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value,
  );
}

/** Converts `true` and `false` to booleans. */
export function FlagFromText(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => {
    if (value === 'true') return true;
    return value === 'false' ? false : value;
  });
}

/** Treats an empty parameter, as in `?companyId=`, as absent. */
export function AbsentIfEmpty(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (value === '' ? undefined : value));
}
