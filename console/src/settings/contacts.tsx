import { useQuery } from '@tanstack/react-query';
import { BellRing, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../i18n/words';
import { Badge } from '../parts/badge';
import { Button, IconButton } from '../parts/button';
import { confirmed } from '../parts/confirm';
import { Section } from '../parts/page';
import { EmptyState, FailedState, SkeletonRows } from '../parts/states';
import { toast } from '../parts/toast-store';
import { useCanWrite } from '../session/scopes';
import { RelativeTime } from '../time/relative-time';
import { askContactAgain, type Contact, contactsQuery, deleteContact, noticeTexts } from './contact-calls';
import { ContactForm } from './contact-form';
import styles from './settings.module.css';
import { settingsTexts } from './words';

/** The people who get notices. */
export function Contacts() {
  const t = useWords(settingsTexts);
  const { data, error, refetch } = useQuery(contactsQuery);
  const mayWrite = useCanWrite();
  const [edited, setEdited] = useState<Contact | 'new' | null>(null);
  const add = (
    <Button tone="primary" icon={<Plus aria-hidden />} onPress={() => setEdited('new')}>
      {t.addContact}
    </Button>
  );
  return (
    <Section title={t.contacts} actions={mayWrite && data !== undefined && data.length > 0 && add}>
      <p className="muted small">{t.contactsText}</p>
      {data === undefined && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonRows count={3} />}
      {data?.length === 0 && (
        <EmptyState icon={<BellRing aria-hidden />} title={t.noContacts} action={mayWrite && add}>
          {t.noContactsText}
        </EmptyState>
      )}
      <ul className={styles.rows}>
        {data?.map((contact) => (
          <ContactRow
            key={contact.id}
            contact={contact}
            mayWrite={mayWrite}
            onEdit={() => setEdited(contact)}
          />
        ))}
      </ul>
      {edited !== null && (
        <ContactForm contact={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Section>
  );
}

interface ContactRowProps {
  readonly contact: Contact;
  readonly mayWrite: boolean;
  readonly onEdit: () => void;
}

function ContactRow({ contact, mayWrite, onEdit }: ContactRowProps) {
  const t = useWords(settingsTexts);
  const { id, email, language, notices, confirmedAt, createdAt } = contact;
  const told = noticeTexts().filter(([name]) => notices.includes(name));
  const remove = async () => {
    const question = { title: t.removeTitle, text: t.removeText(email), action: t.remove, isDangerous: true };
    if (!(await confirmed(question))) return;
    await deleteContact(id).then(() => toast.info(t.removed), toast.warn);
  };
  const askAgain = () => askContactAgain(id).then(() => toast.info(t.added(email)), toast.warn);
  return (
    <li className={styles.contact}>
      <div className="stack-4">
        <div className="row-8">
          <strong className={styles.address}>{email}</strong>
          {confirmedAt === null ? (
            <span title={t.waitingText}>
              <Badge tone="wait">{t.waiting}</Badge>
            </span>
          ) : (
            <Badge tone="good">{t.confirmed}</Badge>
          )}
        </div>
        <p className="muted small">
          {language === 'sv' ? t.swedish : t.english} · {t.since} <RelativeTime at={createdAt} />
        </p>
        <p className="small">{told.length === 0 ? t.noNotices : told.map(([, text]) => text).join(' · ')}</p>
        {confirmedAt === null && <p className="muted small">{t.waitingText}</p>}
      </div>
      {mayWrite && (
        <div className={styles.acts}>
          {confirmedAt === null && (
            <Button about={email} onPress={() => void askAgain()}>
              {t.sendAgain}
            </Button>
          )}
          <IconButton label={`${t.edit}: ${email}`} icon={<Pencil aria-hidden />} onPress={onEdit} />
          <IconButton
            label={`${t.remove}: ${email}`}
            icon={<Trash2 aria-hidden />}
            onPress={() => void remove()}
          />
        </div>
      )}
    </li>
  );
}
