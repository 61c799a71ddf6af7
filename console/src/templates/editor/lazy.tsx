import { lazy, Suspense } from 'react';
import { Skeleton } from '../../parts/states';
import type { CodeEditorProps } from './code-editor';
import type { ComparisonProps } from './comparison';

const LazyEditor = lazy(async () => ({ default: (await import('./code-editor')).CodeEditor }));
const LazyComparison = lazy(async () => ({ default: (await import('./comparison')).Comparison }));

/** The editor, whose code is loaded when it is first shown. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<Lines />}>
      <LazyEditor {...props} />
    </Suspense>
  );
}

export function Comparison(props: ComparisonProps) {
  return (
    <Suspense fallback={<Lines />}>
      <LazyComparison {...props} />
    </Suspense>
  );
}

function Lines() {
  return (
    <div className="stack-8" style={{ padding: 16 }} aria-busy>
      {[40, 64, 58, 71, 44, 52].map((width) => (
        <Skeleton key={width} height={12} width={`${width}%`} />
      ))}
    </div>
  );
}
