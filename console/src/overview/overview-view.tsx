import { useDeferredValue } from 'react';
import { useWords } from '../i18n/words';
import { Page } from '../parts/page';
import { FailedState, SkeletonRows } from '../parts/states';
import { Segments } from '../parts/tabs';
import { changeParameters, usePlace } from '../routing/place';
import { Attention } from './attention';
import { FirstSteps } from './first-steps';
import styles from './overview.module.css';
import { useReadiness } from './overview-calls';
import { AttemptsChart, Figures } from './performance';
import { RecentEvents } from './recent-events';
import { isRange, RANGE_NAMES } from './ranges';
import { overviewTexts } from './words';

/** The overview: problems first, then figures over time and the latest events. */
export function OverviewView() {
  const t = useWords(overviewTexts);
  const { parameters } = usePlace();
  const asked = parameters.get('range') ?? '';
  const range = isRange(asked) ? asked : 'h24';
  // Rendering all of it takes long, so input comes first.
  const readiness = useReadiness(range);
  const isReady = useDeferredValue(readiness.isReady);
  return (
    <Page
      title={t.title}
      actions={
        <Segments
          label={t.range}
          value={range}
          options={RANGE_NAMES.map((name) => [name, t[name]] as const)}
          onChange={(next) => changeParameters({ range: next })}
        />
      }
    >
      {readiness.error !== null && <FailedState error={readiness.error} onRetry={readiness.retry} />}
      {readiness.error === null && !isReady && <SkeletonRows count={12} />}
      {readiness.error === null && isReady && (
        <>
          <FirstSteps />
          <Figures range={range} />
          <div className={styles.columns}>
            <div className="stack-24">
              <AttemptsChart range={range} />
              <RecentEvents />
            </div>
            <Attention />
          </div>
        </>
      )}
    </Page>
  );
}
