import { Pause, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { type Filter, Filters } from '../parts/filters';
import { Page } from '../parts/page';
import { Link } from '../routing/link';
import { addressOf, type Parameters, usePlace } from '../routing/place';
import { useNow } from '../time/relative-time';
import styles from './log-page.module.css';
import { listTexts } from './words';

const HOUR_MS = 3_600_000;

/** A preset of filters, with its label. */
export type Preset = readonly [label: string, filters: Parameters];

interface LogPageProps {
  readonly title: string;
  readonly about: string;
  readonly filters: readonly Filter[];
  /** Presets besides those for the last hour and for failures of today. */
  readonly presets?: readonly Preset[];
  readonly canFail?: boolean;
  /** Beside the presets, such as a search. */
  readonly tools?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: (isLive: boolean) => ReactNode;
}

/** The page of a log: its filters, which are part of the address, presets, and a button that pauses live updates. */
export function LogPage(props: LogPageProps) {
  const { title, about, filters, presets = [], canFail = false, tools, actions, children } = props;
  const t = useWords(listTexts);
  const { view } = usePlace();
  const [isLive, setLive] = useState(true);
  const now = useNow();
  const midnight = new Date(new Date(now).setHours(0, 0, 0, 0)).toISOString();
  const hourAgo = new Date(now - HOUR_MS).toISOString();
  const asked: readonly Preset[] = [
    ...(canFail ? [[t.failedToday, { status: 'failed', since: midnight }] as const] : []),
    ...presets,
    [t.lastHour, { since: hourAgo }],
  ];
  return (
    <Page
      title={title}
      about={about}
      actions={
        <>
          {actions}
          <Button
            icon={isLive ? <Pause aria-hidden /> : <Play aria-hidden />}
            onPress={() => setLive(!isLive)}
          >
            {isLive ? t.pause : t.resume}
          </Button>
        </>
      }
    >
      <div className="stack-8">
        <div className={styles.tools}>
          {tools}
          <nav className={styles.presets} aria-label={t.presets}>
            {asked.map(([label, parameters]) => (
              <Link key={label} href={addressOf([view], parameters)}>
                {label}
              </Link>
            ))}
          </nav>
        </div>
        <Filters filters={filters} />
      </div>
      {children(isLive)}
    </Page>
  );
}
