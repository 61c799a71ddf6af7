import { useMemo, useState } from 'react';
import { said } from '../../i18n/said';
import { useWords } from '../../i18n/words';
import { LinkButton } from '../../parts/button';
import { addressOf } from '../../routing/place';
import { type Known, shownValue } from '../editor/known';
import type { Source } from '../source';
import { SearchField } from '../../parts/search-field';
import styles from './left-panel.module.css';
import { outlineOf } from './outline';
import { studioTexts } from './words';

interface LeftPanelProps {
  readonly known: Known;
  readonly text: string;
  readonly type: Source['type'];
  /** Null if the text cannot be changed. */
  readonly onInsert: ((text: string) => void) | null;
  readonly onLine: (line: number) => void;
}

const PARTS = ['variables', 'snippets', 'helpers', 'outline'] as const;

/** Everything that can be inserted into the text, with its meaning, and the outline of the text. */
export function LeftPanel(props: LeftPanelProps) {
  const t = useWords(studioTexts);
  const [part, setPart] = useState<(typeof PARTS)[number]>('variables');
  const [search, setSearch] = useState('');
  const searchLabel =
    part === 'variables' ? t.searchVariables : part === 'helpers' ? t.searchHelpers : t.searchSnippets;
  return (
    <section className={styles.panel} aria-label={t.insert}>
      <div className={styles.tabs} role="group" aria-label={t.insert}>
        {PARTS.map((one) => (
          <button key={one} type="button" aria-pressed={one === part} onClick={() => setPart(one)}>
            {t[one]}
          </button>
        ))}
      </div>
      {part !== 'outline' && (
        <div className={styles.search}>
          <SearchField label={searchLabel} placeholder={searchLabel} value={search} onChange={setSearch} />
        </div>
      )}
      {part === 'variables' && <Variables {...props} search={search} />}
      {part === 'snippets' && <Snippets {...props} search={search} />}
      {part === 'helpers' && <Helpers {...props} search={search} />}
      {part === 'outline' && <Outline {...props} />}
    </section>
  );
}

interface SearchedProps extends LeftPanelProps {
  readonly search: string;
}

function Variables({ known, search, onInsert, text }: SearchedProps) {
  const t = useWords(studioTexts);
  const found = known.variables.filter(({ path, meaning }) => matches(`${path} ${said(meaning)}`, search));
  return (
    <ul className={styles.list}>
      {found.length === 0 && <li className={styles.none}>{t.noneFound}</li>}
      {found.map(({ path, meaning, sample, isObject, isRequired }) => (
        <Entry
          key={path}
          name={path}
          about={said(meaning)}
          sample={isObject ? '' : shownValue(sample)}
          mark={isRequired ? null : '?'}
          markTitle={t.sometimes}
          isUsed={text.includes(path)}
          onInsert={onInsert === null || isObject ? null : () => onInsert(`{{${path}}}`)}
        />
      ))}
    </ul>
  );
}

function Snippets({ known, search, onInsert, text }: SearchedProps) {
  const t = useWords(studioTexts);
  const found = known.snippets.filter(({ name, data }) => matches(`${name} ${data}`, search));
  return (
    <ul className={styles.list}>
      {found.map(({ id, name, data }) => (
        <Entry
          key={id}
          name={name}
          about={data.replaceAll(/\s+/g, ' ').slice(0, 90)}
          sample=""
          isUsed={includes(text, name)}
          href={addressOf(['snippets', id])}
          onInsert={onInsert === null ? null : () => onInsert(`{{> ${name}}}`)}
        />
      ))}
      {known.snippets.length === 0 && (
        <li className={styles.none}>
          <p>{t.noSnippets}</p>
          {onInsert !== null && <LinkButton href={addressOf(['snippets', 'new'])}>{t.newSnippet}</LinkButton>}
        </li>
      )}
    </ul>
  );
}

function Helpers({ known, search, onInsert }: SearchedProps) {
  const t = useWords(studioTexts);
  const found = known.helpers.filter(({ name, meaning }) => matches(`${name} ${said(meaning)}`, search));
  return (
    <ul className={styles.list}>
      {found.length === 0 && <li className={styles.none}>{t.noneFound}</li>}
      {found.map(({ name, signature, meaning, example }) => (
        <Entry
          key={name}
          name={signature}
          about={said(meaning).replaceAll('`', '')}
          sample={example}
          onInsert={onInsert === null ? null : () => onInsert(example)}
        />
      ))}
    </ul>
  );
}

function Outline({ text, type, onLine }: LeftPanelProps) {
  const t = useWords(studioTexts);
  const entries = useMemo(() => outlineOf(text, type), [text, type]);
  if (entries.length === 0) return <p className={styles.none}>{t.noOutline}</p>;
  return (
    <ul className={styles.list}>
      {entries.map(({ name, about, depth, line }, index) => (
        <li key={`${index}-${line}`}>
          <button
            type="button"
            className={styles.step}
            style={{ paddingLeft: 12 + depth * 12 }}
            onClick={() => onLine(line)}
          >
            <span className="mono">{name}</span> <span className="muted">{about}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface EntryProps {
  readonly name: string;
  readonly about: string;
  readonly sample: string;
  readonly mark?: string | null;
  readonly markTitle?: string;
  readonly isUsed?: boolean;
  readonly href?: string;
  readonly onInsert: (() => void) | null;
}

function Entry({ name, about, sample, mark = null, markTitle, isUsed = false, href, onInsert }: EntryProps) {
  const t = useWords(studioTexts);
  const content = (
    <>
      <span className={styles.name} data-used={isUsed}>
        {name}
        {mark !== null && (
          <span className={styles.mark} title={markTitle}>
            {mark}
          </span>
        )}
      </span>
      {about !== '' && <span className={styles.about}>{about}</span>}
      {sample !== '' && <span className={styles.sample}>{sample}</span>}
    </>
  );
  return (
    <li className={styles.entry}>
      {onInsert === null ? (
        <div className={styles.plain}>{content}</div>
      ) : (
        <button type="button" aria-label={t.insertOne(name)} className={styles.insert} onClick={onInsert}>
          {content}
        </button>
      )}
      {href !== undefined && (
        <LinkButton tone="quiet" href={href} aria-label={t.openSnippet(name)}>
          →
        </LinkButton>
      )}
    </li>
  );
}

/** True if a text includes a snippet, alone or as a layout. */
function includes(text: string, name: string): boolean {
  const plain = name.replaceAll('$', String.raw`\$`);
  return new RegExp(String.raw`\{\{[#~]*>\s*${plain}[\s}~]`).test(text);
}

function matches(text: string, search: string): boolean {
  const plain = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((part) => plain.includes(part));
}
