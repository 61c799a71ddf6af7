import styles from './waiting-text.module.css';

/** The number of shown lines. More are not visible. */
const FIRST_LINES = 120;

/** A text in place of the editor until that is created. */
export function WaitingText({ text }: { readonly text: string }) {
  return (
    <pre className={styles.waiting} aria-busy>
      {text.split('\n', FIRST_LINES).join('\n')}
    </pre>
  );
}
