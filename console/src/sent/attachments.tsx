import { useWords } from '../i18n/words';
import { FactRows } from '../parts/fact-rows';
import { Section } from '../parts/page';
import { bytes } from '../time/format';
import type { EmailDetail } from './sent-calls';
import { sentTexts } from './words';

/** The attachments of an email; empty without any. */
export function Attachments({ email: { attachments } }: { readonly email: EmailDetail }) {
  const t = useWords(sentTexts);
  if (attachments === null || attachments.length === 0) return null;
  const facts = attachments.map(({ filename, bytes: size, sha256 }, index) => {
    const name = attachments.findIndex((one) => one.filename === filename) === index ? '' : ` (${index + 1})`;
    return [
      `${filename}${name}`,
      <>
        {bytes(size)} <code>{sha256}</code>
      </>,
    ] as const;
  });
  return (
    <Section title={t.attachments}>
      <FactRows facts={Object.fromEntries(facts)} />
      <p className="muted small">{t.attachmentsText}</p>
    </Section>
  );
}
