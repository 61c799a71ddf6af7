import { MailCheck } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { queryClient } from '../api/query-client';
import { useLive } from '../api/use-live';
import { usePages } from '../api/use-pages';
import { useWords } from '../i18n/words';
import { Badge, Tag } from '../parts/badge';
import { LinkButton } from '../parts/button';
import { EmptyState, FailedState } from '../parts/states';
import { type Column, Table } from '../parts/table';
import { addressOf, changeParameters, usePlace } from '../routing/place';
import { RelativeTime } from '../time/relative-time';
import { kindText, languageText, outcomeText, stateOf } from './outcome';
import { type Email, type EmailFilters, emailsPage, useTemplateNames } from './sent-calls';
import { SentPanel } from './sent-panel';
import styles from './sent.module.css';
import { sentTexts } from './words';

/** More rows than this are not read again by themselves. */
const LIVE_ROWS = 300;

interface SentTableProps {
  readonly filters: EmailFilters;
  readonly isLive: boolean;
}

/** The emails under filters, and the one that is open beside them. */
export function SentTable({ filters, isLive }: SentTableProps) {
  const t = useWords(sentTexts);
  const { parameters } = usePlace();
  const open = parameters.get('open');
  const pages = usePages(['emails', filters], (cursor, signal) => emailsPage(filters, cursor, signal));
  const { items, reload } = pages;
  useLive('email', isLive && items.length <= LIVE_ROWS, readAgain);
  const columns = useColumns();
  const close = useCallback(() => changeParameters({ open: null }), []);
  const query = Object.fromEntries(parameters);
  return (
    <>
      {pages.error !== null && items.length === 0 ? (
        <FailedState
          error={pages.error}
          onRetry={reload}
          action={<LinkButton href={addressOf(['sent'])}>{t.showAll}</LinkButton>}
        />
      ) : (
        <Table
          label={t.title}
          rows={items}
          keyOf={keyOf}
          columns={columns}
          linkOf={({ id }) => ({
            href: addressOf(['sent', id]),
            panel: addressOf(['sent'], { ...query, open: id }),
          })}
          openKey={open}
          isLoading={pages.isLoading}
          isStale={pages.isStale}
          hasMore={pages.hasMore}
          onMore={pages.loadMore}
          empty={<Nothing isFiltered={Object.keys(filters).length > 0} />}
        />
      )}
      {open !== null && <SentPanel key={open} id={open} onClose={close} />}
    </>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  const t = useWords(sentTexts);
  if (isFiltered) {
    return (
      <EmptyState
        title={t.noMatch}
        action={<LinkButton href={addressOf(['sent'])}>{t.showAll}</LinkButton>}
      />
    );
  }
  return (
    <EmptyState
      icon={<MailCheck aria-hidden />}
      title={t.none}
      action={<LinkButton href={addressOf(['templates'])}>{t.toTemplates}</LinkButton>}
    >
      {t.noneText}
    </EmptyState>
  );
}

function useColumns(): readonly Column<Email>[] {
  const t = useWords(sentTexts);
  return useMemo(
    () => [
      { id: 'to', header: t.recipient, width: 'minmax(0, 1.2fr)', cell: ({ to }) => to },
      {
        id: 'status',
        header: t.status,
        width: '128px',
        cell: (email) => <Badge tone={stateOf(email).tone}>{stateOf(email).text}</Badge>,
      },
      {
        id: 'subject',
        header: t.subject,
        width: 'minmax(0, 2.4fr)',
        from: 560,
        cell: (email) => <SubjectCell email={email} />,
      },
      {
        id: 'kind',
        header: t.kind,
        width: '152px',
        from: 840,
        cell: ({ kind, language }) => (
          <span className="muted">{t.kindIn(kindText(kind), languageText(language))}</span>
        ),
      },
      {
        id: 'template',
        header: t.template,
        width: 'minmax(0, 0.8fr)',
        from: 960,
        cell: (email) => <TemplateCell email={email} />,
      },
      {
        id: 'when',
        header: t.when,
        width: '128px',
        from: 420,
        isEnd: true,
        cell: ({ createdAt }) => (
          <span className="muted">
            <RelativeTime at={createdAt} />
          </span>
        ),
      },
    ],
    [t],
  );
}

/** The subject; where something went wrong, that after it. */
function SubjectCell({ email }: { readonly email: Email }) {
  const t = useWords(sentTexts);
  const { subject, test, resendOf, lastStatus, lastError, attemptCount, status } = email;
  const hasFailed = status !== 'succeeded' && attemptCount > 0 && lastError !== null;
  return (
    <span className={styles.subject}>
      {test && <Tag>{t.test}</Tag>}
      {resendOf !== null && <Tag>{t.resent}</Tag>}
      {subject !== null && <span className="clip">{subject}</span>}
      {subject === null && !hasFailed && <span className="muted">{t.noSubject}</span>}
      {hasFailed && (
        <span className={styles.bad}>{outcomeText({ status: lastStatus, error: lastError })}</span>
      )}
      {email.bounce !== null && <span className={styles.bad}>{email.bounce.status}</span>}
    </span>
  );
}

function TemplateCell({ email: { templateId, fallback, attemptCount } }: { readonly email: Email }) {
  const t = useWords(sentTexts);
  const { data: names } = useTemplateNames();
  const nameOf = (id: number) => names?.get(id) ?? `#${id}`;
  if (fallback !== null)
    return <span className={styles.bad}>{t.templateFailed(nameOf(fallback.templateId))}</span>;
  if (attemptCount === 0) return null;
  return <span className="muted">{templateId === null ? t.defaultTemplate : nameOf(templateId)}</span>;
}

/** Reads the list and the email that is open again. */
function readAgain(): void {
  void queryClient.invalidateQueries({ queryKey: ['emails'] });
  void queryClient.invalidateQueries({ queryKey: ['email'] });
}

function keyOf({ id }: Email): string {
  return id;
}
