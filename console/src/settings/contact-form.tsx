import { useState } from 'react';
import { useLanguage } from '../i18n/language';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { Dialog } from '../parts/dialog';
import { Checkbox, Select, TextField } from '../parts/field';
import { Form, useFormPending } from '../parts/form';
import { toast } from '../parts/toast-store';
import {
  addContact,
  changeContact,
  type Contact,
  type ContactChoice,
  type NoticeName,
  noticeTexts,
  tagOf,
} from './contact-calls';
import styles from './settings.module.css';
import { settingsTexts } from './words';

const MAX_ADDRESS = 254;
/** The default notices. */
const USUAL: readonly NoticeName[] = [
  'subscription.atRisk',
  'subscription.deleted',
  'emailTemplate.fallback',
];

/** Adds a contact, or changes one. */
export function ContactForm({ contact, onClose }: { contact: Contact | null; onClose: () => void }) {
  const t = useWords(settingsTexts);
  const spoken = useLanguage();
  const [choice, setChoice] = useState<ContactChoice>({
    email: contact?.email ?? '',
    language: contact === null ? spoken : contact.language,
    notices: contact?.notices ?? USUAL,
  });
  const change = (changes: Partial<ContactChoice>) => setChoice({ ...choice, ...changes });
  const save = async () => {
    const trimmed = { ...choice, email: choice.email.trim() };
    if (contact === null) await addContact(trimmed);
    else await changeContact(contact.id, trimmed, await tagOf(contact.id));
    toast.info(contact?.email === trimmed.email ? t.saved : t.added(trimmed.email));
    onClose();
  };
  const title = contact === null ? t.addTitle : t.editTitle;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form label={title} onSubmit={save} className="stack-16">
        <TextField
          name="email"
          type="email"
          label={t.email}
          hint={contact === null ? t.emailHint : t.emailChangeHint}
          value={choice.email}
          onChange={(email) => change({ email })}
          maxLength={MAX_ADDRESS}
          isRequired
        />
        <Select
          name="language"
          label={t.language}
          value={choice.language}
          onChange={(language) => change({ language: language === 'sv' ? 'sv' : 'en' })}
          options={[
            ['en', t.english],
            ['sv', t.swedish],
          ]}
        />
        <fieldset className={styles.notices}>
          <legend>{t.notices}</legend>
          {noticeTexts().map(([name, text]) => (
            <Checkbox
              key={name}
              name={`notices/${choice.notices.indexOf(name)}`}
              label={text}
              value={choice.notices.includes(name)}
              onChange={(isChosen) =>
                change({
                  notices: isChosen
                    ? [...choice.notices, name]
                    : choice.notices.filter((other) => other !== name),
                })
              }
            />
          ))}
        </fieldset>
        <div className="row-8">
          <SaveButton label={contact === null ? t.add : t.save} />
        </div>
      </Form>
    </Dialog>
  );
}

function SaveButton({ label }: { readonly label: string }) {
  return (
    <Button type="submit" tone="primary" isPending={useFormPending()}>
      {label}
    </Button>
  );
}
