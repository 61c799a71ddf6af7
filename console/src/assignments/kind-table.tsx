import { useWords } from '../i18n/words';
import { Section } from '../parts/page';
import { kindText } from '../sent/kinds';
import { useSenderName } from '../settings/sender-name';
import { Cell } from './cell';
import styles from './kind-table.module.css';
import { companyText, type Kind, languageText, LANGUAGES, nameOf, type Target } from './effective';
import type { Matrix } from './use-matrix';
import { assignmentsTexts } from './words';

/** The number of companies whose names are read from their last emails. */
const MAX_NAMES = 20;

interface KindTableProps {
  readonly kind: Kind;
  /** The rows. Null stands for all companies. */
  readonly companies: readonly (number | null)[];
  readonly matrix: Matrix;
  readonly open: Target | null;
}

/** The emails of one kind: companies by languages, each with the template that would be sent. */
export function KindTable({ kind, companies, matrix, open }: KindTableProps) {
  const t = useWords(assignmentsTexts);
  const about = kind === 'document' ? t.documentText : kind === 'clientPdf' ? t.clientPdfText : null;
  return (
    <Section title={kindText(kind)}>
      {about !== null && <p className="muted small">{about}</p>}
      <div className={styles.place}>
        <table className={styles.matrix}>
          <thead>
            <tr>
              <th scope="col">{t.target}</th>
              {LANGUAGES.map((language) => (
                <th key={language} scope="col">
                  {languageText(language)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {companies.map((companyId, index) => (
              <tr key={companyId}>
                <th scope="row">
                  {companyText(companyId)}
                  {companyId !== null && index <= MAX_NAMES && <SenderName companyId={companyId} />}
                </th>
                {LANGUAGES.map((language) => {
                  const target = { kind, language, companyId };
                  const isOpen = open !== null && nameOf(open) === nameOf(target);
                  return <Cell key={language} target={target} matrix={matrix} isOpen={isOpen} />;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function SenderName({ companyId }: { readonly companyId: number }) {
  return <span className={styles.sender}>{useSenderName(companyId) ?? ''}</span>;
}
