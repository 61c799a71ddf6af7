import type { ReactNode } from 'react';
import { FailedState, SkeletonRows } from './states';

interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface LoadedProps<Data> {
  readonly query: Query<Data>;
  /** Another way on when it cannot be read, such as a link to the whole list. */
  readonly action?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** What is read, or its place until then, or why it cannot be. What was read once stays while it is read again. */
export function Loaded<Data>({ query: { data, error, refetch }, action, children }: LoadedProps<Data>) {
  if (data !== undefined) return <>{children(data)}</>;
  if (error === null) return <SkeletonRows />;
  return <FailedState error={error} onRetry={() => void refetch()} action={action} />;
}
