import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schema } from '../api/client';
import { messageOf } from '../api/refusal';
import { useEvent } from '../events/event-calls';
import { subjectOf } from '../events/subject';
import { useWords } from '../i18n/words';
import { CodeText } from '../parts/code-text';
import { Banner, Skeleton, SkeletonRows } from '../parts/states';
import { Link } from '../routing/link';
import { addressOf } from '../routing/place';
import { number } from '../time/format';
import { RelativeTime } from '../time/relative-time';
import { type Draft, filterOf } from './draft';
import type { SampleDocument } from './sample';
import styles from './preview.module.css';
import { UnmetConditions } from './unmet-conditions';
import { useSettled } from './use-settled';
import { subscriptionsTexts } from './words';

/** The pause in typing before the preview is updated. */
const PAUSE_MS = 250;
/** The same for past events, which take longer to try. */
const PAST_PAUSE_MS = 700;
/** How many past events are tried. */
const LAST = 1000;
/** How many of the matching ones are shown. */
const SHOWN = 5;

/** What would be sent for the sample with the present values of the form. Nothing is stored or sent. */
export function Preview({ draft, document }: { readonly draft: Draft; readonly document: SampleDocument }) {
  const t = useWords(subscriptionsTexts);
  const filter = useFilter(draft, PAUSE_MS);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['preview', filter.text, document],
    enabled: filter.value !== null,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) => previewOf({ ...filter.value, document }, signal),
  });
  if (filter.error !== null) return <Banner tone="bad">{filter.error}</Banner>;
  if (error !== null) return <Banner tone="bad">{messageOf(error)}</Banner>;
  if (data === undefined) return <SkeletonRows count={4} />;
  const unmet = data.conditions.filter(({ matches }) => !matches);
  return (
    <div className="stack-8" aria-live="polite" aria-busy={isPlaceholderData}>
      <p>
        <strong>{data.matches ? t.sent : t.notSent}</strong>
      </p>
      {!data.matches && <UnmetConditions conditions={unmet} />}
      {data.matches && (
        <CodeText label={t.bodySent} text={JSON.stringify(data.body, null, 2)} syntax="json" />
      )}
      {data.emptyPaths.length > 0 && (
        <p className="small">
          {t.emptyPaths} <code>{data.emptyPaths.join(', ')}</code>
        </p>
      )}
      {data.warnings.map(({ message }) => (
        <Banner key={message} tone="wait">
          {message}
        </Banner>
      ))}
      <Past draft={draft} />
    </div>
  );
}

/** The number of recent events for which it would have fired, and links to them. */
function Past({ draft }: { readonly draft: Draft }) {
  const t = useWords(subscriptionsTexts);
  const filter = useFilter(draft, PAST_PAUSE_MS);
  const { data } = useQuery({
    queryKey: ['preview', 'past', filter.text],
    enabled: filter.value !== null,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) => pastPreviewOf({ ...filter.value, last: LAST }, signal),
  });
  if (data === undefined) return null;
  if (data.of === 0) return <p className="muted small">{t.noEvents}</p>;
  return (
    <div className="stack-4 small">
      <p>{t.fired(number(data.matched), number(data.of))}</p>
      {data.examples.length > 0 && (
        <>
          <p className="muted">{t.examples}</p>
          <ul className={styles.examples}>
            {data.examples.slice(0, SHOWN).map((id) => (
              <li key={id}>
                <PastEvent id={id} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** The document of a past event, and when it was: its own id says nothing to people. */
function PastEvent({ id }: { readonly id: string }) {
  const { data: event, isPending } = useEvent(id);
  return (
    <Link href={addressOf(['events', id])} title={id}>
      {event !== undefined && (
        <>
          {subjectOf(event)} · <RelativeTime at={event.createdAt} />
        </>
      )}
      {event === undefined && (isPending ? <Skeleton width={180} height={12} /> : id)}
    </Link>
  );
}

function useFilter(draft: Draft, pauseMs: number) {
  const read = filterIn(draft);
  const text = useSettled(JSON.stringify(read.value), pauseMs);
  return { text, value: JSON.parse(text) as ReturnType<typeof filterOf> | null, error: read.error };
}

function filterIn(draft: Draft) {
  try {
    return { value: filterOf(draft), error: null };
  } catch (error) {
    return { value: null, error: messageOf(error) };
  }
}

async function previewOf(body: object, signal: AbortSignal): Promise<Schema<'Preview'>> {
  return (await previewBody(body, signal)) as Schema<'Preview'>;
}

async function pastPreviewOf(body: object, signal: AbortSignal): Promise<Schema<'PastPreview'>> {
  return (await previewBody(body, signal)) as Schema<'PastPreview'>;
}

function previewBody(body: object, signal: AbortSignal) {
  const request = body as Schema<'PreviewRequest'>;
  return bodyOf(api.POST('/partner/webhookSubscription/preview', { body: request, signal }));
}
