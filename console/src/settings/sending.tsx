import { useWords } from '../i18n/words';
import { Section } from '../parts/page';
import styles from './settings.module.css';
import { settingsTexts } from './words';

/** Whose address emails come from. Operators set it, so this says what to ask them for and what to publish. */
export function Sending() {
  const t = useWords(settingsTexts);
  const records = [
    ['SPF (TXT)', 'acme.example', t.spfValue],
    ['DKIM (TXT)', 'livery1._domainkey.acme.example', t.dkimValue],
    ['DMARC (TXT)', '_dmarc.acme.example', t.dmarcValue],
  ] as const;
  return (
    <div className="stack-24">
      <Section title={t.sending}>
        <p className="small">{t.senderText}</p>
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
