import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../api/client';
import { useWords } from '../../i18n/words';
import { Button } from '../../parts/button';
import { Dialog } from '../../parts/dialog';
import { EmptyState, FailedState, SkeletonRows } from '../../parts/states';
import { Segments } from '../../parts/tabs';
import { toast } from '../../parts/toast-store';
import { useWidth } from '../../parts/use-width';
import { usePages } from '../../api/use-pages';
import { bytes as size } from '../../time/format';
import { RelativeTime } from '../../time/relative-time';
import { Comparison } from '../editor/lazy';
import { EmailFrame } from '../../parts/email-frame';
import { useLiveRender } from '../live-render';
import type { Source, Variant } from '../source';
import { editorLanguageOf } from '../template-names';
import styles from './studio.module.css';
import { studioTexts } from './words';
import { dialogTexts } from './dialog-words';

interface Summary {
  readonly number: number;
  readonly bytes: number;
  readonly createdAt: string;
}
interface Version extends Omit<Summary, 'bytes'> {
  readonly data: string;
  readonly type: Source['type'];
}
type Trial = Omit<Source, 'name'>;

interface VersionTimelineProps {
  readonly queryKey: readonly unknown[];
  readonly list: (cursor: string | undefined) => Promise<Answer<readonly Summary[]>>;
  readonly read: (number: number) => Promise<Version>;
  /** The present text. */
  readonly present: string;
  readonly type: Source['type'];
  readonly previewSource: (version: Version) => Trial;
  readonly variant: Variant;
  /** Null for users who can only read. */
  readonly onRestore: ((number: number) => Promise<void>) | null;
  readonly onClose: () => void;
}

/** Every version, newest first, with its changes and its preview. */
export function VersionTimeline(props: VersionTimelineProps) {
  const { queryKey, list, read, present, type, previewSource, variant, onRestore, onClose } = props;
  const d = useWords(dialogTexts);
  const t = useWords(studioTexts);
  const { items, isLoading, error, hasMore, loadMore } = usePages(queryKey, list);
  const [chosen, setChosen] = useState<number | null>(null);
  const [view, setView] = useState<'changes' | 'email'>('changes');
  const [isPending, setPending] = useState(false);
  const newest = items[0]?.number;
  const number = chosen ?? items[1]?.number ?? newest ?? null;
  const { data: version } = useQuery({
    queryKey: [...queryKey, number],
    queryFn: () => read(number ?? 0),
    enabled: number !== null,
    staleTime: Infinity,
  });
  const restore = async () => {
    if (number === null || onRestore === null) return;
    setPending(true);
    await onRestore(number).catch(toast.warn);
    setPending(false);
  };
  return (
    <Dialog
      title={d.versionsTitle}
      isOpen
      width="full"
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{d.close}</Button>
          {onRestore !== null && (
            <Button
              tone="primary"
              isPending={isPending}
              isDisabled={number === null || number === newest}
              onPress={() => void restore()}
            >
              {d.restore}
            </Button>
          )}
        </>
      }
    >
      {error !== null && <FailedState error={error} />}
      {isLoading ? (
        <SkeletonRows />
      ) : items.length === 0 ? (
        <EmptyState title={d.noVersions} />
      ) : (
        <div className="stack-8">
          <p className="muted">{d.versionsAbout}</p>
          <div className={styles.versions}>
            <ol className={styles.timeline}>
              {items.map((item) => (
                <li key={item.number}>
                  <button
                    type="button"
                    aria-current={item.number === number}
                    onClick={() => setChosen(item.number)}
                  >
                    <span>
                      {d.version(item.number)}
                      {item.number === newest && <span className="muted"> · {d.current}</span>}
                    </span>
                    <span className="muted small">
                      <RelativeTime at={item.createdAt} /> · {size(item.bytes)}
                    </span>
                  </button>
                </li>
              ))}
              {hasMore && (
                <li>
                  <button type="button" onClick={loadMore}>
                    …
                  </button>
                </li>
              )}
            </ol>
            <div className={styles.versionSide}>
              <Segments
                label={t.view}
                value={view}
                options={[
                  ['changes', d.changes],
                  ['email', d.asEmail],
                ]}
                onChange={setView}
              />
              {version === undefined ? (
                <SkeletonRows />
              ) : view === 'changes' ? (
                <div className={styles.comparison}>
                  <Comparison
                    before={version.data}
                    after={present}
                    language={editorLanguageOf(type)}
                    labels={[d.version(version.number), d.current]}
                  />
                </div>
              ) : (
                <VersionEmail key={version.number} trial={previewSource(version)} variant={variant} />
              )}
            </div>
          </div>
        </div>
      )}
    </Dialog>
  );
}

const NO_VALUES = {};
const EMAIL_WIDTH = 680;

function VersionEmail({ trial, variant }: { readonly trial: Trial; readonly variant: Variant }) {
  const t = useWords(studioTexts);
  const [place, width] = useWidth();
  const { report, isRefused } = useLiveRender(trial, variant, NO_VALUES);
  const zoom = width === 0 ? 1 : Math.min(1, width / EMAIL_WIDTH);
  return (
    <div ref={place} className={styles.versionEmail}>
      {isRefused && <p className="muted">{t.neverRendered}</p>}
      {report !== null && width > 0 && (
        <EmailFrame html={report.html} title={t.theEmail} width={Math.max(width, EMAIL_WIDTH)} zoom={zoom} />
      )}
    </div>
  );
}
