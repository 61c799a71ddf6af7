import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../../api/client';
import { useWords } from '../../i18n/words';
import { Button, LinkButton } from '../../parts/button';
import { Dialog } from '../../parts/dialog';
import { Select } from '../../parts/field';
import { Form } from '../../parts/form';
import { SkeletonRows } from '../../parts/states';
import { toast } from '../../parts/toast-store';
import { addressOf, navigate } from '../../routing/place';
import { confirmedContactsQuery } from '../queries';
import type { Variant } from '../source';
import type { Held } from './use-editing';
import { studioTexts } from './words';
import { dialogTexts } from './dialog-words';

interface SendTestDialogProps {
  readonly variant: Variant;
  readonly data: Readonly<Record<string, unknown>>;
  readonly isSaved: boolean;
  /** Saves unsaved changes; null if that fails. */
  readonly prepare: () => Promise<Held | null>;
  readonly onClose: () => void;
}

/** Sends the edited template to a real inbox. */
export function SendTestDialog({ variant, data, isSaved, prepare, onClose }: SendTestDialogProps) {
  const d = useWords(dialogTexts);
  const t = useWords(studioTexts);
  const { data: contacts } = useQuery(confirmedContactsQuery);
  const [chosen, setChosen] = useState('');
  const to = chosen === '' ? (contacts?.[0]?.email ?? '') : chosen;
  const send = async () => {
    const held = await prepare();
    if (held === null || held.id === null) return;
    const body = { to, ...variant, data, draft: held.draftTag !== null };
    const path = '/partner/emailTemplate/{id}/test';
    const { emailId } = await bodyOf(api.POST(path, { params: { path: { id: held.id } }, body }));
    toast.info(d.testSent(to), { label: d.seeIt, act: () => navigate(addressOf(['sent', emailId])) });
    onClose();
  };
  return (
    <Dialog title={d.testTitle} isOpen onClose={onClose}>
      {contacts === undefined ? (
        <SkeletonRows count={2} />
      ) : contacts.length === 0 ? (
        <div className="stack-16">
          <p>{d.noContacts}</p>
          <LinkButton href={addressOf(['settings', 'contacts'])}>{d.toContacts}</LinkButton>
        </div>
      ) : (
        <Form label={d.testTitle} onSubmit={send} className="stack-16">
          <p className="muted">
            {d.testAbout} {!isSaved && d.draftSavedFirst}
          </p>
          <Select
            name="to"
            label={d.to}
            value={to}
            onChange={setChosen}
            options={contacts.map(({ email }) => [email, email])}
          />
          <div className="row-8">
            <Button type="submit" tone="primary">
              {t.sendTest}
            </Button>
            <Button onPress={onClose}>{d.cancel}</Button>
          </div>
        </Form>
      )}
    </Dialog>
  );
}
