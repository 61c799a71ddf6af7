import { lazy, Suspense, useEffect, useState } from 'react';
import { Skeleton } from '../../parts/states';
import type { CodeEditorProps } from './code-editor';
import styles from './code-editor.module.css';
import type { ComparisonProps } from './comparison';
import { WaitingText } from './waiting-text';

const LazyEditor = lazy(async () => {
  // Starts the download that the editor will need.
  import('./languages').catch(() => undefined);
  return { default: (await import('./code-editor')).CodeEditor };
});
const LazyComparison = lazy(async () => ({ default: (await import('./comparison')).Comparison }));

/** The editor, whose code is loaded when it is first shown. Until it is created, its text can be read. */
export function CodeEditor(props: Omit<CodeEditorProps, 'onMade'>) {
  const [isSeen, setSeen] = useState(false);
  const [isMade, setMade] = useState(false);
  useEffect(() => afterPaint(() => setSeen(true)), []);
  return (
    <div className={styles.place}>
      {!isMade && <WaitingText text={props.text} />}
      <Suspense>{isSeen && <LazyEditor {...props} onMade={setMade} />}</Suspense>
    </div>
  );
}

/** Calls back when the present state is visible. @returns a function that cancels it */
function afterPaint(call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(call)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
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
