import { answerOf, api, type Schema } from '../api/client';
import { usePages } from '../api/use-pages';
import { useSubscriptionNames } from '../deliveries/delivery-calls';
import { useWords } from '../i18n/words';
import { Badge } from '../parts/badge';
import { Button } from '../parts/button';
import { Section } from '../parts/page';
import { FailedState, SkeletonRows } from '../parts/states';
import { partTexts } from '../parts/texts';
import { Link } from '../routing/link';
import { addressOf } from '../routing/place';
import { UnmetConditions } from '../subscriptions/unmet-conditions';
import { number } from '../time/format';
import styles from './explanation.module.css';
import { eventsTexts } from './words';

type Explained = Schema<'Explanation'>;
/** The reasons that are shown one by one. */
type ShownReason = Exclude<NonNullable<Explained['reason']>, 'other_type'>;

const PAGE = 100;

/** For every subscription, whether the event triggered it, or why not. Only counts those for other events. */
export function Explanation({ eventId }: { readonly eventId: string }) {
  const t = useWords(eventsTexts);
  const parts = useWords(partTexts);
  const pages = usePages(['explanation', eventId], (cursor, signal) => {
    const params = { path: { id: eventId }, query: { limit: PAGE, ...(cursor !== undefined && { cursor }) } };
    return answerOf(api.GET('/partner/event/{id}/explanation', { params, signal }));
  });
  const { items, isLoading, error, reload } = pages;
  const relevant = items.filter(({ reason }) => reason !== 'other_type');
  const others = items.length - relevant.length;
  return (
    <Section title={t.explanation}>
      {isLoading && error !== null && <FailedState error={error} onRetry={reload} />}
      {isLoading && error === null && <SkeletonRows count={3} />}
      <ul className={styles.verdicts}>
        {relevant
          .toSorted((one, other) => Number(other.fired) - Number(one.fired))
          .map((explained) => (
            <Verdict key={explained.subscriptionId} explained={explained} />
          ))}
      </ul>
      {pages.hasMore && (
        <div>
          <Button onPress={pages.loadMore}>{parts.showMore}</Button>
        </div>
      )}
      {others > 0 && <p className="muted small">{t.otherTypes(others, number(others))}</p>}
    </Section>
  );
}

function Verdict({ explained }: { readonly explained: Explained }) {
  const t = useWords(eventsTexts);
  const { data: names = [] } = useSubscriptionNames();
  const { subscriptionId, fired, deliveryId, reason, asOf, conditions } = explained;
  const url = names.find(({ id }) => id === subscriptionId)?.url;
  const reasons: Readonly<Record<ShownReason, string>> = {
    not_subscribed_yet: t.reasonNotYet,
    company_not_attached: t.reasonCompany,
    deleted: t.reasonDeleted,
    inactive: t.reasonInactive,
    conditions: t.reasonConditions,
    about_itself: t.reasonItself,
    feature_missing: t.reasonFeature,
  };
  return (
    <li>
      <div className={styles.head}>
        <Link href={addressOf(['subscriptions', subscriptionId])}>#{subscriptionId}</Link>
        <Badge tone={fired ? 'good' : 'off'}>{fired ? t.fired : t.notFired}</Badge>
        <span className="muted">{reason !== null && reason !== 'other_type' && reasons[reason]}</span>
        {deliveryId !== null && <Link href={addressOf(['deliveries', deliveryId])}>{t.seeDelivery}</Link>}
      </div>
      {url !== undefined && <p className="muted small clip">{url}</p>}
      {conditions.length > 0 && <UnmetConditions conditions={conditions} />}
      {asOf === 'now' && <p className="muted small">{t.asOfNow}</p>}
    </li>
  );
}
