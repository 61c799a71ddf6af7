import { useMemo } from 'react';
import { type Syntax, tokensIn } from './code-colours';
import styles from './code-text.module.css';
import { CopyButton } from './copy-button';

interface CodeTextProps {
  /** Its name for readers. */
  readonly label: string;
  readonly text: string;
  /** The language of the text; without it, the text has one colour. */
  readonly syntax?: Syntax;
  /** Pixels; longer texts scroll. */
  readonly maxHeight?: number;
  readonly isWrapped?: boolean;
}

/** Longer texts are shown without colours: a span per token would slow the page down. */
const COLOURED_UP_TO = 60_000;

/** A text to read and copy, such as a body. Never interpreted as markup. */
export function CodeText({ label, text, syntax, maxHeight = 480, isWrapped = false }: CodeTextProps) {
  const parts = useMemo(
    () => (syntax !== undefined && text.length <= COLOURED_UP_TO ? coloured(text, syntax) : [text]),
    [text, syntax],
  );
  return (
    <div className={styles.box}>
      <pre
        className={styles.text}
        data-wrapped={isWrapped}
        style={{ maxHeight }}
        tabIndex={0}
        aria-label={label}
      >
        {parts}
      </pre>
      <div className={styles.copy}>
        <CopyButton text={text} what={label} />
      </div>
    </div>
  );
}

/** Formats JSON for reading. Leaves any other text unchanged. */
export function laidOut(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

function coloured(text: string, syntax: Syntax) {
  const parts = [];
  let end = 0;
  for (const token of tokensIn(text, syntax)) {
    parts.push(text.slice(end, token.start));
    parts.push(
      <span key={token.start} className={styles[token.kind]}>
        {token.text}
      </span>,
    );
    end = token.start + token.text.length;
  }
  parts.push(text.slice(end));
  return parts;
}
