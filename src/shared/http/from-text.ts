import { Transform } from 'class-transformer';

/**
 * A query parameter arrives as text; these turn it into what its rule expects. Text that does not fit stays as it is,
 * and the rule then says so.
 */
export function NumberFromText(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value,
  );
}

/** `true` and `false` become what they say. */
export function FlagFromText(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => {
    if (value === 'true') return true;
    return value === 'false' ? false : value;
  });
}

/** `?companyId=` says as little as leaving the parameter out. */
export function AbsentIfEmpty(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (value === '' ? undefined : value));
}
