import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../api/query-client';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { Dialog } from '../parts/dialog';
import { TextField } from '../parts/field';
import { Form, useFormPending } from '../parts/form';
import { Banner } from '../parts/states';
import { toast } from '../parts/toast-store';
import { addressOf, navigate } from '../routing/place';
import { useCanWrite } from '../session/scopes';
import { type EmailDetail, resend } from './sent-calls';
import { sentTexts } from './words';

/** The longest address that the service takes. */
const MAX_ADDRESS = 254;

/**
 * Sends an email again, to the same recipient or to a corrected address. Not for tests, for emails on their way, and for
 * suppressed ones, which have no content.
 */
export function Resend({
  email: { id, to: recipient, status, bounce, test },
}: {
  readonly email: EmailDetail;
}) {
  const t = useWords(sentTexts);
  const [isOpen, setOpen] = useState(false);
  const [to, setTo] = useState(recipient);
  const mayWrite = useCanWrite();
  if (status === 'pending' || status === 'suppressed' || test || !mayWrite) return null;
  const send = async () => {
    const { id: newId } = await resend(id, to.trim());
    setOpen(false);
    void queryClient.invalidateQueries({ queryKey: ['emails'] });
    toast.info(t.resendDone(to.trim()), { label: t.show, act: () => navigate(addressOf(['sent', newId])) });
  };
  return (
    <div className="row-8">
      <Button icon={<RotateCcw aria-hidden />} onPress={() => setOpen(true)}>
        {t.resend}
      </Button>
      <Dialog title={t.resendTitle} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Form label={t.resendTitle} onSubmit={send} className="stack-16">
          <p className="muted">{t.resendText}</p>
          {bounce !== null && to.trim() === recipient && <Banner tone="wait">{t.resendBounced}</Banner>}
          <TextField
            name="to"
            type="email"
            label={t.resendTo}
            value={to}
            onChange={setTo}
            maxLength={MAX_ADDRESS}
            isRequired
          />
          <div className="row-8">
            <SendButton />
          </div>
        </Form>
      </Dialog>
    </div>
  );
}

function SendButton() {
  const t = useWords(sentTexts);
  return (
    <Button type="submit" tone="primary" isPending={useFormPending()}>
      {t.resendNow}
    </Button>
  );
}
