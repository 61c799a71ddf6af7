import { useMemo } from 'react';
import styles from './code-text.module.css';
import { CopyButton } from './copy-button';

interface CodeTextProps {
  /** Its name for readers. */
  readonly label: string;
  readonly text: string;
  readonly isJson?: boolean;
  /** Pixels; longer texts scroll. */
  readonly maxHeight?: number;
  readonly isWrapped?: boolean;
}

/** Longer texts are shown without colours: a span per token would slow the page down. */
const COLOURED_UP_TO = 60_000;
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\b\d[\d.eE+-]*\b)|\b(true|false|null)\b/g;

/** A text to be read and copied, such as a body. Whatever is in it is only ever text. */
export function CodeText({ label, text, isJson = false, maxHeight = 480, isWrapped = false }: CodeTextProps) {
  const parts = useMemo(
    () => (isJson && text.length <= COLOURED_UP_TO ? coloured(text) : [text]),
    [text, isJson],
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

/** JSON laid out for people; what is not JSON stays as it is. */
export function laidOut(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

function coloured(text: string) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [whole, string, colon] = match;
    parts.push(text.slice(end, match.index));
    const kind = string === undefined ? 'number' : colon === undefined ? 'string' : 'key';
    const token = kind === 'key' ? string : whole;
    parts.push(
      <span key={match.index} className={styles[kind]}>
        {token}
      </span>,
    );
    end = match.index + (token ?? '').length;
  }
  parts.push(text.slice(end));
  return parts;
}
