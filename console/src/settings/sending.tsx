import { useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schema } from '../api/client';
import { useWords } from '../i18n/words';
import { Badge, type StateTone } from '../parts/badge';
import { CopyButton } from '../parts/copy-button';
import { FactRows } from '../parts/fact-rows';
import { Section } from '../parts/page';
import { FailedState, SkeletonRows } from '../parts/states';
import { AbsoluteTime } from '../time/relative-time';
import { SenderAsk } from './sender-ask';
import styles from './settings.module.css';
import { settingsTexts } from './words';

type Sender = Schema<'EmailSender'>;
type SenderRecord = Schema<'EmailSenderRecord'>;

const TONES: Readonly<Record<SenderRecord['verdict'], StateTone>> = {
  ok: 'good',
  warning: 'wait',
  wrong: 'bad',
};

/** The sender of emails, and the state of its DNS records. */
export function Sending() {
  const t = useWords(settingsTexts);
  const { data, error, refetch } = useQuery({
    queryKey: ['emailSender'],
    queryFn: ({ signal }) => bodyOf(api.GET('/partner/emailSender', { signal })),
  });
  if (data?.own === false) return <SenderAsk from={data.from} />;
  return (
    <div className="stack-24">
      <Section title={t.sending}>
        {data === undefined && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <SkeletonRows count={3} />}
        {data !== undefined && <Facts sender={data} />}
      </Section>
      {data !== undefined && (
        <Section title={t.recordsFound}>
          <Records records={data.records} />
        </Section>
      )}
    </div>
  );
}

function Facts({ sender: { from, dkim, checkedAt } }: { readonly sender: Sender }) {
  const t = useWords(settingsTexts);
  return (
    <FactRows
      facts={{
        [t.senderAddress]: <code>{from}</code>,
        [t.signedBy]:
          dkim === null ? (
            <span className="muted">{t.unsigned}</span>
          ) : (
            <code>{`${dkim.selector}._domainkey.${dkim.domain}`}</code>
          ),
        [t.lookedUp]: checkedAt !== null && <AbsoluteTime at={checkedAt} />,
      }}
    />
  );
}

function Records({ records }: { readonly records: readonly SenderRecord[] }) {
  const t = useWords(settingsTexts);
  const words = { ok: t.recordOk, warning: t.recordWarning, wrong: t.recordWrong };
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t.recordType}</th>
          <th scope="col">{t.recordState}</th>
          <th scope="col">{t.recordFound}</th>
        </tr>
      </thead>
      <tbody>
        {records.map(({ record, verdict, found, publish, advice }) => (
          <tr key={found}>
            <th scope="row">{record}</th>
            <td>
              <Badge tone={TONES[verdict]}>{words[verdict]}</Badge>
            </td>
            <td>
              <p lang="en">{found}</p>
              {publish !== null && (
                <p>
                  {t.publish} <code>{publish.name}</code> TXT <code>{publish.value}</code>{' '}
                  <CopyButton text={publish.value} what={publish.name} />
                </p>
              )}
              {advice !== null && <p lang="en">{advice}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
