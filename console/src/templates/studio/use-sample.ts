import { useMemo, useState } from 'react';
import { isRecord } from '../editor/known';

/** The data of the preview: the sample of the kind, until the user changes it. */
export interface Sample {
  readonly text: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The members that differ from the service's own sample. Without a subject, a test has that of its assignment. */
  readonly overrides: Readonly<Record<string, unknown>>;
  readonly isValid: boolean;
  /** True if it differs from the service's sample. */
  readonly isOwn: boolean;
  readonly change: (text: string) => void;
  readonly reset: () => void;
}

const NONE: Readonly<Record<string, unknown>> = {};

export function useSample(given: Readonly<Record<string, unknown>> | undefined): Sample {
  const [own, setOwn] = useState<string | null>(null);
  const [lastValid, setLastValid] = useState(NONE);
  const usual = useMemo(() => JSON.stringify(given ?? {}, null, 2), [given]);
  const text = own ?? usual;
  const parsed = useMemo(() => (own === null ? (given ?? NONE) : parsedRecord(own)), [own, given]);
  const values = parsed ?? lastValid;
  const overrides = useMemo(
    () => (own === null ? NONE : changesIn(values, given ?? NONE)),
    [own, values, given],
  );
  const change = (next: string) => {
    const valid = parsedRecord(next);
    if (valid !== null) setLastValid(valid);
    else setLastValid(values);
    setOwn(next === usual ? null : next);
  };
  return {
    text,
    values,
    overrides,
    isValid: parsed !== null,
    isOwn: own !== null,
    change,
    reset: () => setOwn(null),
  };
}

function changesIn(values: Sample['values'], given: Sample['values']): Sample['values'] {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(given[name])),
  );
}

function parsedRecord(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
