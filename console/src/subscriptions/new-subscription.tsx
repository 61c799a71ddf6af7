import type { Schema } from '../api/client';
import { useWords } from '../i18n/words';
import { Page } from '../parts/page';
import { toast } from '../parts/toast-store';
import { addressOf, navigate, usePlace } from '../routing/place';
import { unsaved } from '../routing/unsaved';
import { WritersOnly } from '../session/writers-only';
import { newDraftFor } from './draft';
import { Editor } from './editor';
import { createSubscription, type SubscriptionChange, subscriptionsChanged } from './subscription-calls';
import { subscriptionsTexts } from './words';

/** A new subscription, for the type of event in the address. */
export function NewSubscription() {
  const t = useWords(subscriptionsTexts);
  const { parameters } = usePlace();
  const create = async (change: SubscriptionChange) => {
    const { id } = await createSubscription(change as Schema<'NewWebhookSubscription'>);
    unsaved.forgetAll();
    void subscriptionsChanged();
    toast.info(t.created2);
    navigate(addressOf(['subscriptions', id, 'test']), { replace: true });
    return true;
  };
  return (
    <WritersOnly title={t.newTitle}>
      <Page title={t.newTitle}>
        <Editor
          initial={newDraftFor(parameters.get('type'))}
          stored={null}
          action={t.create2}
          onSave={create}
        />
      </Page>
    </WritersOnly>
  );
}
