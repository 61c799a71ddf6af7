import { MailCheck } from 'lucide-react';
import { useMemo } from 'react';
import { useWords } from '../i18n/words';
import { List } from '../list/list';
import { useLivePages } from '../list/use-live-pages';
import { ofEmail } from '../outcomes/outcomes';
import { StateBadge, Tag } from '../parts/badge';
import { LinkButton } from '../parts/button';
import { EmptyState } from '../parts/states';
import type { Column } from '../parts/table';
import { addressOf } from '../routing/place';
import { RelativeTime } from '../time/relative-time';
import { kindText, languageText } from './kinds';
import { type Email, type EmailFilters, emailsPage, useTemplateNames } from './sent-calls';
import { SentPanel } from './sent-panel';
import styles from './sent-table.module.css';
import { sentTexts } from './words';

interface SentTableProps {
  readonly filters: EmailFilters;
  readonly isLive: boolean;
}

/** The emails that match the filters, and the one that is open beside them. */
export function SentTable({ filters, isLive }: SentTableProps) {
  const t = useWords(sentTexts);
  const pages = useLivePages({
    name: 'emails',
    topic: 'email',
    filters,
    isLive,
    page: (cursor, signal) => emailsPage(filters, cursor, signal),
  });
  return (
    <List
      label={t.title}
      rows={pages}
      keyOf={keyOf}
      columns={useColumns()}
      pageOf={({ id }) => addressOf(['sent', id])}
      renderPanel={(id, close) => <SentPanel key={id} id={id} onClose={close} />}
      noMatch={Object.keys(filters).length > 0 ? t.noMatch : null}
      empty={
        <EmptyState
          icon={<MailCheck aria-hidden />}
          title={t.none}
          action={<LinkButton href={addressOf(['templates'])}>{t.toTemplates}</LinkButton>}
        >
          {t.noneText}
        </EmptyState>
      }
    />
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
        width: '108px',
        cell: (email) => <StateBadge state={ofEmail.state(email)} />,
      },
      {
        id: 'subject',
        header: t.subject,
        width: 'minmax(0, 2fr)',
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
        width: 'minmax(0, 1.2fr)',
        from: 960,
        cell: (email) => <TemplateCell email={email} />,
      },
      {
        id: 'when',
        header: t.when,
        width: '152px',
        from: 620,
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

/** The subject, followed by the error if there is one. */
function SubjectCell({ email }: { readonly email: Email }) {
  const t = useWords(sentTexts);
  const { subject, test, resendOf, lastStatus, lastError, attemptCount, status } = email;
  const hasFailed = status !== 'succeeded' && attemptCount > 0 && lastError !== null;
  return (
    <span className={styles.subject}>
      {test && <Tag>{t.test}</Tag>}
      {resendOf !== null && <Tag>{t.resent}</Tag>}
      {subject !== null && (
        <span className="clip" title={subject}>
          {subject}
        </span>
      )}
      {subject === null && !hasFailed && <span className="muted">{t.noSubject}</span>}
      {hasFailed && (
        <span className="bad clip">{ofEmail.outcome({ status: lastStatus, error: lastError })}</span>
      )}
      {email.bounce !== null && <span className="bad">{email.bounce.status}</span>}
    </span>
  );
}

function TemplateCell({ email: { templateId, fallback, attemptCount } }: { readonly email: Email }) {
  const t = useWords(sentTexts);
  const { data: names } = useTemplateNames();
  const nameOf = (id: number) => names?.get(id) ?? `#${id}`;
  if (fallback !== null) return <span className="bad">{t.templateFailed(nameOf(fallback.templateId))}</span>;
  if (attemptCount === 0) return null;
  return <span className="muted">{templateId === null ? t.defaultTemplate : nameOf(templateId)}</span>;
}

function keyOf({ id }: Email): string {
  return id;
}
