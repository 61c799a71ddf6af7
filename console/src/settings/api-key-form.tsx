import { useState } from 'react';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { CodeText } from '../parts/code-text';
import { Dialog } from '../parts/dialog';
import { Select, TextField } from '../parts/field';
import { Form, useFormPending } from '../parts/form';
import { accessTexts } from './access-words';
import { createApiKey } from './api-key-calls';

const DAY_MS = 86_400_000;
const MAX_LABEL = 255;

/** Creates an API key, and shows it once. */
export function ApiKeyForm({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(accessTexts);
  const [label, setLabel] = useState('');
  const [scope, setScope] = useState('write');
  const [days, setDays] = useState('');
  const [made, setMade] = useState<string | null>(null);
  const create = async () => {
    const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
    const scopes: ('read' | 'write')[] = scope === 'read' ? ['read'] : ['read', 'write'];
    setMade(await createApiKey({ label: label.trim(), scopes, expiresAt }));
  };
  if (made !== null) {
    return (
      <Dialog
        title={t.madeTitle}
        isOpen
        onClose={onClose}
        actions={
          <Button tone="primary" onPress={onClose}>
            {t.close}
          </Button>
        }
      >
        <div className="stack-16">
          <p>{t.madeText}</p>
          <CodeText label={t.newKey} text={made} isWrapped />
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={t.create} isOpen onClose={onClose}>
      <Form label={t.create} onSubmit={create} className="stack-16">
        <TextField
          name="label"
          label={t.name}
          hint={t.nameHint}
          value={label}
          onChange={setLabel}
          maxLength={MAX_LABEL}
          isRequired
        />
        <Select
          name="scopes"
          label={t.scopes}
          value={scope}
          onChange={setScope}
          options={[
            ['write', t.writes],
            ['read', t.readOnly],
          ]}
        />
        <Select
          name="expiresAt"
          label={t.end}
          value={days}
          onChange={setDays}
          options={[
            ['', t.never],
            ['30', t.inDays(30)],
            ['90', t.inDays(90)],
            ['365', t.inAYear],
          ]}
        />
        <div className="row-8">
          <CreateButton />
        </div>
      </Form>
    </Dialog>
  );
}

function CreateButton() {
  const t = useWords(accessTexts);
  return (
    <Button type="submit" tone="primary" isPending={useFormPending()}>
      {t.create}
    </Button>
  );
}
