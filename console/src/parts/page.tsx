import { type ReactNode, useEffect, useRef } from 'react';
import { entitle } from '../brand/brand';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  /** Beside the heading: badges and tags. */
  readonly badges?: ReactNode;
  /** Below the heading: a line about the content. */
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Tables and studios use the available width up to 1,600 px, forms 720 px. */
  readonly width?: 'wide' | 'form' | 'full';
  readonly isHeadingUnseen?: boolean;
}

/** A view: its content and its heading, which names the document and takes the focus after navigation. */
export function Page({
  title,
  badges,
  about,
  actions,
  children,
  width = 'wide',
  isHeadingUnseen,
}: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    entitle(title);
  }, [title]);
  useEffect(() => {
    // The first view does not take the focus, because the user has not navigated yet.
    if (hasShownOne) heading.current?.focus({ preventScroll: true });
    hasShownOne = true;
  }, []);
  return (
    <div className={styles.page} data-width={width}>
      <header className={isHeadingUnseen === true ? 'unseen' : styles.header}>
        <div className={styles.title}>
          <div className="row-8">
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {badges}
          </div>
          {about !== undefined && <div className={styles.about}>{about}</div>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

let hasShownOne = false;

/** A part of a view with a heading of its own. */
export function Section({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <h2>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** Names with their values, in this order. Those without a value are left out. */
export function Facts({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={styles.facts}>
      {Object.entries(facts)
        .filter(([, value]) => value !== null && value !== undefined && value !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
