import { useWords } from '../i18n/words';
import { Tabs } from '../parts/tabs';
import { addressOf } from '../routing/place';
import { subscriptionsTexts } from './words';

/** The subscriptions, the deleted ones, and the events that there are. */
export function ListTabs({ current }: { readonly current: 'present' | 'deleted' | 'catalogue' }) {
  const t = useWords(subscriptionsTexts);
  return (
    <Tabs
      label={t.title}
      current={current}
      tabs={[
        { id: 'present', label: t.present, href: addressOf(['subscriptions']) },
        { id: 'deleted', label: t.deletedTab, href: addressOf(['subscriptions'], { deleted: 'true' }) },
        { id: 'catalogue', label: t.catalogue, href: addressOf(['subscriptions', 'catalogue']) },
      ]}
    />
  );
}
