import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { api, bodyOf } from '../../api/client';
import { useWords } from '../../i18n/words';
import { Button } from '../../parts/button';
import { Menu } from '../../parts/menu';
import { toast } from '../../parts/toast-store';
import { CodeEditor } from '../editor/lazy';
import { isRecord } from '../editor/known';
import styles from './sample-data.module.css';
import { relativeTime } from '../../time/format';
import { studioTexts } from './words';

type Values = Readonly<Record<string, unknown>>;

interface SampleDataProps {
  readonly text: string;
  readonly isValid: boolean;
  readonly values: Values;
  readonly onChange: (text: string) => void;
  readonly onReset: () => void;
}

/** The data of the preview, as JSON. The document can be that of a real event. */
export function SampleData({ text, isValid, values, onChange, onReset }: SampleDataProps) {
  const t = useWords(studioTexts);
  const { data: events } = useQuery({
    queryKey: ['event', 'forSample'],
    queryFn: ({ signal }) => bodyOf(api.GET('/partner/event', { params: { query: { limit: 15 } }, signal })),
  });
  const entries = (events ?? []).map((event) => ({
    id: event.id,
    label: `${event.type} · ${event.typeId} · ${relativeTime(event.createdAt)}`,
    act: () => {
      const client = isRecord(event.data.client) ? { client: event.data.client } : {};
      onChange(JSON.stringify({ ...values, document: event.data, ...client }, null, 2));
      toast.info(t.eventUsed(`${event.type} ${event.typeId}`));
    },
  }));
  return (
    <div className={styles.sample}>
      <div className={styles.bar}>
        <p className="muted small">{isValid ? t.sampleAbout : t.invalidJson}</p>
        <span className="row-8">
          {events?.length === 0 ? (
            <span className="muted small">{t.noEvents}</span>
          ) : (
            <Menu
              label={t.recentEvent}
              icon={<CalendarClock aria-hidden />}
              words={t.recentEvent}
              isDisabled={events === undefined}
              entries={() => entries}
            />
          )}
          <Button tone="quiet" onPress={onReset}>
            {t.resetSample}
          </Button>
        </span>
      </div>
      <CodeEditor label={t.sampleData} text={text} language="json" onChange={onChange} />
    </div>
  );
}
