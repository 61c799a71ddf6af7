import { Building2 } from 'lucide-react';
import { answerOf, api } from '../api/client';
import { usePages } from '../api/use-pages';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { Section } from '../parts/page';
import { EmptyState, FailedState, SkeletonRows } from '../parts/states';
import { partTexts } from '../parts/texts';
import { Link } from '../routing/link';
import { addressOf } from '../routing/place';
import { RelativeTime } from '../time/relative-time';
import { useSenderName } from './sender-name';
import styles from './settings.module.css';
import { settingsTexts } from './words';

/** The number of companies whose names are read from their last emails. */
const PAGE = 20;

/** The companies of the partner. The service knows only their numbers; their names come from their emails. */
export function Companies() {
  const t = useWords(settingsTexts);
  const p = useWords(partTexts);
  const { items, isLoading, error, hasMore, loadMore, reload } = usePages(['company'], (cursor, signal) =>
    answerOf(
      api.GET('/partner/company', {
        params: { query: { limit: PAGE, ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
    ),
  );
  return (
    <Section title={t.companies}>
      <p className="muted small">{t.companiesText}</p>
      {error !== null && items.length === 0 && <FailedState error={error} onRetry={reload} />}
      {error === null && isLoading && <SkeletonRows count={3} />}
      {error === null && !isLoading && items.length === 0 && (
        <EmptyState icon={<Building2 aria-hidden />} title={t.noCompanies}>
          {t.noCompaniesText}
        </EmptyState>
      )}
      {items.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t.company}</th>
              <th scope="col">{t.lastSender}</th>
              <th scope="col">{t.attached}</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ companyId, createdAt }) => (
              <tr key={companyId}>
                <th scope="row">
                  <Link
                    href={addressOf(['sent'], { companyId })}
                    aria-label={`${companyId}: ${t.sentEmails}`}
                    title={t.sentEmails}
                  >
                    {companyId}
                  </Link>
                </th>
                <td>
                  <SenderName companyId={companyId} />
                </td>
                <td className="muted">
                  <RelativeTime at={createdAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hasMore && (
        <Button tone="quiet" onPress={loadMore}>
          {p.showMore}
        </Button>
      )}
    </Section>
  );
}

function SenderName({ companyId }: { readonly companyId: number }) {
  const t = useWords(settingsTexts);
  const name = useSenderName(companyId);
  if (name === undefined) return null;
  return name === null ? <span className="muted">{t.unknownSender}</span> : <>{name}</>;
}
