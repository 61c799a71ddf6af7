import { useWords } from '../i18n/words';
import { Section } from '../parts/page';
import styles from './settings.module.css';
import { settingsTexts } from './words';

/** For partners whose emails come from the service's address: how to get a sender of their own. */
export function SenderAsk({ from }: { readonly from: string }) {
  const t = useWords(settingsTexts);
  const records = [
    ['SPF (TXT)', 'acme.example', t.spfValue],
    ['DKIM (TXT)', 'livery1._domainkey.acme.example', t.dkimValue],
    ['DMARC (TXT)', '_dmarc.acme.example', t.dmarcValue],
  ] as const;
  return (
    <div className="stack-24">
      <Section title={t.sending}>
        <p className="small">
          {t.senderText} {t.senderNow} <code>{from}</code>.
        </p>
        <p className="small">{t.senderAsk}</p>
        <ul className={styles.bullets}>
          <li>{t.senderFrom}</li>
          <li>{t.senderDkim}</li>
        </ul>
      </Section>
      <Section title={t.records}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t.recordType}</th>
              <th scope="col">{t.recordName}</th>
              <th scope="col">{t.recordValue}</th>
            </tr>
          </thead>
          <tbody>
            {records.map(([type, name, value]) => (
              <tr key={type}>
                <th scope="row">{type}</th>
                <td>
                  <code>{name}</code>
                </td>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </div>
  );
}
