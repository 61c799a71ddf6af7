import styles from './waiting-text.module.css';

/** Lines that are shown: more are not in sight. */
const FIRST_LINES = 120;

/** A text until its editor is there, in the place where that will draw it. */
export function WaitingText({ text }: { readonly text: string }) {
  return (
    <pre className={styles.waiting} aria-busy>
      {text.split('\n', FIRST_LINES).join('\n')}
    </pre>
  );
}
