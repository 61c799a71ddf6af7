import type { ReactNode } from 'react';
import { FailedState, SkeletonRows } from './states';

interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface LoadedProps<Data> {
  readonly query: Query<Data>;
  /** Another action if it cannot be read, such as a link to the whole list. */
  readonly action?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** The content once it is read, a placeholder until then, or the error. Content stays while it is read again. */
export function Loaded<Data>({ query: { data, error, refetch }, action, children }: LoadedProps<Data>) {
  if (data !== undefined) return <>{children(data)}</>;
  if (error === null) return <SkeletonRows />;
  return <FailedState error={error} onRetry={() => void refetch()} action={action} />;
}
