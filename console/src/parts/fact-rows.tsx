import { Fragment, type ReactNode } from 'react';
import styles from './fact-rows.module.css';

/** Names with their values, one per line. Those without a value are left out. */
export function FactRows({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={styles.rows}>
      {Object.entries(facts)
        .filter(([, value]) => value !== null && value !== undefined && value !== false)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
