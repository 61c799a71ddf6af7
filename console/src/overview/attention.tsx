import { CircleCheck, CircleX, MailWarning, TriangleAlert } from 'lucide-react';
import type { Schema } from '../api/client';
import { useWords } from '../i18n/words';
import { Button, LinkButton } from '../parts/button';
import { Section } from '../parts/page';
import { EmptyState, FailedState, SkeletonRows } from '../parts/states';
import { Link } from '../routing/link';
import { addressOf } from '../routing/place';
import { useCanWrite } from '../session/scopes';
import { subscriptionActions } from '../subscriptions/actions';
import { byUrgency, isValid } from '../subscriptions/health';
import { type Subscription, useRegularReload, useSubscriptions } from '../subscriptions/subscription-calls';
import { duration, number } from '../time/format';
import { RelativeTime, useNow } from '../time/relative-time';
import { useLastEmails } from './overview-calls';
import styles from './overview.module.css';
import { overviewTexts } from './words';

const MAX_EMAILS = 5;
/** Failing subscriptions that are shown; the others are behind a link. */
const MOST = 4;

/** Everything that needs attention, the most urgent first. */
export function Attention() {
  const t = useWords(overviewTexts);
  const subscriptions = useSubscriptions({ areDeleted: false });
  const emails = useLastEmails();
  const { items, reload } = subscriptions;
  const error = subscriptions.error ?? emails.error;
  const failing = items.filter(({ health }) => health.state !== 'healthy').toSorted(byUrgency);
  useRegularReload({ items, reload, isOn: true });
  const faulty = (emails.data ?? []).filter(isFaulty).slice(0, MAX_EMAILS);
  const isLoading = subscriptions.isLoading || emails.isPending;
  const isEmpty = failing.length === 0 && faulty.length === 0;
  return (
    <Section title={t.attention}>
      {error !== null && isEmpty && (
        <FailedState
          error={error}
          onRetry={() => {
            subscriptions.reload();
            void emails.refetch();
          }}
        />
      )}
      {error === null && isEmpty && isLoading && <SkeletonRows count={3} />}
      {error === null && isEmpty && !isLoading && (
        <EmptyState icon={<CircleCheck aria-hidden />} title={t.allWell}>
          {t.allWellText}
        </EmptyState>
      )}
      <ul className={styles.list}>
        {failing.slice(0, MOST).map((subscription) => (
          <Failing key={subscription.id} subscription={subscription} />
        ))}
        {faulty.map((email) => (
          <FaultyEmail key={email.id} email={email} />
        ))}
      </ul>
      {failing.length > MOST && (
        <Link href={addressOf(['subscriptions'])}>
          {t.more(failing.length - MOST, number(failing.length - MOST))}
        </Link>
      )}
    </Section>
  );
}

function Failing({ subscription }: { readonly subscription: Subscription }) {
  const t = useWords(overviewTexts);
  const now = useNow();
  const canWrite = useCanWrite();
  const { id, type, url, health } = subscription;
  const { willBeDeletedAt, lastStatus, state } = health;
  const left = willBeDeletedAt === null ? null : duration(Math.max(1000, Date.parse(willBeDeletedAt) - now));
  const answerText = (status: number | null) => {
    if (status === null) return t.noAnswer;
    return isValid(status) ? t.othersAnswered(String(status)) : t.lastAnswer(String(status));
  };
  const Icon = state === 'at_risk' ? CircleX : TriangleAlert;
  return (
    <li>
      <Icon aria-hidden data-tone={state === 'at_risk' ? 'bad' : 'wait'} />
      <div className="stack-4">
        <p>
          <Link href={addressOf(['subscriptions', id])}>{type}</Link> → {hostOf(url)}{' '}
          {left === null ? t.failing : <strong>{t.dueText(left)}</strong>}: {answerText(lastStatus)}.
        </p>
        <div className="row-8">
          {canWrite && (
            <Button about={`${type} #${id}`} onPress={() => void subscriptionActions.test(subscription)}>
              {t.testIt}
            </Button>
          )}
          {canWrite && <LinkButton href={addressOf(['subscriptions', id, 'configure'])}>{t.edit}</LinkButton>}
          <LinkButton tone="quiet" href={addressOf(['subscriptions', id, 'deliveries'])}>
            {t.seeFailures}
          </LinkButton>
        </div>
      </div>
    </li>
  );
}

function FaultyEmail({ email }: { readonly email: Schema<'Email'> }) {
  const t = useWords(overviewTexts);
  const { id, kind, to, status, createdAt } = email;
  const what = kind === 'document' ? t.documentEmail : kind === 'clientPdf' ? t.receipt : kind;
  const text =
    status === 'failed'
      ? t.emailFailed(what, to)
      : status === 'bounced'
        ? t.emailBounced(what, to)
        : t.emailFallback(what, to);
  return (
    <li>
      <MailWarning aria-hidden data-tone={status === 'failed' || status === 'bounced' ? 'bad' : 'wait'} />
      <div className="stack-4">
        <p>
          {text}.{' '}
          <span className="muted">
            <RelativeTime at={createdAt} />
          </span>
        </p>
        <div>
          <LinkButton href={addressOf(['sent', id])}>{t.seeEmail}</LinkButton>
        </div>
      </div>
    </li>
  );
}

function isFaulty({ status, fallback }: Schema<'Email'>): boolean {
  return status === 'failed' || status === 'bounced' || fallback !== null;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
