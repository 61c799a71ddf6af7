import { Braces } from 'lucide-react';
import { useState } from 'react';
import { eventTypes } from '../api/catalogue';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { Dialog } from '../parts/dialog';
import { partTexts } from '../parts/texts';
import { EventBodies } from './event-bodies';
import { subscriptionsTexts } from './words';

/** Opens what the catalogue says about an event, without leaving the form. */
export function AboutEvent({ type }: { readonly type: string }) {
  const t = useWords(subscriptionsTexts);
  const p = useWords(partTexts);
  const [isOpen, setOpen] = useState(false);
  const eventType = eventTypes.find((one) => one.type === type);
  if (eventType === undefined) return null;
  return (
    <div>
      <Button
        tone="quiet"
        icon={<Braces aria-hidden />}
        opens="dialog"
        isOpen={isOpen}
        onPress={() => setOpen(true)}
      >
        {t.aboutEvent}
      </Button>
      {isOpen && (
        <Dialog
          title={type}
          isOpen
          width="wide"
          onClose={() => setOpen(false)}
          actions={<Button onPress={() => setOpen(false)}>{p.close}</Button>}
        >
          <EventBodies eventType={eventType} />
        </Dialog>
      )}
    </div>
  );
}
